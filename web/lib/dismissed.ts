import { useState } from 'react'

const keyOf = (what: string): string => `enlace.dismissed.${what}`

/** What a person has put away in this browser, such as a list of first steps. Without storage it is away as long as the page. */
export function useDismissed(what: string): [boolean, () => void] {
  const [isDismissed, setDismissed] = useState(() => {
    try {
      return localStorage.getItem(keyOf(what)) !== null
    } catch {
      // storage can be blocked
      return false
    }
  })
  const dismiss = () => {
    setDismissed(true)
    try {
      localStorage.setItem(keyOf(what), '1')
    } catch {
      console.info(`${keyOf(what)} could not be kept in this browser`)
    }
  }
  return [isDismissed, dismiss]
}
