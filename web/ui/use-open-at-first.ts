import { type RefObject, useEffect, useState } from 'react'

/**
 * Open state of a layer that was requested before its code was loaded. It opens after mount, with the focus on its
 * button first, so that closing returns the focus to the button.
 */
export function useOpenAtFirst(button: RefObject<HTMLElement | null>): [boolean, (opened: boolean) => void] {
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    button.current?.focus()
    setOpened(true)
  }, [button])
  return [opened, setOpened]
}
