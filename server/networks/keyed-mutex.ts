export interface KeyedMutex {
  readonly runExclusive: <T>(name: string, work: () => Promise<T>) => Promise<T>
}

/** Creates a mutex per key: work with the same key runs one after the other. */
export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()
  return {
    runExclusive: async (name, work) => {
      const own = (last.get(name) ?? Promise.resolve()).then(work, work)
      last.set(name, own)
      try {
        return await own
      } finally {
        if (last.get(name) === own) last.delete(name)
      }
    },
  }
}
