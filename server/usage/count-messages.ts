import { sql } from 'kysely'
import type { JudgeUsage } from '../alarm-engine/judge-usage.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { addUsage } from './add-usage.ts'
import { type Change, joinAll } from './change.ts'
import { closeSessionsOf, SESSIONS_AT_ONCE } from './close-sessions.ts'
import { findSims } from './find-sims.ts'
import { readKeptHours } from './kept-hours.ts'
import { Ledger, type PlacedRecord } from './ledger.ts'
import { bySim } from './order.ts'
import { overlapped } from './overlapped.ts'
import { readSessions, writeSessions } from './sessions.queries.ts'
import { noteUnknown, type UnfoundRecord } from './unknown-subscribers.ts'
import type { UsageMessage, UsageRecord } from './usage-record.ts'
import { keepDifferences, keepWitnesses, witnessesOf } from './witnesses.ts'

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
  // nobody knows how many sessions a batch finds: each is looked up, whatever the planner believes, and nothing is compiled for it
  await sql`SELECT set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
    set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`.execute(trx)
  let records: Received<UsageRecord>[] = []
  const flush = async (): Promise<void> => {
    if (records.length > 0) await countRecords(trx, records, judge)
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
): Promise<void> {
  const placed = await placeRecords(trx, received)
  if (placed.length === 0) return
  const ledger = new Ledger(placed, await readKeptHours(trx, placed))
  ledger.remember(await readSessions(trx, ledger.names))
  for (const one of placed) ledger.count(one)
  const steps = [
    () => writeSessions(trx, ledger.sessions),
    () => addUsage(trx, ledger.usage),
    () => leaveChanges(trx, ledger.changes),
  ]
  const witnesses = await overlapped(steps, () => witnessesOf(ledger.counted))
  await judge(trx, ledger.usage, received.at(-1)?.receivedAt ?? new Date(0))
  await keepWitnesses(trx, witnesses)
  await keepDifferences(trx, ledger.differences)
}

/** Records with their SIMs, in the order of the SIMs' keys; those of one SIM as they came. The others are noted. */
async function placeRecords(trx: DatabaseTransaction, received: readonly Received<UsageRecord>[]): Promise<PlacedRecord[]> {
  const find = await findSims(
    trx,
    received.map(({ message }) => message),
  )
  const placed: PlacedRecord[] = []
  const unfound: UnfoundRecord[] = []
  for (const { message: record, receivedAt } of received) {
    const sim = find(record)
    if (typeof sim === 'string') unfound.push({ record, reason: sim })
    else placed.push({ sim, record, receivedAt })
  }
  if (unfound.length > 0) await noteUnknown(trx, unfound)
  return placed.sort((a, b) => bySim(a.sim, b.sim))
}

/** SIMs whose changes wait in one row: showing them takes some tenths of a second. */
const STEP = 1_000

async function leaveChanges(trx: DatabaseTransaction, changes: readonly Change[]): Promise<void> {
  for (let from = 0; from < changes.length; from += STEP) {
    const text = JSON.stringify(changes.slice(from, from + STEP))
    await sql`INSERT INTO live_changes (changes) VALUES (${text})`.execute(trx)
  }
}
