const SURROGATE = /[\ud800-\udfff]/

/** By code point, as PostgreSQL's collation "C" does: JavaScript compares by code unit, which differs above U+D7FF. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  if (SURROGATE.test(a) || SURROGATE.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return a < b ? -1 : 1
}
