const MOST = 2_147_483_647

/** A cursor that is a row's number; whatever else somebody sends is one that PostgreSQL's integer holds. */
export function cursorNumber(cursor: string): number {
  const number = Number.parseInt(cursor, 10)
  return Number.isNaN(number) ? 0 : Math.min(Math.max(number, 0), MOST)
}
