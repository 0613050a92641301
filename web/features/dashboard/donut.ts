export interface Slice {
  /** lengths along the ring, in its units */
  length: number
  offset: number
  /** colour, the darkest for the largest */
  color: string
}

export const RADIUS = 54
const ROUND = 2 * Math.PI * RADIUS
/** Gap between two slices. */
const GAP = 1.6
/** Darkest first; further slices share the last. Written in full, so that a search for a token finds it. */
const COLORS = ['var(--ink-1)', 'var(--ink-2)', 'var(--ink-3)', 'var(--ink-4)', 'var(--ink-5)', 'var(--ink-6)'] as const

/** The slices of a ring by their counts, largest first, each at least thick enough to be visible. */
export function slicesOf(counts: readonly number[]): Slice[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return []
  const gap = counts.filter((count) => count > 0).length > 1 ? GAP : 0
  let offset = 0
  return counts.map((count, index) => {
    const whole = (count / total) * ROUND
    const slice = { length: count > 0 ? Math.max(0.6, whole - gap) : 0, offset, color: COLORS[index] ?? 'var(--ink-6)' }
    offset += whole
    return slice
  })
}

export const dashOf = ({ length }: Slice): string => `${length.toFixed(2)} ${(ROUND - length).toFixed(2)}`
