import { sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'
import { arrayLiteral as array, numbersLiteral as numbers } from './array-literal.ts'
import type { MatchedRecord } from './ledger.ts'
import type { SourceReset } from './usage-record.ts'

/**
 * How long after a packet its retransmission may be received: clients give up after 30 s (RFC 5080 section 2.2.1). The rest is for
 * clocks of processes that differ.
 */
const REPEAT_WINDOW_S = 120

/**
 * Drops the records of packets that were received twice: one process stored the packet and died before its answer, another received
 * the retransmission. Only a record without a clock of its source is looked up: its time is that of its receipt, so the second one
 * seems to be later, and a lower counter than the latest one would count as a restarted one. With a source clock both have the same
 * time, and the second adds nothing.
 */
export async function withoutRepeats(
  trx: DatabaseTransaction,
  matched: readonly MatchedRecord[],
): Promise<readonly MatchedRecord[]> {
  const unclocked = matched.filter(({ record }) => !record.hasSourceClock)
  if (unclocked.length === 0) return matched
  const counted = await countedBefore(trx, unclocked)
  const lastAt = new Map<string, number>()
  return matched.filter((one) => {
    const { sim, record } = one
    if (record.hasSourceClock) return true
    if (counted.has(one)) return false
    const key = `${sim.companyId} ${sim.iccid} ${record.fingerprint}`
    const before = lastAt.get(key)
    lastAt.set(key, record.atMs)
    return before === undefined || Math.abs(record.atMs - before) > REPEAT_WINDOW_S * 1000
  })
}

async function countedBefore(trx: DatabaseTransaction, matched: readonly MatchedRecord[]): Promise<ReadonlySet<MatchedRecord>> {
  const column = <T>(pick: (one: MatchedRecord) => T): T[] => matched.map(pick)
  const { rows } = await sql<{ position: number }>`
    SELECT n.position::int AS position
    FROM unnest(${numbers(column(({ sim }) => sim.companyId))}::int[], ${array(column(({ sim }) => sim.iccid))}::text[],
      ${numbers(column(({ record }) => record.atMs / 1000))}::float8[], ${array(column(({ record }) => record.fingerprint))}::text[]
    ) WITH ORDINALITY AS n(company_id, iccid, at, fingerprint, position)
    WHERE EXISTS (
      SELECT FROM usage_records r WHERE r.company_id = n.company_id AND r.iccid = n.iccid COLLATE "C"
        AND r.at BETWEEN to_timestamp(n.at - ${sql.lit(REPEAT_WINDOW_S)}) AND to_timestamp(n.at + ${sql.lit(REPEAT_WINDOW_S)})
        AND r.fingerprint = n.fingerprint COLLATE "C")`.execute(trx)
  return new Set(rows.flatMap(({ position }) => matched[position - 1] ?? []))
}

/** Whether the last restart of an access server is received again: sessions that began since would be closed with the old ones. */
export async function isRepeatedReset(
  trx: DatabaseTransaction,
  { clientId, nas, atMs, fingerprint }: SourceReset,
): Promise<boolean> {
  const at = new Date(atMs)
  const { rows } = await sql<{ isNew: boolean }>`
    INSERT INTO source_resets AS r (schema_name, client_id, nas, fingerprint, at)
    VALUES (current_schema(), ${clientId}, ${nas}, ${fingerprint}, ${at})
    ON CONFLICT (schema_name, client_id, nas) DO UPDATE SET fingerprint = excluded.fingerprint, at = excluded.at
      WHERE r.fingerprint = '' OR r.fingerprint <> excluded.fingerprint
        OR excluded.at - r.at > make_interval(secs => ${sql.lit(REPEAT_WINDOW_S)})
    RETURNING true AS "isNew"`.execute(trx)
  return rows.length === 0
}
