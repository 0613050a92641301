/** A source of pseudorandom numbers, equal for equal seeds. */
export interface SeededNumbers {
  /** from 0 up to but not including 1 */
  readonly next: () => number
  /** a whole number, both ends included */
  readonly whole: (from: number, to: number) => number
  readonly between: (from: number, to: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <T>(values: readonly T[]) => T
}

/** Mulberry32: 32 bits of state, fast, and even enough for demo data. */
export function createRandom(seed: number): SeededNumbers {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (from: number, to: number): number => from + next() * (to - from)
  const whole = (from: number, to: number): number => Math.floor(between(from, to + 1))
  const pick = <T>(values: readonly T[]): T => {
    const value = values[Math.floor(next() * values.length)]
    if (value === undefined) throw new Error('nothing to pick from')
    return value
  }
  return { next, between, whole, chance: (probability) => next() < probability, pick }
}

/** The values in another order, each order as likely (Fisher and Yates). */
export function shuffle<T>(values: T[], random: SeededNumbers): T[] {
  for (let last = values.length - 1; last > 0; last--) {
    const other = random.whole(0, last)
    const moved = values[last] as T
    values[last] = values[other] as T
    values[other] = moved
  }
  return values
}
