import { NetworkFault } from '../network.ts'
import type { Place } from './reach.ts'

/** A connection that can break. */
export interface Breakable {
  readonly isOpen: () => boolean
  readonly close: () => void
}

export interface KeptOpen<T extends Breakable> {
  /** @throws NetworkFault 'unreachable' */
  readonly get: () => Promise<T>
  readonly close: () => void
}

/** From one attempt to the next: doubled each time. What asks in between is told at once that there is no connection. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [100, 2_000] as const

/**
 * One connection to a daemon: made at the first use, and anew when it was lost or its place has changed.
 * @param place asked at each use
 */
export function keepOpen<T extends Breakable>(place: () => Place, open: (place: Place) => Promise<T>): KeptOpen<T> {
  let held: T | undefined
  let heldAt = ''
  let making: Promise<T> | undefined
  let failures = 0
  let restsUntil = 0
  let trouble = ''

  const make = async (): Promise<T> => {
    if (performance.now() < restsUntil) throw new NetworkFault('unreachable', trouble)
    const there = place()
    try {
      held = await open(there)
      heldAt = nameOf(there)
      failures = 0
      return held
    } catch (error) {
      trouble = error instanceof Error ? error.message : String(error)
      restsUntil = performance.now() + Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS)
      failures++
      throw error
    }
  }
  return {
    get: () => {
      if (held && heldAt !== nameOf(place())) held.close()
      if (held?.isOpen()) return Promise.resolve(held)
      making ??= make().finally(() => {
        making = undefined
      })
      return making
    },
    close: () => {
      held?.close()
      restsUntil = Number.POSITIVE_INFINITY
      trouble = 'closed'
      void making?.then(
        (made) => made.close(),
        () => undefined,
      )
    },
  }
}

const nameOf = ({ host, port }: Place): string => `${host} ${port}`
