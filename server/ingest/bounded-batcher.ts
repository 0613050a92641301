/** Collects single items and processes them in batches, with a bounded queue. */
export interface BoundedBatcher<Item> {
  /** @returns false when the queue is full */
  readonly add: (item: Item) => boolean
  /** resolves once all added items are processed */
  readonly close: () => Promise<void>
}

interface Options<Item> {
  /** must not reject */
  readonly work: (items: readonly Item[]) => Promise<void>
  /** items per batch */
  readonly maxSize: number
  /** concurrent batches */
  readonly concurrency: number
  /** how long the first item of a batch waits for others, ms */
  readonly lingerMs: number
  /** items that may wait */
  readonly maxQueued: number
}

export function createBoundedBatcher<Item>({
  work,
  maxSize,
  concurrency,
  lingerMs,
  maxQueued,
}: Options<Item>): BoundedBatcher<Item> {
  let queue: Item[] = []
  const running = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  const start = (): void => {
    clearTimeout(timer)
    timer = undefined
    while (queue.length > 0 && running.size < concurrency) {
      const batch = queue.slice(0, maxSize)
      queue = queue.slice(maxSize)
      const run = work(batch).finally(() => {
        running.delete(run)
        start()
      })
      running.add(run)
    }
  }
  return {
    add: (item) => {
      if (queue.length >= maxQueued) return false
      queue.push(item)
      if (queue.length >= maxSize) start()
      else timer ??= setTimeout(start, lingerMs)
      return true
    },
    close: async () => {
      start()
      while (running.size > 0) await Promise.all(running)
    },
  }
}
