import { type RawBuilder, sql } from 'kysely'
import { type CompanyScope, inScopeBesideText } from '../db/scope.ts'

type Condition = RawBuilder<unknown>

/** The numbers whose ends are indexed, by the letter before their last digits, the ICC first. */
const NUMBERS = {
  i: sql`t.iccid`,
  m: sql`split_part(t.identifiers, E'\n', 2)`,
  e: sql`split_part(t.identifiers, E'\n', 3)`,
} as const

/** Digits of an end in the index sim_texts_ends. */
const END_LENGTH = 4

/** The expression of the index. */
const ENDS = sql`ARRAY[${sql.join(
  Object.entries(NUMBERS).map(([letter, number]) => sql`${sql.lit(letter)} || right(${number}, ${sql.lit(END_LENGTH)})`),
)}]`

/**
 * The keys in the index of digits at the end. Three digits have ten keys, for each digit before them, and a thousand SIMs of a million for
 * each number: only the ICC's are looked up.
 */
function keysOf(digits: string): string[] {
  if (digits.length >= END_LENGTH) return Object.keys(NUMBERS).map((letter) => letter + digits.slice(-END_LENGTH))
  return Array.from({ length: 10 }, (_, before) => `i${before}${digits}`)
}

/** (company_id, iccid): SIMs one of whose numbers ends in some digits, three or more; those whose ICC does first. */
export function simsByEnd(scope: CompanyScope, digits: string, limit: number): Condition {
  const ending = Object.values(NUMBERS).map(
    (number, place) => sql`WHEN right(${number}, ${digits.length}::int) = ${digits} THEN ${sql.lit(place)}`,
  )
  return sql`
    SELECT company_id, iccid FROM (
      SELECT t.company_id, t.iccid, CASE ${sql.join(ending, sql` `)} END AS number FROM sim_texts t
      WHERE ${inScopeBesideText(scope)} AND ${ENDS} && ${keysOf(digits)}::text[] OFFSET 0) t
    WHERE number IS NOT NULL ORDER BY number, iccid LIMIT ${limit}`
}
