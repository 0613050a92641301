import { type RawBuilder, sql } from 'kysely'
import { anomalyList, type getAnomalies } from '#contract/anomalies/anomalies.calls.ts'
import { UNKNOWN_ANOMALY } from '#contract/anomalies/anomaly-messages.ts'
import type { CallInput } from '#contract/call.ts'
import type { ValueCounts } from '#contract/value-counts.ts'
import { iccidCandidates } from '#domain/identifiers.ts'
import { AppError } from '#server/app-error.ts'
import { whereFound } from '#server/cells/cell-context.ts'
import { countValues } from '#server/cells/count-values.ts'
import { pageOfCells } from '#server/cells/pages.ts'
import type { Ctx } from '#server/context.ts'
import { momentText } from '#server/db/iso-text.ts'
import { keysIn } from '#server/db/keyset.ts'
import { newestFirst, newestFirstOrder, newestOf, olderThan, withinDays } from '#server/db/newest-first.ts'
import { rawRows } from '#server/db/raw-rows.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'
import type { ListPageAnswer } from '#server/http/answers.ts'
import { simLabel } from '#server/records/sim-label.ts'

type Query = CallInput<typeof getAnomalies>['query']
type AnomalyFilter = Omit<Query, 'limit' | 'cursor'>

const LIST = { table: 'anomalies', as: 'n', at: 'last_at', id: 'anomaly_id' } as const

export const ANOMALY_ORDER = { order: newestFirstOrder(LIST), keysOf: keysIn(anomalyList.names, ['lastAt', 'anomalyId']) }

/** The columns of the list in its order. */
const COLUMNS = sql`
  n.anomaly_id, ${momentText(sql`n.last_at`)}, ${momentText(sql`n.began_at`)}, n.hours, n.company_id, c.business_name, n.kind, n.measure,
  n.device, n.iccid, ${simLabel('n')}, n.sims, n.peers, n.observed, n.expected, n.own`

const JOINS = sql`JOIN companies c ON c.company_id = n.company_id`

/** A page of what was out of the ordinary among the reader's SIMs, newest first. */
export function anomalyPage(ctx: Ctx, query: Query): Promise<ListPageAnswer> {
  const { limit } = query
  const conditions = [...conditionsOf(ctx, query), olderThan(LIST, query.cursor)]
  const newest = newestOf(LIST, { scope: scopeOf(ctx.actor), conditions, limit })
  const page = sql`SELECT ${COLUMNS} FROM ${newest} n ${JOINS} ${newestFirst(LIST)} LIMIT ${limit}`
  return pageOfCells(ctx, page, { ...ANOMALY_ORDER, limit })
}

/** By kind. */
export const anomalyCounts = (ctx: Ctx, filter: Omit<AnomalyFilter, 'kind'>): Promise<ValueCounts> =>
  countValues(
    ctx,
    sql`
      SELECT n.kind AS value FROM anomalies n
      WHERE ${sql.join([inScope(scopeOf(ctx.actor), sql`n.company_id`), ...conditionsOf(ctx, filter)], sql` AND `)}`,
  )

/** All that match, in the columns of the list. @param limit rows at most */
export function anomalyQuery(ctx: Ctx, filter: AnomalyFilter, limit: number | undefined): RawBuilder<unknown> {
  const conditions = [inScope(scopeOf(ctx.actor), sql`n.company_id`), ...conditionsOf(ctx, filter)]
  return sql`
    SELECT ${COLUMNS} FROM anomalies n ${JOINS}
    WHERE ${sql.join(conditions, sql` AND `)} ${newestFirst(LIST)} ${limit === undefined ? sql`` : sql`LIMIT ${limit}`}`
}

function conditionsOf({ actor }: Ctx, { company, kind, device, icc, from, to }: AnomalyFilter): RawBuilder<unknown>[] {
  return [
    sql`true`,
    ...(company ? [sql`n.company_id = ${company}`] : []),
    ...(kind ? [sql`n.kind = ${kind}`] : []),
    ...(device ? [sql`strpos(lower(n.device), lower(${device})) > 0`] : []),
    ...(icc ? [sql`n.iccid = ANY(${iccidCandidates(icc)}::text[])`] : []),
    ...withinDays(sql`n.last_at`, { from, to }, actor.timeZone),
  ]
}

/** Some SIMs of a batch or a storm, in the order of their ICCs. */
export function anomalySims(ctx: Ctx, anomalyId: number): Promise<ListPageAnswer> {
  return whereFound(ctx, async ({ pool, db, actor }) => {
    const isIt = sql`n.anomaly_id = ${anomalyId} AND ${inScope(scopeOf(actor), sql`n.company_id`)}`
    const { rows } = await sql<{ found: number }>`SELECT count(*)::int AS found FROM anomalies n WHERE ${isIt}`.execute(db)
    if (rows[0]?.found !== 1) throw new AppError('not_found', { sentence: UNKNOWN_ANOMALY })
    const sims = await rawRows(
      { pool, db },
      sql`
        SELECT m.iccid, ${simLabel('m')} FROM anomalies n CROSS JOIN LATERAL (SELECT n.company_id, unnest(n.iccids) AS iccid) m
        WHERE ${isIt} ORDER BY m.iccid`,
    )
    return { kind: 'page', rows: sims }
  })
}
