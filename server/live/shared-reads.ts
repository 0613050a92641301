import { setImmediate, setTimeout as sleep } from 'node:timers/promises'

/**
 * Reads of what many readers follow: all that ask before a read begins share it. Who asks later gets another one, which begins an interval
 * after the one before and not before that has ended: what they were notified of may be newer than it.
 */
export class SharedReads<T> {
  readonly #intervalMs: number
  /** not begun */
  readonly #awaited = new Map<string, Promise<T>>()
  /** from the beginning of a read until the next one may begin */
  readonly #pauses = new Map<string, Promise<void>>()

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs
  }

  read(key: string, load: () => Promise<T>): Promise<T> {
    const shared = this.#awaited.get(key) ?? this.#readAfterPause(key, load)
    this.#awaited.set(key, shared)
    return shared
  }

  async #readAfterPause(key: string, load: () => Promise<T>): Promise<T> {
    // those who are notified together ask in the same turn
    await (this.#pauses.get(key) ?? setImmediate())
    this.#awaited.delete(key)
    const read = load()
    this.#pauses.set(key, this.#pauseAfter(key, read))
    return read
  }

  async #pauseAfter(key: string, read: Promise<T>): Promise<void> {
    await Promise.allSettled([read, sleep(this.#intervalMs, undefined, { ref: false })])
    this.#pauses.delete(key)
  }
}
