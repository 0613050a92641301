import { useSyncExternalStore } from 'react'
import type { RowWindow } from './virtual-scroll.ts'

/**
 * The visible rows. Apart from the list's state: they change while scrolling, and only two small components show them.
 */
export interface SeenRows {
  get(): RowWindow
  set(rows: RowWindow): void
  subscribe(listener: () => void): () => void
}

export function createSeenRows(): SeenRows {
  const listeners = new Set<() => void>()
  let now: RowWindow = { first: 0, last: -1 }
  return {
    get: () => now,
    set: (rows) => {
      if (rows.first === now.first && rows.last === now.last) return
      now = rows
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useSeenRows(seen: SeenRows): RowWindow {
  return useSyncExternalStore(seen.subscribe, seen.get)
}
