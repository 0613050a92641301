import type { NetworkCallOptions } from './network.ts'
import type { RateSlots } from './rate-slots.ts'

/** Frees the slot of a call again. */
export type Release = () => void

interface WaitingCall {
  readonly start: () => void
  /** the database could not reserve a time slot */
  readonly fail: (error: unknown) => void
}

/**
 * Limits the calls of one process to a network: at most `maxInFlight` at a time and, where the network has a rate, each not before
 * its time slot. Calls for which a person waits go first.
 */
export class CallLimiter {
  readonly #maxInFlight: number
  readonly #slots: RateSlots | undefined
  readonly #urgent = new Set<WaitingCall>()
  readonly #bulk = new Set<WaitingCall>()
  /** reserved and unused start times by performance.now(), ascending */
  #startTimes: number[] = []
  #inFlight = 0
  #isReserving = false
  #isTimerSet = false

  /** @param slots undefined: the network has no rate limit */
  constructor(maxInFlight: number, slots: RateSlots | undefined) {
    this.#maxInFlight = maxInFlight
    this.#slots = slots
  }

  /**
   * Waits for a slot and, where the network has a rate, for its turn.
   * @returns the release of the slot; undefined when the caller aborted before the call could start
   * @throws the database's error when no time slot could be reserved
   */
  acquire({ signal, isUrgent }: NetworkCallOptions): Promise<Release | undefined> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return resolve(undefined)
      const queue = isUrgent ? this.#urgent : this.#bulk
      const call: WaitingCall = {
        start: () => {
          signal?.removeEventListener('abort', abort)
          resolve(() => this.#release())
        },
        fail: reject,
      }
      const abort = (): void => {
        if (queue.delete(call)) resolve(undefined)
      }
      signal?.addEventListener('abort', abort, { once: true })
      queue.add(call)
      this.#startCalls()
    })
  }

  #release(): void {
    this.#inFlight--
    this.#startCalls()
  }

  get #waiting(): number {
    return this.#urgent.size + this.#bulk.size
  }

  #startCalls(): void {
    while (this.#inFlight < this.#maxInFlight && this.#waiting > 0 && this.#takeStartTime()) this.#startNext()
    // start times of aborted calls are dropped: kept, they would allow a burst later
    if (this.#waiting === 0) this.#startTimes = []
  }

  #startNext(): void {
    const queue = this.#urgent.size > 0 ? this.#urgent : this.#bulk
    const [call] = queue
    if (!call) return
    queue.delete(call)
    this.#inFlight++
    call.start()
  }

  /** Uses up the next start time. @returns false while there is none yet; calls are started again once there is */
  #takeStartTime(): boolean {
    if (!this.#slots) return true
    const [startTime] = this.#startTimes
    if (startTime === undefined) {
      this.#reserve(this.#slots)
      return false
    }
    const waitMs = startTime - performance.now()
    if (waitMs > 0) {
      if (!this.#isTimerSet) setTimeout(() => this.#onTimer(), waitMs)
      this.#isTimerSet = true
      return false
    }
    this.#startTimes.shift()
    return true
  }

  #onTimer(): void {
    this.#isTimerSet = false
    this.#startCalls()
  }

  #reserve(slots: RateSlots): void {
    if (this.#isReserving) return
    this.#isReserving = true
    const requestedAt = performance.now()
    slots
      .reserve(Math.min(this.#waiting, this.#maxInFlight))
      .then((reserved) => {
        this.#startTimes = reserved.map(({ delayMs }) => requestedAt + delayMs)
      })
      .catch((error: unknown) => this.#failAll(error))
      .finally(() => {
        this.#isReserving = false
        this.#startCalls()
      })
  }

  #failAll(error: unknown): void {
    const calls = [...this.#urgent, ...this.#bulk]
    this.#urgent.clear()
    this.#bulk.clear()
    for (const call of calls) call.fail(error)
  }
}
