import { useState } from 'react'
import { readStored, writeStored } from './browser-storage.ts'

/** What a person has put away in this browser, such as a list of first steps. Without storage it is away as long as the page. */
export function useDismissed(what: string): [boolean, () => void] {
  const key = `enlace.dismissed.${what}`
  const [isDismissed, setDismissed] = useState(() => readStored(key) !== null)
  const dismiss = () => {
    setDismissed(true)
    writeStored(key, '1')
  }
  return [isDismissed, dismiss]
}
