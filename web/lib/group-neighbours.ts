/** The first of a group and those that follow it. */
export type NeighbourGroup<Item> = readonly [Item, ...Item[]]

/** Items that follow one another and belong to the first of them, in their order. */
export function groupNeighbours<Item>(
  items: readonly Item[],
  belongs: (first: Item, next: Item) => boolean,
): NeighbourGroup<Item>[] {
  const groups: [Item, ...Item[]][] = []
  for (const item of items) {
    const last = groups.at(-1)
    if (last && belongs(last[0], item)) last.push(item)
    else groups.push([item])
  }
  return groups
}
