/** Lets those who name the same thing work one after the other. */
export function createTurns(): { take: <T>(name: string, work: () => Promise<T>) => Promise<T> } {
  const last = new Map<string, Promise<unknown>>()
  return {
    take: async (name, work) => {
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
