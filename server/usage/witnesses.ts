import { type RawBuilder, sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'
import { isUniqueViolation } from '../db/errors.ts'
import { arrayLiteral as array, numbersLiteral as numbers } from './array-literal.ts'
import type { CountedRecord, Difference } from './ledger.ts'

const KIND = { started: 0, updated: 1, stopped: 2 } as const

/** Counted records, ready to be kept. */
export type Witnesses = RawBuilder<unknown>

export function witnessesOf(counted: readonly CountedRecord[]): Witnesses {
  const of = <T>(what: (one: CountedRecord) => T): T[] => counted.map(what)
  return sql`
    INSERT INTO usage_records (company_id, iccid, at, print, client_id, kind, session_key, input_bytes, output_bytes, used_bytes,
      received_at)
    SELECT company_id, iccid, to_timestamp(at), print, client_id, kind, session_key, input_bytes, output_bytes, used_bytes,
      to_timestamp(received_at)
    FROM unnest(${numbers(of(({ sim }) => sim.companyId))}::int[], ${array(of(({ sim }) => sim.iccid))}::text[],
      ${numbers(of(({ record }) => record.atMs / 1000))}::float8[], ${array(of(({ record }) => record.print))}::text[],
      ${numbers(of(({ record }) => record.clientId))}::smallint[], ${numbers(of(({ record }) => KIND[record.kind]))}::smallint[],
      ${array(of(({ record }) => record.sessionKey))}::text[], ${numbers(of(({ record }) => record.inputBytes))}::bigint[],
      ${numbers(of(({ record }) => record.outputBytes))}::bigint[], ${numbers(of(({ usedBytes }) => usedBytes))}::bigint[],
      ${numbers(of(({ receivedAt }) => receivedAt.getTime() / 1000))}::float8[]
    ) AS n(company_id, iccid, at, print, client_id, kind, session_key, input_bytes, output_bytes, used_bytes, received_at)`
}

/**
 * Keeps the witnesses. One that is there already came again after a crash: that is rare, and looking for it each time would be a
 * third of the work, so the database finds it as it writes. Nothing else may be under way on the connection.
 */
export async function keepWitnesses(trx: DatabaseTransaction, witnesses: Witnesses): Promise<void> {
  await sql`SAVEPOINT witnesses`.execute(trx)
  try {
    await witnesses.execute(trx)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    await sql`ROLLBACK TO SAVEPOINT witnesses`.execute(trx)
    await sql`${witnesses} ON CONFLICT DO NOTHING`.execute(trx)
  }
}

export async function keepDifferences(trx: DatabaseTransaction, differences: readonly Difference[]): Promise<void> {
  if (differences.length === 0) return
  const of = <T>(what: (one: Difference) => T): T[] => differences.map(what)
  await sql`
    INSERT INTO usage_differences (company_id, iccid, session_key, started_at, counted_bytes, final_bytes, source, found_at)
    SELECT company_id, iccid, session_key, to_timestamp(started_at), counted_bytes, final_bytes, source, to_timestamp(found_at)
    FROM unnest(${array(of(({ companyId }) => companyId))}::int[], ${array(of(({ iccid }) => iccid))}::text[],
      ${array(of(({ sessionKey }) => sessionKey))}::text[], ${array(of(({ startedAtMs }) => startedAtMs / 1000))}::float8[],
      ${array(of(({ countedBytes }) => countedBytes))}::bigint[], ${array(of(({ finalBytes }) => finalBytes))}::bigint[],
      ${array(of(({ source }) => source))}::text[], ${array(of(({ foundAtMs }) => foundAtMs / 1000))}::float8[]
    ) AS n(company_id, iccid, session_key, started_at, counted_bytes, final_bytes, source, found_at)`.execute(trx)
}
