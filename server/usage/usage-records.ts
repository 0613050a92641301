import { type RawBuilder, sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'
import { isUniqueViolation } from '../db/errors.ts'
import { arrayLiteral as array, numbersLiteral as numbers } from './array-literal.ts'
import type { CountedRecord, UsageDifference } from './ledger.ts'

const KIND = { started: 0, updated: 1, stopped: 2 } as const

/** The insertion of counted records, prepared. */
export type UsageRecordInsertion = RawBuilder<unknown>

export function prepareUsageRecords(counted: readonly CountedRecord[]): UsageRecordInsertion {
  const column = <T>(pick: (one: CountedRecord) => T): T[] => counted.map(pick)
  return sql`
    INSERT INTO usage_records (company_id, iccid, at, fingerprint, client_id, kind, session_key, input_bytes, output_bytes, used_bytes,
      received_at)
    SELECT company_id, iccid, to_timestamp(at), fingerprint, client_id, kind, session_key, input_bytes, output_bytes, used_bytes,
      to_timestamp(received_at)
    FROM unnest(${numbers(column(({ sim }) => sim.companyId))}::int[], ${array(column(({ sim }) => sim.iccid))}::text[],
      ${numbers(column(({ record }) => record.atMs / 1000))}::float8[], ${array(column(({ record }) => record.fingerprint))}::text[],
      ${numbers(column(({ record }) => record.clientId))}::smallint[], ${numbers(column(({ record }) => KIND[record.kind]))}::smallint[],
      ${array(column(({ record }) => record.sessionKey))}::text[], ${numbers(column(({ record }) => record.inputBytes))}::bigint[],
      ${numbers(column(({ record }) => record.outputBytes))}::bigint[], ${numbers(column(({ usedBytes }) => usedBytes))}::bigint[],
      ${numbers(column(({ receivedAt }) => receivedAt.getTime() / 1000))}::float8[]
    ) AS n(company_id, iccid, at, fingerprint, client_id, kind, session_key, input_bytes, output_bytes, used_bytes, received_at)`
}

/**
 * Inserts usage records. A duplicate is a record received again after a crash: that is rare, and checking each time
 * would be a third of the work, so the unique key detects it. Nothing else may run on the connection.
 */
export async function insertUsageRecords(trx: DatabaseTransaction, insertion: UsageRecordInsertion): Promise<void> {
  await sql`SAVEPOINT usage_records`.execute(trx)
  try {
    await insertion.execute(trx)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    await sql`ROLLBACK TO SAVEPOINT usage_records`.execute(trx)
    await sql`${insertion} ON CONFLICT DO NOTHING`.execute(trx)
  }
}

export async function insertUsageDifferences(trx: DatabaseTransaction, differences: readonly UsageDifference[]): Promise<void> {
  if (differences.length === 0) return
  const column = <T>(pick: (one: UsageDifference) => T): T[] => differences.map(pick)
  await sql`
    INSERT INTO usage_differences (company_id, iccid, session_key, started_at, counted_bytes, final_bytes, source, found_at)
    SELECT company_id, iccid, session_key, to_timestamp(started_at), counted_bytes, final_bytes, source, to_timestamp(found_at)
    FROM unnest(${array(column(({ companyId }) => companyId))}::int[], ${array(column(({ iccid }) => iccid))}::text[],
      ${array(column(({ sessionKey }) => sessionKey))}::text[], ${array(column(({ startedAtMs }) => startedAtMs / 1000))}::float8[],
      ${array(column(({ countedBytes }) => countedBytes))}::bigint[], ${array(column(({ finalBytes }) => finalBytes))}::bigint[],
      ${array(column(({ source }) => source))}::text[], ${array(column(({ foundAtMs }) => foundAtMs / 1000))}::float8[]
    ) AS n(company_id, iccid, session_key, started_at, counted_bytes, final_bytes, source, found_at)`.execute(trx)
}
