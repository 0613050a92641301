import { useSyncExternalStore } from 'react'

let spoken = { text: '', slot: 0 }
const listeners = new Set<() => void>()

/** Announces a short sentence to screen readers, such as the count after a filter; nothing is shown. */
export function announce(text: string): void {
  spoken = { text, slot: spoken.slot + 1 }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * The live region; there is one in the page. Two elements alternate, so that a repeated sentence is announced again.
 */
export function Announcer() {
  const { text, slot } = useSyncExternalStore(subscribe, () => spoken)
  return (
    <div className="visually-hidden announcer" role="status">
      <span>{slot % 2 === 0 ? text : ''}</span>
      <span>{slot % 2 === 1 ? text : ''}</span>
    </div>
  )
}
