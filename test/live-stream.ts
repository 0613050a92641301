/** A stream of server-sent events of a server that listens. */
export interface LiveStream<T> {
  readonly status: number
  /** all that has come so far */
  readonly events: readonly T[]
  /** the first matching event from `from` on */
  readonly find: (matches: (event: T) => boolean, from?: number) => Promise<T>
  readonly isOver: () => boolean
  readonly leave: () => void
}

const GIVE_UP_MS = 60_000

/** Opens a stream and collects its events as they come. */
export async function openStream<T>(address: string, headers: Record<string, string>): Promise<LiveStream<T>> {
  const end = new AbortController()
  const response = await fetch(address, { headers, signal: end.signal })
  const events: T[] = []
  const waiting = new Set<() => void>()
  let isOver = false
  const read = async (): Promise<void> => {
    let rest = ''
    for await (const piece of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + piece).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) if (block.startsWith('data: ')) events.push(JSON.parse(block.slice('data: '.length)))
      for (const check of waiting) check()
    }
  }
  void read()
    // cut off, by us or by the server's end
    .catch(() => undefined)
    .finally(() => {
      isOver = true
    })
  const find = (matches: (event: T) => boolean, from = 0): Promise<T> =>
    new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => reject(new Error(`not among ${JSON.stringify(events)}`)), GIVE_UP_MS)
      const check = (): void => {
        const found = events.slice(from).find(matches)
        if (found === undefined) return
        clearTimeout(giveUp)
        waiting.delete(check)
        resolve(found)
      }
      waiting.add(check)
      check()
    })
  return { status: response.status, events, find, isOver: () => isOver, leave: () => end.abort() }
}
