import { sql } from 'kysely'
import { MINUTE_MS } from '#domain/time.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { LATENCY_BOUNDS_MS, latencyBucket } from './latency.ts'

/** A completed call. */
export interface NetworkCallResult {
  /** name of the command or read */
  readonly call: string
  readonly ms: number
  /** undefined: the network answered */
  readonly fault?: { readonly cause: string; readonly text: string } | undefined
}

/** Counts this process's calls to a network, and adds them to the per-minute statistics shared by all processes. */
export interface HealthRecorder {
  readonly record: (result: NetworkCallResult) => void
  /**
   * Writes the counts since the last flush.
   * @param breakerUntil while this process's breaker is open: time of its next trial
   */
  readonly flush: (breakerUntil?: Date) => Promise<void>
}

interface Minute {
  calls: number
  failures: number
  readonly latencies: number[]
}

interface Fault {
  readonly call: string
  readonly cause: string
  readonly text: string
  times: number
  at: Date
}

/** Kinds of faults written per flush: a network that is down has one or two. */
const MAX_FAULTS = 10

const latenciesOf = (ms?: number): number[] =>
  Array.from({ length: LATENCY_BOUNDS_MS.length + 1 }, (_, bucket) => Number(ms !== undefined && bucket === latencyBucket(ms)))

const newMinute = (): Minute => ({ calls: 0, failures: 0, latencies: latenciesOf() })

/** What is not written yet. */
interface Counts {
  readonly minutes: Map<number, Minute>
  readonly faults: Map<string, Fault>
  lastSuccessAt: Date | undefined
  /** since the last success */
  firstFailureAt: Date | undefined
}

const newCounts = (): Counts => ({ minutes: new Map(), faults: new Map(), lastSuccessAt: undefined, firstFailureAt: undefined })

export function createHealthRecorder(db: Database, networkId: string, clock: () => Date): HealthRecorder {
  let counts = newCounts()

  const record = ({ call, ms, fault }: NetworkCallResult): void => {
    const now = clock()
    const start = now.getTime() - (now.getTime() % MINUTE_MS)
    addMinute(counts.minutes, start, { calls: 1, failures: fault ? 1 : 0, latencies: latenciesOf(ms) })
    if (fault) {
      counts.firstFailureAt ??= now
      mergeFault(counts.faults, { call, ...fault, times: 1, at: now })
    } else {
      counts.lastSuccessAt = now
      counts.firstFailureAt = undefined
    }
  }
  const flush = async (breakerUntil?: Date): Promise<void> => {
    if (counts.minutes.size === 0 && !breakerUntil) return
    const flushed = counts
    counts = newCounts()
    const { minutes, faults, lastSuccessAt, firstFailureAt } = flushed
    try {
      await db.transaction().execute(async (trx) => {
        if (minutes.size > 0) await addMinutes(trx, networkId, minutes)
        if (faults.size > 0) await addFaults(trx, networkId, [...faults.values()])
        const marks = { success: lastSuccessAt ?? null, failure: firstFailureAt ?? null, breakerUntil: breakerUntil ?? null }
        await updateHealth(trx, networkId, marks)
      })
    } catch (error) {
      // they are written with the next ones
      counts = together(flushed, counts)
      throw error
    }
  }
  return { record, flush }
}

/** What was counted before and after, each once. */
function together(before: Counts, after: Counts): Counts {
  for (const [start, minute] of after.minutes) addMinute(before.minutes, start, minute)
  for (const fault of after.faults.values()) mergeFault(before.faults, fault)
  return {
    ...before,
    lastSuccessAt: after.lastSuccessAt ?? before.lastSuccessAt,
    firstFailureAt: after.lastSuccessAt ? after.firstFailureAt : (before.firstFailureAt ?? after.firstFailureAt),
  }
}

function addMinute(minutes: Map<number, Minute>, start: number, { calls, failures, latencies }: Minute): void {
  const minute = minutes.get(start) ?? newMinute()
  minutes.set(start, minute)
  minute.calls += calls
  minute.failures += failures
  for (const [bucket, count] of latencies.entries()) minute.latencies[bucket] = (minute.latencies[bucket] ?? 0) + count
}

interface HealthMarks {
  readonly success: Date | null
  /** the first failure since the last success */
  readonly failure: Date | null
  readonly breakerUntil: Date | null
}

/** A success ends the failing period; a later failure starts a new one. */
async function updateHealth(
  trx: DatabaseTransaction,
  networkId: string,
  { success, failure, breakerUntil }: HealthMarks,
): Promise<void> {
  await sql`
    UPDATE network_health SET last_success_at = greatest(last_success_at, ${success}::timestamptz),
      failing_since = CASE WHEN ${success}::timestamptz IS NULL
        THEN coalesce(failing_since, ${failure}::timestamptz) ELSE ${failure}::timestamptz END,
      breaker_until = greatest(breaker_until, ${breakerUntil}::timestamptz)
    WHERE network_id = ${networkId}`.execute(trx)
}

/** Merges equal faults into one with a count. */
function mergeFault(faults: Map<string, Fault>, fault: Fault): void {
  const key = JSON.stringify([fault.call, fault.cause, fault.text])
  const known = faults.get(key)
  if (known) {
    known.times += fault.times
    known.at = fault.at
  } else if (faults.size < MAX_FAULTS) faults.set(key, fault)
}

async function addMinutes(trx: DatabaseTransaction, networkId: string, minutes: ReadonlyMap<number, Minute>): Promise<void> {
  const rows = [...minutes].map(([at, minute]) => ({ at: new Date(at), ...minute }))
  await sql`
    INSERT INTO network_minutes AS m (network_id, minute, calls, failures, latencies)
    SELECT ${networkId}, at, calls, failures, latencies
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS counted(at timestamptz, calls int, failures int, latencies int[])
    ORDER BY at
    ON CONFLICT (network_id, minute) DO UPDATE SET calls = m.calls + excluded.calls, failures = m.failures + excluded.failures,
      latencies = ARRAY(SELECT coalesce(a, 0) + coalesce(b, 0)
        FROM unnest(m.latencies, excluded.latencies) WITH ORDINALITY AS t(a, b, n) ORDER BY n)`.execute(trx)
}

async function addFaults(trx: DatabaseTransaction, networkId: string, faults: readonly Fault[]): Promise<void> {
  await trx
    .insertInto('network_faults')
    .values(faults.map(({ text, ...fault }) => ({ network_id: networkId, ...fault, text: text.slice(0, 300) })))
    .execute()
}
