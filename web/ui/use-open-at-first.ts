import { type RefObject, useEffect, useState } from 'react'

/**
 * Whether something that was asked for before its code had come is open. It opens right after it is there, with the focus on
 * its button first, so that closing it gives the focus back to where the person was.
 */
export function useOpenAtFirst(button: RefObject<HTMLElement | null>): [boolean, (opened: boolean) => void] {
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    button.current?.focus()
    setOpened(true)
  }, [button])
  return [opened, setOpened]
}
