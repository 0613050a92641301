import { sql } from 'kysely'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { inTransaction, type Services } from '#server/context.ts'
import type { OperationRow } from './operation-row.ts'
import type { ClaimedLine } from './outcomes.ts'

/** Restarts of one SIM in an hour. */
const PER_HOUR = 3

/**
 * Reserves restarts and returns those over the limit: a SIM is restarted at most once a minute and three times an hour, by
 * all users together. The SIMs' rows are locked while it counts, so that two concurrent requests do not both pass.
 * @returns for each rejected line the seconds until it may be tried again
 */
export async function reserveRestarts(
  services: Pick<Services, 'db'>,
  operation: OperationRow,
  claimed: readonly ClaimedLine[],
  now: Date,
): Promise<Map<number, number>> {
  const first = claimed.filter(({ attempts, run, simCompanyId }) => attempts === 1 && run === 1 && simCompanyId !== null)
  if (first.length === 0) return new Map()
  const hourAgo = new Date(now.getTime() - HOUR_MS)
  const minuteAgo = new Date(now.getTime() - MINUTE_MS)
  return inTransaction(services, async (trx) => {
    const requested = sql`
      SELECT s.company_id, s.iccid, w.line FROM unnest(${first.map((line) => line.simCompanyId)}::int[],
        ${first.map((line) => line.iccid)}::text[], ${first.map((line) => line.line)}::int[]) AS w(company_id, iccid, line)
      JOIN sims s ON s.company_id = w.company_id AND s.iccid = w.iccid COLLATE "C"`
    // a separate statement: one that had to wait for the lock would count by its older snapshot
    await sql`${requested} ORDER BY s.company_id, s.iccid FOR UPDATE OF s`.execute(trx)
    const { rows } = await sql<{ line: number; waitMs: number }>`
      SELECT h.line, r.wait_ms AS "waitMs" FROM (${requested}) h
      CROSS JOIN LATERAL (
        SELECT greatest(
            CASE WHEN max(e.at) > ${minuteAgo} THEN extract(epoch FROM max(e.at) - ${minuteAgo}::timestamptz) ELSE 0 END,
            CASE WHEN count(*) >= ${PER_HOUR} THEN extract(epoch FROM min(e.at) - ${hourAgo}::timestamptz) ELSE 0 END
          )::float8 * 1000 AS wait_ms
        FROM (
          SELECT at FROM sim_events WHERE company_id = h.company_id AND iccid = h.iccid AND kind = 'restart_requested' AND at > ${hourAgo}
          ORDER BY at DESC LIMIT ${PER_HOUR}
        ) e
      ) r`.execute(trx)
    const refused = new Map(rows.filter(({ waitMs }) => waitMs > 0).map(({ line, waitMs }) => [line, Math.ceil(waitMs / 1000)]))
    const allowed = first.filter(({ line }) => !refused.has(line))
    await sql`
      INSERT INTO sim_events (company_id, iccid, at, kind, actor, detail)
      SELECT company_id, iccid, ${now}, 'restart_requested', ${operation.actor}, jsonb_strip_nulls(jsonb_build_object(
        'operationId', ${operation.operationId}::int, 'reason', nullif(${operation.reason}, '')))
      FROM unnest(${allowed.map((line) => line.simCompanyId)}::int[], ${allowed.map((line) => line.iccid)}::text[]) AS a(company_id, iccid)`.execute(
      trx,
    )
    return refused
  })
}
