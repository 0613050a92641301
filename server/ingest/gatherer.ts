/** Gathers single things for a moment and hands them on together. */
export interface Gatherer<Item> {
  /** @returns false when too much waits already: the caller turns it away */
  readonly add: (item: Item) => boolean
  /** waits for all that was added */
  readonly end: () => Promise<void>
}

interface Options<Item> {
  /** must not reject */
  readonly work: (items: readonly Item[]) => Promise<void>
  /** of one batch */
  readonly most: number
  /** batches at once */
  readonly lanes: number
  /** how long the first of a batch waits for others */
  readonly lingerMs: number
  /** that may wait */
  readonly room: number
}

export function createGatherer<Item>({ work, most, lanes, lingerMs, room }: Options<Item>): Gatherer<Item> {
  let waiting: Item[] = []
  const running = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  const start = (): void => {
    clearTimeout(timer)
    timer = undefined
    while (waiting.length > 0 && running.size < lanes) {
      const batch = waiting.slice(0, most)
      waiting = waiting.slice(most)
      const run = work(batch).finally(() => {
        running.delete(run)
        start()
      })
      running.add(run)
    }
  }
  return {
    add: (item) => {
      if (waiting.length >= room) return false
      waiting.push(item)
      if (waiting.length >= most) start()
      else timer ??= setTimeout(start, lingerMs)
      return true
    },
    end: async () => {
      start()
      while (running.size > 0) await Promise.all(running)
    },
  }
}
