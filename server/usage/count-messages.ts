import { sql } from 'kysely'
import type { JudgeUsage } from '../alarms/judge-usage.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { addUsage } from './add-usage.ts'
import { arrayLiteral as array } from './array-literal.ts'
import { type Change, joinAll } from './change.ts'
import { closeSessionsOf, SESSIONS_AT_ONCE } from './close-sessions.ts'
import { findSims } from './find-sims.ts'
import { type CountedRecord, type Difference, Ledger, type PlacedRecord } from './ledger.ts'
import { readSessions, type SessionName, writeSessions } from './sessions.queries.ts'
import { noteUnknown, type UnfoundRecord } from './unknown-subscribers.ts'
import type { UsageMessage, UsageRecord } from './usage-record.ts'

/** A message with when it came. */
export interface Received<Message = UsageMessage> {
  readonly message: Message
  readonly receivedAt: Date
}

/**
 * Counts messages in the order in which they came: sessions, usage by hour and day, pools, the records themselves; and leaves
 * behind what it changes of the SIMs' live rows. All in the caller's transaction.
 * One transaction at a time may do it, for a session is read, changed and written.
 * @param judge says what alarms have to say of the SIMs that used something
 */
export async function countMessages(trx: DatabaseTransaction, received: readonly Received[], judge: JudgeUsage): Promise<void> {
  // nobody knows how many sessions a batch finds: each is looked up, whatever the planner believes
  await sql`SELECT set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
    set_config('enable_seqscan', 'off', true)`.execute(trx)
  let records: Received<UsageRecord>[] = []
  const flush = async (): Promise<void> => {
    if (records.length > 0) await leaveChanges(trx, await countRecords(trx, records, judge))
    records = []
  }
  for (const { message, receivedAt } of received) {
    if (message.kind !== 'reset') {
      records.push({ message, receivedAt })
      continue
    }
    await flush()
    for (let closed = SESSIONS_AT_ONCE; closed === SESSIONS_AT_ONCE; ) {
      const changes = await closeSessionsOf(trx, message)
      await leaveChanges(trx, joinAll(changes))
      closed = changes.length
    }
  }
  await flush()
}

async function countRecords(
  trx: DatabaseTransaction,
  received: readonly Received<UsageRecord>[],
  judge: JudgeUsage,
): Promise<readonly Change[]> {
  const find = await findSims(
    trx,
    received.map(({ message }) => message),
  )
  const placed: PlacedRecord[] = []
  const unfound: UnfoundRecord[] = []
  const receivedAt = new Map<UsageRecord, Date>()
  for (const { message, receivedAt: at } of received) {
    const sim = find(message)
    receivedAt.set(message, at)
    if (typeof sim === 'string') unfound.push({ record: message, reason: sim })
    else placed.push({ sim, record: message })
  }
  if (unfound.length > 0) await noteUnknown(trx, unfound)
  if (placed.length === 0) return []
  const ledger = new Ledger()
  const { names, positionOf } = sessionNames(placed)
  const known = await readSessions(trx, names)
  for (const one of placed) ledger.count(one, () => known.get(positionOf(one)) ?? [])
  await writeSessions(trx, ledger.sessions)
  await addUsage(trx, ledger.usage)
  await judge(trx, ledger.usage, received.at(-1)?.receivedAt ?? new Date(0))
  await keepRecords(trx, ledger.counted, receivedAt)
  if (ledger.differences.length > 0) await keepDifferences(trx, ledger.differences, received[0]?.receivedAt ?? new Date(0))
  return ledger.changes
}

function sessionNames(placed: readonly PlacedRecord[]) {
  const positions = new Map<string, number>()
  const names: SessionName[] = []
  const keyOf = ({ sim, record }: PlacedRecord): string => `${sim.companyId} ${sim.iccid} ${record.sessionKey}`
  for (const one of placed) {
    const key = keyOf(one)
    if (positions.has(key)) continue
    positions.set(key, names.length)
    names.push({ companyId: one.sim.companyId, iccid: one.sim.iccid, sessionKey: one.record.sessionKey })
  }
  return { names, positionOf: (one: PlacedRecord): number => positions.get(keyOf(one)) ?? -1 }
}

const KIND = { started: 0, updated: 1, stopped: 2 } as const

/** The witnesses. One that is there already came again after a crash. */
async function keepRecords(
  trx: DatabaseTransaction,
  counted: readonly CountedRecord[],
  receivedAt: ReadonlyMap<UsageRecord, Date>,
): Promise<void> {
  const of = <T>(what: (one: CountedRecord) => T): T[] => counted.map(what)
  await sql`
    INSERT INTO usage_records (company_id, iccid, at, print, client_id, kind, session_key, input_bytes, output_bytes, used_bytes,
      received_at)
    SELECT company_id, iccid, to_timestamp(at), print, client_id, kind, session_key, input_bytes, output_bytes, used_bytes,
      to_timestamp(received_at)
    FROM unnest(${array(of(({ sim }) => sim.companyId))}::int[], ${array(of(({ sim }) => sim.iccid))}::text[],
      ${array(of(({ record }) => record.atMs / 1000))}::float8[], ${array(of(({ record }) => record.print))}::text[],
      ${array(of(({ record }) => record.clientId))}::smallint[], ${array(of(({ record }) => KIND[record.kind]))}::smallint[],
      ${array(of(({ record }) => record.sessionKey))}::text[], ${array(of(({ record }) => record.inputBytes))}::bigint[],
      ${array(of(({ record }) => record.outputBytes))}::bigint[], ${array(of(({ usedBytes }) => usedBytes))}::bigint[],
      ${array(of(({ record }) => (receivedAt.get(record)?.getTime() ?? record.atMs) / 1000))}::float8[]
    ) AS n(company_id, iccid, at, print, client_id, kind, session_key, input_bytes, output_bytes, used_bytes, received_at)
    ON CONFLICT DO NOTHING`.execute(trx)
}

async function keepDifferences(trx: DatabaseTransaction, differences: readonly Difference[], foundAt: Date): Promise<void> {
  const of = <T>(what: (one: Difference) => T): T[] => differences.map(what)
  await sql`
    INSERT INTO usage_differences (company_id, iccid, session_key, started_at, counted_bytes, final_bytes, source, found_at)
    SELECT company_id, iccid, session_key, to_timestamp(started_at), counted_bytes, final_bytes, source, ${foundAt}
    FROM unnest(${array(of(({ companyId }) => companyId))}::int[], ${array(of(({ iccid }) => iccid))}::text[],
      ${array(of(({ sessionKey }) => sessionKey))}::text[], ${array(of(({ startedAtMs }) => startedAtMs / 1000))}::float8[],
      ${array(of(({ countedBytes }) => countedBytes))}::bigint[], ${array(of(({ finalBytes }) => finalBytes))}::bigint[],
      ${array(of(({ source }) => source))}::text[]
    ) AS n(company_id, iccid, session_key, started_at, counted_bytes, final_bytes, source)`.execute(trx)
}

/** SIMs whose changes wait in one row: one step of showing them. */
const STEP = 2_000

async function leaveChanges(trx: DatabaseTransaction, changes: readonly Change[]): Promise<void> {
  for (let from = 0; from < changes.length; from += STEP) {
    const text = JSON.stringify(changes.slice(from, from + STEP))
    await sql`INSERT INTO live_changes (changes) VALUES (${text})`.execute(trx)
  }
}
