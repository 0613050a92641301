import type { CallOptions } from './network.ts'
import type { RateSlots } from './rate-slots.ts'

export interface Gate {
  /**
   * Waits for a place among the calls under way and, where the network has a rate, for the moment to go out; those for whom a
   * person waits go first.
   * @returns what frees the place again; undefined when the caller gave up before it went out
   */
  readonly enter: (options: CallOptions) => Promise<(() => void) | undefined>
}

interface Waiting {
  readonly go: () => void
  /** no moment could be had from the database */
  readonly fail: (error: unknown) => void
}

/** @param slots undefined: the network has no rate of its own */
export function createGate(maxInFlight: number, slots: RateSlots | undefined): Gate {
  const urgent = new Set<Waiting>()
  const bulk = new Set<Waiting>()
  /** moments on performance.now() that are ours and not used yet, ascending */
  let moments: number[] = []
  let inFlight = 0
  let isReserving = false
  let isWaiting = false

  const leave = (): void => {
    inFlight--
    letIn()
  }
  const next = (): Waiting | undefined => {
    const [first] = urgent.size > 0 ? urgent : bulk
    if (first) (urgent.delete(first) || bulk.delete(first)) && inFlight++
    return first
  }
  const reserve = (from: RateSlots): void => {
    if (isReserving) return
    isReserving = true
    const asked = performance.now()
    from
      .reserve(Math.min(urgent.size + bulk.size, maxInFlight))
      .then((reserved) => {
        moments = reserved.map(({ delayMs }) => asked + delayMs)
      })
      .catch((error: unknown) => {
        const all = [...urgent, ...bulk]
        urgent.clear()
        bulk.clear()
        for (const waiting of all) waiting.fail(error)
      })
      .finally(() => {
        isReserving = false
        letIn()
      })
  }
  const wake = (): void => {
    isWaiting = false
    letIn()
  }
  const letIn = (): void => {
    while (inFlight < maxInFlight && urgent.size + bulk.size > 0) {
      if (slots) {
        const [moment] = moments
        if (moment === undefined) {
          reserve(slots)
          return
        }
        const early = moment - performance.now()
        if (early > 0) {
          if (!isWaiting) setTimeout(wake, early)
          isWaiting = true
          return
        }
        moments.shift()
      }
      next()?.go()
    }
    // moments of callers who gave up are not kept for a burst later on
    if (urgent.size + bulk.size === 0) moments = []
  }
  const enter: Gate['enter'] = ({ signal, isUrgent }) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return resolve(undefined)
      const queue = isUrgent ? urgent : bulk
      const waiting: Waiting = {
        go: () => {
          signal?.removeEventListener('abort', giveUp)
          resolve(leave)
        },
        fail: reject,
      }
      const giveUp = (): void => {
        if (queue.delete(waiting)) resolve(undefined)
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      queue.add(waiting)
      letIn()
    })
  return { enter }
}
