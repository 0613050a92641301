interface KeptListOptions<Item, Owner> {
  readonly key: string
  readonly max: number
  /** whose the list is: another person in this browser does not see it */
  nameOf(owner: Owner): string
  isItem(value: unknown): value is Item
  isSame(one: Item, other: Item): boolean
}

/** What the browser keeps of a person, the latest first. Storage can be blocked, or hold what another version wrote: then there is none. */
export function keptList<Item, Owner>({ key, max, nameOf, isItem, isSame }: KeptListOptions<Item, Owner>) {
  const read = (owner: Owner): readonly Item[] => {
    try {
      const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as { owner?: unknown; items?: unknown }
      return stored.owner === nameOf(owner) && Array.isArray(stored.items) ? stored.items.filter(isItem).slice(0, max) : []
    } catch {
      return []
    }
  }
  return {
    read,
    /** Puts it first. */
    keep(owner: Owner, item: Item): void {
      const items = [item, ...read(owner).filter((one) => !isSame(one, item))].slice(0, max)
      try {
        localStorage.setItem(key, JSON.stringify({ owner: nameOf(owner), items }))
      } catch {
        // without storage there are none
      }
    },
    /** Deletes all, at logging out. */
    deleteAll(): void {
      try {
        localStorage.removeItem(key)
      } catch {
        // without storage there are none
      }
    },
  }
}
