/**
 * Collects single requests and processes them in batches; no two items of the same key are processed at the same time.
 */
export interface Batcher<Item, Result> {
  readonly add: (item: Item) => Promise<Result>
  /** resolves once the queue is empty and no batch is running */
  readonly close: () => Promise<void>
}

interface BatcherOptions<Item, Result> {
  readonly keyOf: (item: Item) => string
  /** returns one result for each item, in order */
  readonly work: (items: readonly Item[]) => Promise<readonly Result[]>
  readonly maxSize: number
  /** concurrent batches */
  readonly concurrency: number
  /** how long the first item of a batch waits for others, ms */
  readonly lingerMs: number
}

interface Entry<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> {
  const { keyOf, work, maxSize, concurrency, lingerMs } = options
  let queue: Entry<Item, Result>[] = []
  const running = new Set<Promise<void>>()
  const busy = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  /** The next batch: the first item of each key that is not being processed. */
  const nextBatch = (): Entry<Item, Result>[] => {
    const batch: Entry<Item, Result>[] = []
    const remaining: Entry<Item, Result>[] = []
    for (const entry of queue) {
      const key = keyOf(entry.item)
      const fits = batch.length < maxSize && !busy.has(key)
      if (fits) busy.add(key)
      ;(fits ? batch : remaining).push(entry)
    }
    queue = remaining
    return batch
  }
  const run = async (batch: readonly Entry<Item, Result>[]): Promise<void> => {
    try {
      const results = await work(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    for (const { item } of batch) busy.delete(keyOf(item))
  }
  const start = (): void => {
    timer = undefined
    while (running.size < concurrency) {
      const batch = nextBatch()
      if (batch.length === 0) return
      const work = run(batch).finally(() => {
        running.delete(work)
        start()
      })
      running.add(work)
    }
  }
  return {
    add: (item) =>
      new Promise<Result>((resolve, reject) => {
        queue.push({ item, resolve, reject })
        timer ??= setTimeout(start, lingerMs)
      }),
    close: async () => {
      while (timer !== undefined || running.size > 0 || queue.length > 0) {
        await Promise.all(running)
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
    },
  }
}
