/** px of a chip besides its text, of one letter on average, between two chips, and of the number of the others */
const CHIP_PX = 31
const LETTER_PX = 6.6
const GAP_PX = 4
const REST_PX = 28

const widthOf = (name: string): number => CHIP_PX + LETTER_PX * name.length

/**
 * How many chips fit in a line, by the length of their names: measuring each would hold up a list that scrolls. One at least, whose
 * name is cut where it is too long.
 */
export function tagsThatFit(names: readonly string[], px: number): number {
  let used = 0
  for (const [index, name] of names.entries()) {
    const rest = index < names.length - 1 ? GAP_PX + REST_PX : 0
    used += widthOf(name) + (index > 0 ? GAP_PX : 0)
    if (index > 0 && used + rest > px) return index
  }
  return names.length
}
