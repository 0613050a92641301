/** A list with one item moved to another position, clamped to the ends. */
export function movedTo<T>(list: readonly T[], item: T, place: number): T[] {
  const others = list.filter((one) => one !== item)
  const at = Math.max(0, Math.min(place, others.length))
  return [...others.slice(0, at), item, ...others.slice(at)]
}

/** The position to which a key moves an item; undefined for other keys. */
export function placeAfterKey(key: string, place: number, count: number): number | undefined {
  const to = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: count - 1 }[key]
  return to === undefined || to < 0 || to >= count || to === place ? undefined : to
}

/**
 * The row under a pointer.
 * @param middles of the rows, from the top down, px
 */
export function placeAtPointer(y: number, middles: readonly number[]): number {
  return middles.filter((middle) => middle < y).length
}
