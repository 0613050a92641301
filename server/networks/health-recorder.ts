import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** Counts calls to a network in this process, and adds them to the minutes that all processes share. */
export interface HealthRecorder {
  readonly record: (isSuccess: boolean) => void
  /** writes what was counted since the last time */
  readonly flush: () => Promise<void>
}

interface Minute {
  calls: number
  failures: number
}

const MINUTE_MS = 60_000

export function createHealthRecorder(db: Database, networkId: string, clock: () => Date): HealthRecorder {
  let minutes = new Map<number, Minute>()
  let lastSuccessAt: Date | undefined
  let firstFailureAt: Date | undefined

  const record = (isSuccess: boolean): void => {
    const now = clock()
    const start = now.getTime() - (now.getTime() % MINUTE_MS)
    const minute = minutes.get(start) ?? { calls: 0, failures: 0 }
    minutes.set(start, minute)
    minute.calls++
    if (isSuccess) {
      lastSuccessAt = now
      firstFailureAt = undefined
    } else {
      minute.failures++
      firstFailureAt ??= now
    }
  }
  const flush = async (): Promise<void> => {
    if (minutes.size === 0) return
    const counted = [...minutes]
    const [success, failure] = [lastSuccessAt, firstFailureAt]
    minutes = new Map()
    lastSuccessAt = undefined
    firstFailureAt = undefined
    await db.transaction().execute(async (trx) => {
      await sql`
        INSERT INTO network_minutes AS m (network_id, minute, calls, failures)
        SELECT ${networkId}, to_timestamp(at), calls, failures
        FROM unnest(
          ${counted.map(([at]) => at / 1000)}::float8[],
          ${counted.map(([, { calls }]) => calls)}::int[],
          ${counted.map(([, { failures }]) => failures)}::int[]
        ) AS counted(at, calls, failures)
        ORDER BY at
        ON CONFLICT (network_id, minute) DO UPDATE SET calls = m.calls + excluded.calls, failures = m.failures + excluded.failures`.execute(
        trx,
      )
      // a success ends what was failing before; a failure after it begins anew
      await sql`
        UPDATE network_health SET last_success_at = greatest(last_success_at, ${success ?? null}::timestamptz),
          failing_since = CASE WHEN ${success ?? null}::timestamptz IS NULL
            THEN coalesce(failing_since, ${failure ?? null}::timestamptz) ELSE ${failure ?? null}::timestamptz END
        WHERE network_id = ${networkId}`.execute(trx)
    })
  }
  return { record, flush }
}
