/** Limits requests: a number of slots, and starts per second. */
export class RequestWindow {
  readonly #size: number
  readonly #perSecond: number | undefined
  #inside = 0
  #nextStartAt = 0
  #isClosed = false
  #queue: (() => void)[] = []
  #emptyListeners: (() => void)[] = []
  #timer: NodeJS.Timeout | undefined

  /** @param perSecond undefined: without a rate limit */
  constructor(size: number, perSecond: number | undefined) {
    this.#size = size
    this.#perSecond = perSecond
  }

  /** @returns releases the slot; undefined when the caller aborted, or the window closed, before there was one */
  enter(signal: AbortSignal | undefined): Promise<(() => void) | undefined> {
    return new Promise((resolve) => {
      if (this.#isClosed || signal?.aborted) return resolve(undefined)
      const admit = (): void => {
        signal?.removeEventListener('abort', abort)
        resolve(this.#isClosed ? undefined : () => this.#leave())
      }
      const abort = (): void => {
        this.#queue = this.#queue.filter((queued) => queued !== admit)
        resolve(undefined)
      }
      signal?.addEventListener('abort', abort, { once: true })
      this.#queue.push(admit)
      if (!this.#timer) this.#admitNext()
    })
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    for (const admit of this.#queue) admit()
    this.#queue = []
  }

  untilEmpty(): Promise<void> {
    return this.#isEmpty() ? Promise.resolve() : new Promise((resolve) => this.#emptyListeners.push(resolve))
  }

  #isEmpty(): boolean {
    return this.#inside === 0 && this.#queue.length === 0
  }

  #admitNext(): void {
    this.#timer = undefined
    while (this.#inside < this.#size && this.#queue.length > 0) {
      const waitMs = this.#perSecond === undefined ? 0 : this.#nextStartAt - performance.now()
      if (waitMs > 0) {
        this.#timer ??= setTimeout(() => this.#admitNext(), waitMs)
        return
      }
      if (this.#perSecond !== undefined) {
        this.#nextStartAt = Math.max(this.#nextStartAt, performance.now()) + 1000 / this.#perSecond
      }
      this.#inside++
      this.#queue.shift()?.()
    }
  }

  #leave(): void {
    this.#inside--
    this.#admitNext()
    if (!this.#isEmpty()) return
    for (const notify of this.#emptyListeners) notify()
    this.#emptyListeners = []
  }
}
