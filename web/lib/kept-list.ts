import { deleteStored, readStoredJson, writeStored } from './browser-storage.ts'

interface KeptListOptions<Item, Owner> {
  readonly key: string
  readonly max: number
  /** whose the list is: another person in this browser does not see it */
  nameOf(owner: Owner): string
  isItem(value: unknown): value is Item
  isSame(one: Item, other: Item): boolean
}

/** What the browser keeps of a person, the latest first. Where storage holds what another version wrote, there is none. */
export function keptList<Item, Owner>({ key, max, nameOf, isItem, isSame }: KeptListOptions<Item, Owner>) {
  const read = (owner: Owner): readonly Item[] => {
    const stored = readStoredJson(key) as { owner?: unknown; items?: unknown } | null
    return stored?.owner === nameOf(owner) && Array.isArray(stored.items) ? stored.items.filter(isItem).slice(0, max) : []
  }
  return {
    read,
    /** Puts it first. */
    keep(owner: Owner, item: Item): void {
      const items = [item, ...read(owner).filter((one) => !isSame(one, item))].slice(0, max)
      writeStored(key, JSON.stringify({ owner: nameOf(owner), items }))
    },
    /** Deletes all, at logging out. */
    deleteAll(): void {
      deleteStored(key)
    },
  }
}
