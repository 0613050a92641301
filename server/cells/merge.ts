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

/** Compares by several figures or texts, the first that differs; texts by code unit, as PostgreSQL's collation "C" does. */
export const byKeys =
  <Row>(keysOf: (row: Row) => readonly (number | string)[], direction: 'ASC' | 'DESC' = 'ASC') =>
  (a: Row, b: Row): number => {
    const theirs = keysOf(b)
    for (const [index, key] of keysOf(a).entries()) {
      const other = theirs[index]
      if (other === undefined || key === other) continue
      return key < other === (direction === 'ASC') ? -1 : 1
    }
    return 0
  }
