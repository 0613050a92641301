/** px between two chips */
export const CHIP_GAP = 6

/** How many of the first chips fit, with the one that has the others where not all do. */
export function chipsThatFit(widths: readonly number[], more: number, space: number): number {
  let used = 0
  let fits = 0
  for (const width of widths) {
    used += width + CHIP_GAP
    if (used + more + CHIP_GAP <= space) fits += 1
  }
  return used <= space ? widths.length : fits
}
