import { compareText } from '../db/compare-text.ts'

/** What several cells answered, each in order, as one list in that order. */
export function mergeSorted<Row>(
  answers: readonly (readonly Row[])[],
  compare: (a: Row, b: Row) => number,
  limit = Number.POSITIVE_INFINITY,
): Row[] {
  const [only = [], ...others] = answers
  if (others.length === 0) return [...only]
  return answers.flat().sort(compare).slice(0, limit)
}

/** Rows of several cells with the same key as one, each where its first was. */
export function combineSame<Row>(
  answers: readonly (readonly Row[])[],
  keyOf: (row: Row) => number | string,
  combine: (a: Row, b: Row) => Row,
): Row[] {
  const [only = [], ...others] = answers
  if (others.length === 0) return [...only]
  const rows = new Map<number | string, Row>()
  for (const row of answers.flat()) {
    const known = rows.get(keyOf(row))
    rows.set(keyOf(row), known === undefined ? row : combine(known, row))
  }
  return [...rows.values()]
}

/** Figures by name, the two added up. */
export function addUp<Name extends string>(
  names: readonly Name[],
  a: Readonly<Record<Name, number>>,
  b: Readonly<Record<Name, number>>,
): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, a[name] + b[name]])) as Record<Name, number>
}

/** Rows of several cells with the same key as one, these figures of theirs added up. */
export const sumSame = <Name extends string, Row extends Readonly<Record<Name, number>>>(
  answers: readonly (readonly Row[])[],
  keyOf: (row: Row) => number | string,
  names: readonly Name[],
): Row[] => combineSame(answers, keyOf, (a, b) => ({ ...a, ...addUp(names, a, b) }))

/** The sum of the figures of each key. */
export function sumByKey<Key>(figures: Iterable<readonly [Key, number]>): Map<Key, number> {
  const sums = new Map<Key, number>()
  for (const [key, figure] of figures) sums.set(key, (sums.get(key) ?? 0) + figure)
  return sums
}

/** Compares by several figures or texts, the first that differs; texts by code point, as PostgreSQL's collation "C" does. */
export const byKeys =
  <Row>(keysOf: (row: Row) => readonly (number | string)[], direction: 'ASC' | 'DESC' = 'ASC') =>
  (a: Row, b: Row): number => {
    const theirs = keysOf(b)
    for (const [index, key] of keysOf(a).entries()) {
      const other = theirs[index]
      if (other === undefined || key === other) continue
      const isBefore = typeof key === 'string' && typeof other === 'string' ? compareText(key, other) < 0 : key < other
      return isBefore === (direction === 'ASC') ? -1 : 1
    }
    return 0
  }
