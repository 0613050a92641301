import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Open state of a layer that was requested before its code was loaded. It opens after mount, with the focus on its
 * button first, so that closing returns the focus to the button. Escape closes it wherever the focus is: the layer
 * itself receives the key only once the focus has entered it, a moment after it is shown.
 * @param opensAtFirst false on mount: it stays closed, because another layer was requested after it
 */
export function useOpenAtFirst(
  button: RefObject<HTMLElement | null>,
  opensAtFirst = true,
): [boolean, (opened: boolean) => void] {
  const [opened, setOpened] = useState(false)
  const atFirst = useRef(opensAtFirst)
  useEffect(() => {
    if (!atFirst.current) return
    button.current?.focus()
    setOpened(true)
  }, [button])
  useEffect(() => {
    if (!opened) return
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpened(false)
    }
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [opened])
  return [opened, setOpened]
}
