/** A hash of text: FNV-1a, mixed by MurmurHash3's finaliser. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

/** A pseudo-random fraction in [0, 1) determined by the given words. */
export function seededFraction(...words: readonly (string | number)[]): number {
  return hash(words.join('\n')) / 4_294_967_296
}

/** Interpolates between two numbers by a fraction from 0 to 1. */
export function interpolate([min, max]: readonly [number, number], chance: number): number {
  return min + chance * (max - min)
}

/** A pseudo-random generator determined by its seed words. */
export interface SeededRandom {
  readonly next: () => number
  readonly between: (min: number, max: number) => number
  readonly whole: (min: number, max: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <T>(values: readonly [T, ...T[]]) => T
}

export function createSeededRandom(...words: readonly (string | number)[]): SeededRandom {
  const seed = words.join('\n')
  let draws = 0
  const next = (): number => seededFraction(seed, draws++)
  const between = (min: number, max: number): number => interpolate([min, max], next())
  return {
    next,
    between,
    whole: (min, max) => Math.floor(between(min, max + 1)),
    chance: (probability) => next() < probability,
    pick: (values) => values[Math.floor(next() * values.length)] ?? values[0],
  }
}
