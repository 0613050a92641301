import { useSyncExternalStore } from 'react'
import type { VisibleRows } from './virtual-scroll.ts'

/**
 * The visible rows. Apart from the list's state: they change while scrolling, and only two small components show them.
 */
export interface ViewedRows {
  get(): VisibleRows
  set(rows: VisibleRows): void
  subscribe(listener: () => void): () => void
}

export function createViewedRows(): ViewedRows {
  const listeners = new Set<() => void>()
  let now: VisibleRows = { first: 0, last: -1 }
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

export function useViewedRows(seen: ViewedRows): VisibleRows {
  return useSyncExternalStore(seen.subscribe, seen.get)
}
