import type { Logger } from 'pino'
import { LatestValueStream } from './latest-value-stream.ts'

/** The state of a topic: its value, and a text that differs whenever the value should be sent again. */
export interface Snapshot<T> {
  readonly version: string
  readonly value: T
}

interface FeedOptions<W, T> {
  readonly keyOf: (topic: W) => string
  /** reads the topics; the snapshots come in the same order */
  readonly poll: (topics: readonly W[]) => Promise<readonly Snapshot<T>[]>
  readonly log: Pick<Logger, 'error'>
  /** ms between two polls, for what changes seldom; a second without it */
  readonly intervalMs?: number
}

interface FeedTopic<W, T> {
  readonly topic: W
  snapshot: Snapshot<T> | undefined
  readonly streams: Set<LatestValueStream<T>>
}

/** The shortest interval between two polls, unless a feed has a longer one. */
const POLL_INTERVAL_MS = 1_000
/** A long poll is followed by a pause of this many times its duration: polling takes a fifth of a connection at most. */
const REST_FACTOR = 4

/**
 * Polls, once in an interval per process at most, the topics that have subscribers, and nothing else. It costs nothing without
 * subscribers, writers do not depend on readers, and it does not matter which process wrote.
 */
export class LiveFeed<W, T> {
  readonly #options: FeedOptions<W, T>
  readonly #topics = new Map<string, FeedTopic<W, T>>()
  #timer: NodeJS.Timeout | undefined
  #isFailing = false
  #isClosed = false

  constructor(options: FeedOptions<W, T>) {
    this.#options = options
  }

  get #intervalMs(): number {
    return this.#options.intervalMs ?? POLL_INTERVAL_MS
  }

  /**
   * The present value, and then each change, for a number of seconds or until the reader disconnects; 0: only the present value.
   */
  subscribe(topic: W, seconds: number): AsyncIterable<T> {
    if (seconds === 0) return this.#once(topic)
    const key = this.#options.keyOf(topic)
    const entry = this.#topics.get(key) ?? { topic, snapshot: undefined, streams: new Set<LatestValueStream<T>>() }
    this.#topics.set(key, entry)
    const stream = new LatestValueStream<T>(() => {
      clearTimeout(end)
      entry.streams.delete(stream)
      if (entry.streams.size === 0) this.#topics.delete(key)
    })
    const end = setTimeout(() => stream.end(), seconds * 1000)
    entry.streams.add(stream)
    if (this.#isClosed) stream.end()
    else if (entry.snapshot) stream.push(entry.snapshot.value)
    else void this.#pollTopics([entry])
    this.#timer ??= setTimeout(() => void this.#pollAll(), this.#intervalMs)
    return stream
  }

  /** Ends every stream. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    for (const { streams: followers } of this.#topics.values()) for (const stream of followers) stream.end()
  }

  async *#once(topic: W): AsyncGenerator<T> {
    for (const { value } of await this.#options.poll([topic])) yield value
  }

  async #pollAll(): Promise<void> {
    const begin = performance.now()
    await this.#pollTopics([...this.#topics.values()])
    const rest = Math.max(this.#intervalMs, REST_FACTOR * (performance.now() - begin))
    this.#timer = this.#topics.size === 0 || this.#isClosed ? undefined : setTimeout(() => void this.#pollAll(), rest)
  }

  async #pollTopics(entries: readonly FeedTopic<W, T>[]): Promise<void> {
    if (entries.length === 0) return
    try {
      const snapshots = await this.#options.poll(entries.map(({ topic }) => topic))
      for (const [index, entry] of entries.entries()) {
        const snapshot = snapshots[index]
        if (!snapshot || snapshot.version === entry.snapshot?.version) continue
        entry.snapshot = snapshot
        for (const stream of entry.streams) stream.push(snapshot.value)
      }
      this.#isFailing = false
    } catch (error) {
      // an unreachable database is polled every second: the first failure is logged
      if (!this.#isFailing) this.#options.log.error({ err: error }, 'a live feed could not be polled; it is retried')
      this.#isFailing = true
    }
  }
}
