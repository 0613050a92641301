import { sql } from 'kysely'
import type { JudgeUsage } from '../alarm-engine/judge-usage.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { addUsage } from './add-usage.ts'
import { CLOSE_BATCH_SIZE, closeLostSessions } from './close-sessions.ts'
import { readCountedHours } from './counted-hours.ts'
import { findSims } from './find-sims.ts'
import { forwardToOtherCells } from './forward-usage.ts'
import { Ledger, type MatchedRecord } from './ledger.ts'
import { queueRuleFacts } from './queue-rule-facts.ts'
import { mergeBySim, type QueuedChange } from './queued-change.ts'
import { isRepeatedReset, withoutRepeats } from './repeated-messages.ts'
import { runPipelined } from './run-pipelined.ts'
import { readSessions, writeSessions } from './sessions.queries.ts'
import { bySim } from './sort-order.ts'
import { recordUnknownSubscribers, type UnmatchedRecord } from './unknown-subscribers.ts'
import type { UsageMessage, UsageRecord } from './usage-record.ts'
import { insertUsageDifferences, insertUsageRecords, prepareUsageRecords } from './usage-records.ts'

/** A message with its time of receipt. */
export interface ReceivedMessage<Message = UsageMessage> {
  readonly message: Message
  readonly receivedAt: Date
}

/**
 * Counts messages in order of receipt, in the caller's transaction: sessions, usage by hour and day, pools and the
 * records themselves; queues the changes of the SIMs' live rows. Only one transaction at a time may do this, because a
 * session is read, changed and written.
 * @param judge evaluates alarms for the SIMs with usage
 */
export async function countMessages(
  trx: DatabaseTransaction,
  received: readonly ReceivedMessage[],
  judge: JudgeUsage,
): Promise<void> {
  // the planner cannot estimate how many sessions a batch finds: forcing index look-ups and switching JIT off avoids
  // bad plans
  await sql`SELECT set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
    set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`.execute(trx)
  let records: ReceivedMessage<UsageRecord>[] = []
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
    if (await isRepeatedReset(trx, message)) continue
    for (let closed = CLOSE_BATCH_SIZE; closed === CLOSE_BATCH_SIZE; ) {
      const changes = await closeLostSessions(trx, message)
      await queueChanges(trx, mergeBySim(changes))
      closed = changes.length
    }
  }
  await flush()
}

async function countRecords(
  trx: DatabaseTransaction,
  received: readonly ReceivedMessage<UsageRecord>[],
  judge: JudgeUsage,
): Promise<void> {
  const matched = await withoutRepeats(trx, await matchRecords(trx, received))
  if (matched.length === 0) return
  const ledger = new Ledger(matched, await readCountedHours(trx, matched))
  ledger.loadSessions(await readSessions(trx, ledger.names))
  for (const one of matched) ledger.count(one)
  const steps = [
    () => writeSessions(trx, ledger.sessions),
    () => addUsage(trx, ledger.usage),
    () => queueChanges(trx, ledger.changes),
  ]
  const insertion = await runPipelined(steps, () => prepareUsageRecords(ledger.counted))
  await judge(trx, ledger.usage, received.at(-1)?.receivedAt ?? new Date(0))
  await insertUsageRecords(trx, insertion)
  await insertUsageDifferences(trx, ledger.differences)
  await queueRuleFacts(trx, ledger.counted)
}

/**
 * Matches records to their SIMs, sorted by the SIMs' keys; records of one SIM stay in order of receipt. Unmatched ones
 * are recorded.
 */
async function matchRecords(
  trx: DatabaseTransaction,
  received: readonly ReceivedMessage<UsageRecord>[],
): Promise<MatchedRecord[]> {
  const records = received.map(({ message }) => message)
  const find = await findSims(trx, records)
  const matched: MatchedRecord[] = []
  const unmatched: UnmatchedRecord[] = []
  for (const { message: record, receivedAt } of received) {
    const sim = find(record)
    if (typeof sim === 'string') unmatched.push({ record, receivedAt, reason: sim })
    else matched.push({ sim, record, receivedAt })
  }
  if (unmatched.length > 0) {
    const forwarded = await forwardToOtherCells(trx, unmatched)
    const unknown = unmatched.filter(({ record }) => !forwarded.has(record))
    await recordUnknownSubscribers(trx, unknown)
  }
  return matched.sort((a, b) => bySim(a.sim, b.sim))
}

/** SIMs per row of queued changes: applying a row takes some tenths of a second. */
const SIMS_PER_ROW = 1_000

async function queueChanges(trx: DatabaseTransaction, changes: readonly QueuedChange[]): Promise<void> {
  for (let from = 0; from < changes.length; from += SIMS_PER_ROW) {
    const text = JSON.stringify(changes.slice(from, from + SIMS_PER_ROW))
    await sql`INSERT INTO live_changes (changes) VALUES (${text})`.execute(trx)
  }
}
