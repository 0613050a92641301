/** Numbers that look random and are the same for the same words: FNV-1a over the words, mixed as in MurmurHash3's finaliser. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

/** From 0 up to but not including 1, the same for the same words. */
export function chanceOf(...words: readonly (string | number)[]): number {
  return hash(words.join('\n')) / 4_294_967_296
}

/** A number between two, by a chance. */
export function within([least, most]: readonly [number, number], chance: number): number {
  return least + chance * (most - least)
}

/** A stream of chances that is the same for the same words. */
export interface Dice {
  readonly next: () => number
  readonly between: (least: number, most: number) => number
  readonly whole: (least: number, most: number) => number
  readonly happens: (probability: number) => boolean
  readonly pick: <T>(values: readonly [T, ...T[]]) => T
}

export function diceOf(...words: readonly (string | number)[]): Dice {
  const seed = words.join('\n')
  let rolls = 0
  const next = (): number => chanceOf(seed, rolls++)
  const between = (least: number, most: number): number => within([least, most], next())
  return {
    next,
    between,
    whole: (least, most) => Math.floor(between(least, most + 1)),
    happens: (probability) => next() < probability,
    pick: (values) => values[Math.floor(next() * values.length)] ?? values[0],
  }
}
