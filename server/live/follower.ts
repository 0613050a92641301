/**
 * One reader's stream. Of values that come faster than they are read only the last is kept, and a reader who leaves is gone at once,
 * not with the next value: an async generator would wait for it.
 */
export class Follower<T> implements AsyncIterableIterator<T> {
  readonly #left: () => void
  #kept: [T] | [] = []
  #waiting: ((result: IteratorResult<T>) => void) | undefined
  #isOver = false

  /** @param left is called once, when the stream ends, whoever ends it */
  constructor(left: () => void) {
    this.#left = left
  }

  tell(value: T): void {
    if (this.#isOver) return
    if (this.#waiting) this.#answer({ done: false, value })
    else this.#kept = [value]
  }

  end(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#left()
    if (this.#waiting) this.#answer({ done: true, value: undefined })
  }

  next(): Promise<IteratorResult<T>> {
    const [value] = this.#kept
    if (value !== undefined) {
      this.#kept = []
      return Promise.resolve({ done: false, value })
    }
    if (this.#isOver) return Promise.resolve({ done: true, value: undefined })
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

  #answer(result: IteratorResult<T>): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.(result)
  }
}
