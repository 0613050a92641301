/** A list with one of its items at another place; places beyond the ends are the ends. */
export function movedTo<T>(list: readonly T[], item: T, place: number): T[] {
  const others = list.filter((one) => one !== item)
  const at = Math.max(0, Math.min(place, others.length))
  return [...others.slice(0, at), item, ...others.slice(at)]
}

/** Where a key takes the item at a place among so many; undefined when it takes it nowhere. */
export function placeAfterKey(key: string, place: number, count: number): number | undefined {
  const to = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: count - 1 }[key]
  return to === undefined || to < 0 || to >= count || to === place ? undefined : to
}

/** The place of the row over which a pointer is. @param middles of the rows, from the top down, px */
export function placeAtPointer(y: number, middles: readonly number[]): number {
  return middles.filter((middle) => middle < y).length
}
