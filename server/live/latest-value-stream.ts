/**
 * One reader's stream. Of values that come faster than they are read only the last is kept. A reader who disconnects is removed at
 * once, not with the next value: an async generator would wait for it.
 */
export class LatestValueStream<T> implements AsyncIterableIterator<T> {
  readonly #onEnd: () => void
  #latest: [T] | [] = []
  #waiting: ((result: IteratorResult<T>) => void) | undefined
  #hasEnded = false

  /** @param onEnd is called once, whichever side ends the stream */
  constructor(left: () => void) {
    this.#onEnd = left
  }

  push(value: T): void {
    if (this.#hasEnded) return
    if (this.#waiting) this.#resolve({ done: false, value })
    else this.#latest = [value]
  }

  end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#onEnd()
    if (this.#waiting) this.#resolve({ done: true, value: undefined })
  }

  next(): Promise<IteratorResult<T>> {
    const [value] = this.#latest
    if (value !== undefined) {
      this.#latest = []
      return Promise.resolve({ done: false, value })
    }
    if (this.#hasEnded) return Promise.resolve({ done: true, value: undefined })
    return new Promise((resolve) => {
      this.#waiting = resolve
    })
  }

  return(): Promise<IteratorResult<T>> {
    this.end()
    return Promise.resolve({ done: true, value: undefined })
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  #resolve(result: IteratorResult<T>): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.(result)
  }
}
