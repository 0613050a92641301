import type { Logger } from 'pino'
import { Follower } from './follower.ts'

/** How something stands: the value that readers are told, and a text that differs whenever they should be told. */
export interface Sight<T> {
  readonly version: string
  readonly value: T
}

interface Options<W, T> {
  readonly keyOf: (wanted: W) => string
  /** looks at each of these; the sights come in the same order */
  readonly look: (wanted: readonly W[]) => Promise<readonly Sight<T>[]>
  readonly log: Pick<Logger, 'error'>
}

interface Watched<W, T> {
  readonly wanted: W
  sight: Sight<T> | undefined
  readonly followers: Set<Follower<T>>
}

/** The least time between two looks. */
const EVERY_MS = 1_000
/** A look that took long is followed by a rest of so many times its length: looking takes a fifth of a connection at most. */
const REST_PER_LOOK = 4

/**
 * Looks, for a whole process and once a second at most, at what somebody watches, and at nothing else. So it costs nothing while
 * nobody does, writers need not know who reads, and it does not matter which process wrote.
 */
export class Watch<W, T> {
  readonly #options: Options<W, T>
  readonly #watched = new Map<string, Watched<W, T>>()
  #timer: NodeJS.Timeout | undefined
  #isFailing = false
  #isClosed = false

  constructor(options: Options<W, T>) {
    this.#options = options
  }

  /** How it stands, and then each change, for so many seconds or until the reader leaves; 0: only how it stands. */
  follow(wanted: W, seconds: number): AsyncIterable<T> {
    if (seconds === 0) return this.#once(wanted)
    const key = this.#options.keyOf(wanted)
    const watched = this.#watched.get(key) ?? { wanted, sight: undefined, followers: new Set<Follower<T>>() }
    this.#watched.set(key, watched)
    const follower = new Follower<T>(() => {
      clearTimeout(end)
      watched.followers.delete(follower)
      if (watched.followers.size === 0) this.#watched.delete(key)
    })
    const end = setTimeout(() => follower.end(), seconds * 1000)
    watched.followers.add(follower)
    if (this.#isClosed) follower.end()
    else if (watched.sight) follower.tell(watched.sight.value)
    else void this.#lookAt([watched])
    this.#timer ??= setTimeout(() => void this.#round(), EVERY_MS)
    return follower
  }

  /** Ends every reader's stream. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    for (const { followers } of this.#watched.values()) for (const follower of followers) follower.end()
  }

  async *#once(wanted: W): AsyncGenerator<T> {
    for (const { value } of await this.#options.look([wanted])) yield value
  }

  async #round(): Promise<void> {
    const begin = performance.now()
    await this.#lookAt([...this.#watched.values()])
    const rest = Math.max(EVERY_MS, REST_PER_LOOK * (performance.now() - begin))
    this.#timer = this.#watched.size === 0 || this.#isClosed ? undefined : setTimeout(() => void this.#round(), rest)
  }

  async #lookAt(entries: readonly Watched<W, T>[]): Promise<void> {
    if (entries.length === 0) return
    try {
      const sights = await this.#options.look(entries.map(({ wanted }) => wanted))
      for (const [place, watched] of entries.entries()) {
        const sight = sights[place]
        if (!sight || sight.version === watched.sight?.version) continue
        watched.sight = sight
        for (const follower of watched.followers) follower.tell(sight.value)
      }
      this.#isFailing = false
    } catch (error) {
      // a database that is away is looked for every second: once is enough to say so
      if (!this.#isFailing)
        this.#options.log.error({ err: error }, 'what is watched live could not be looked at; it is tried again')
      this.#isFailing = true
    }
  }
}
