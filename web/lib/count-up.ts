/** The dashboard's figures count up for this long, ms (specification section 9). */
export const COUNT_UP_MS = 3000

/** The figure after so many ms: fast first, then slower, so that the last digits are readable before the end. */
export function countUpAt(value: number, elapsedMs: number): number {
  const part = Math.min(1, Math.max(0, elapsedMs / COUNT_UP_MS))
  return Math.round(value * (1 - (1 - part) ** 4))
}
