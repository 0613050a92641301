/** Gathers single requests and works them off in batches; no batch holds two of the same key. */
export interface Batcher<Item, Result> {
  readonly add: (item: Item) => Promise<Result>
  /** waits for what is under way */
  readonly end: () => Promise<void>
}

interface BatcherOptions<Item, Result> {
  readonly keyOf: (item: Item) => string
  /** one result for each item, in their order */
  readonly work: (items: readonly Item[]) => Promise<readonly Result[]>
  readonly most: number
  /** batches at once */
  readonly lanes: number
  /** how long the first of a batch waits for others */
  readonly lingerMs: number
}

interface Entry<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> {
  const { keyOf, work, most, lanes, lingerMs } = options
  let queue: Entry<Item, Result>[] = []
  const running = new Set<Promise<void>>()
  const busy = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  /** The next batch: the first of each key that nobody works on. */
  const cut = (): Entry<Item, Result>[] => {
    const batch: Entry<Item, Result>[] = []
    const rest: Entry<Item, Result>[] = []
    for (const entry of queue) {
      const key = keyOf(entry.item)
      const fits = batch.length < most && !busy.has(key)
      if (fits) busy.add(key)
      ;(fits ? batch : rest).push(entry)
    }
    queue = rest
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
    while (running.size < lanes) {
      const batch = cut()
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
    end: async () => {
      while (timer !== undefined || running.size > 0 || queue.length > 0) {
        await Promise.all(running)
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
    },
  }
}
