import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Open state of a layer that was requested before its code was loaded. It opens after mount, with the focus on its
 * button first, so that closing returns the focus to the button.
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
  return [opened, setOpened]
}
