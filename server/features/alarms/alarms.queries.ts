import { type RawBuilder, sql } from 'kysely'
import { ALARM_SENTENCES } from '#contract/alarms/alarm-messages.ts'
import { alarmList, type getAlarms, type getSimAlarms } from '#contract/alarms/alarms.calls.ts'
import type { CallData, CallInput } from '#contract/call.ts'
import { billingCycleAt, type Day } from '#domain/billing-cycle.ts'
import { AppError } from '#server/app-error.ts'
import { fromEachCell } from '#server/cells/cell-context.ts'
import { combineSame } from '#server/cells/merge.ts'
import { pageOfCells } from '#server/cells/pages.ts'
import type { Ctx } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { momentText } from '#server/db/iso-text.ts'
import { keyset, keysIn } from '#server/db/keyset.ts'
import type { RawRow } from '#server/db/pipeline.ts'
import { rawRows, wholeList } from '#server/db/raw-rows.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'
import type { ListPageAnswer } from '#server/http/answers.ts'
import { alarmHoldsText } from '#server/records/alarm-holds-text.ts'
import { scopeOfCompany } from '#server/records/company-tree.ts'
import { requireSim } from '#server/records/find-sim.ts'
import { firedByDay } from '#server/records/fired-days.ts'
import { isInGroup } from '#server/records/in-group.ts'

type Query = CallInput<typeof getAlarms>['query']

/** The number of SIMs in a group and those inside it, of a plan or all (null), without terminated ones. */
export function simsInGroup(
  companyId: RawBuilder<unknown>,
  groupId: RawBuilder<unknown>,
  planCode: RawBuilder<unknown>,
): RawBuilder<number> {
  return sql<number>`
    SELECT count(*) FROM tags around
    JOIN tags own ON own.company_id = around.company_id AND (own.key = around.key OR starts_with(own.key, around.key || '|'))
    JOIN sim_tags g ON g.company_id = own.company_id AND g.tag_id = own.tag_id
    JOIN sims s ON s.company_id = g.company_id AND s.iccid = g.iccid
    WHERE around.company_id = ${companyId} AND around.tag_id = ${groupId} AND own.is_group
      AND s.administrative_status NOT IN (6, 7) AND (${planCode}::text IS NULL OR s.plan_code = ${planCode})`
}

/** SIMs with a notice of the alarm in the running cycle, and those whose data it holds cut. */
const NOTIFIED_SIMS = sql`
  SELECT count(DISTINCT n.iccid) FILTER (WHERE n.kind = 'limit') AS fired, count(DISTINCT n.iccid) FILTER (WHERE n.kind = 'warning') AS warned,
    count(DISTINCT n.iccid) FILTER (WHERE n.action IN ('due', 'ordered', 'cut')) AS cut
  FROM alarm_notices n
  WHERE n.company_id = a.company_id AND n.alarm_id = a.alarm_id AND n.rearmed_at IS NULL
    AND n.cycle_start = billing_cycle_start((a.now AT TIME ZONE c.time_zone)::date, c.cycle_anchor_day)`

const COVERED_SIMS = sql`
  SELECT CASE WHEN a.group_id IS NULL THEN (
    SELECT coalesce(sum(t.sims), 0) FROM sim_tallies t
    WHERE t.company_id = a.company_id AND t.administrative_status NOT IN (6, 7) AND (a.plan_code IS NULL OR t.plan_code = a.plan_code)
  ) ELSE (${simsInGroup(sql`a.company_id`, sql`a.group_id`, sql`a.plan_code`)}) END AS sims`

/** Both kinds, which precede the hour in its index. */
const OWN_HOURS = sql`h.company_id = a.company_id AND h.alarm_id = a.alarm_id AND h.kind IN ('warning', 'limit')`

const NEWEST_FIRST = keyset([{ expression: sql`a.alarm_id`, type: 'integer' }], 'DESC')

export const ALARM_ORDER = { order: NEWEST_FIRST, keysOf: keysIn(alarmList.names, ['alarmId']) }

/** Alarms of the reader's companies, the newest first; all of them unless a limit is given. */
export const alarmPage = async (ctx: Ctx, query: Query): Promise<ListPageAnswer> =>
  pageOfCells(ctx, await alarmQuery(ctx, query), { ...ALARM_ORDER, limit: query.limit })

/** The same as a query, in the columns of the list. */
export async function alarmQuery(ctx: Ctx, { search, alarm, limit, cursor, ...whose }: Query): Promise<RawBuilder<unknown>> {
  const conditions = [
    inScope(await scopeOfCompany(ctx, whose), sql`a.company_id`),
    ...(search ? [alarmHoldsText(search)] : []),
    ...(alarm === undefined ? [] : [sql`a.alarm_id = ${alarm}`]),
    NEWEST_FIRST.after(cursor),
  ]
  return sql`
    SELECT a.alarm_id, a.company_id, coalesce(a.plan_code, ''), a.limit_mb, array_to_string(a.emails, ', '), a.is_active::int,
      a.cuts_data::int, coalesce(k.name, ''), coalesce(p.name, ''), c.business_name, w.sims, n.fired, n.warned, n.cut,
      ${momentText(sql`a.updated_at`)}, coalesce(a.name, ''), coalesce(g.name, ''),
      ${firedByDay('alarm_hours', OWN_HOURS, sql`c.time_zone`, ctx.now)}
    FROM (
      SELECT a.*, ${ctx.now}::timestamptz AS now FROM alarms a WHERE ${sql.join(conditions, sql` AND `)}
      ${NEWEST_FIRST.orderBy} ${limit === undefined ? sql`` : sql`LIMIT ${limit}`}
    ) a
    JOIN companies c ON c.company_id = a.company_id
    LEFT JOIN plans p ON p.plan_code = a.plan_code
    LEFT JOIN tags g ON g.company_id = a.company_id AND g.tag_id = a.group_id
    LEFT JOIN sim_types k ON k.sim_type_id = p.sim_type_id
    CROSS JOIN LATERAL (${COVERED_SIMS}) w
    CROSS JOIN LATERAL (${NOTIFIED_SIMS}) n
    ${NEWEST_FIRST.orderBy}`
}

/** The reader's companies, by name, each with its SIMs. */
export async function alarmCompanies(ctx: Ctx): Promise<ListPageAnswer> {
  const counted = sql`
      SELECT c.company_id, c.business_name, w.sims FROM companies c
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(t.sims), 0) AS sims FROM sim_tallies t
        WHERE t.company_id = c.company_id AND t.administrative_status NOT IN (6, 7)
      ) w
      WHERE ${inScope(scopeOf(ctx.actor), sql`c.company_id`)} ORDER BY c.business_name, c.company_id`
  const pages = await fromEachCell(ctx, (cell) => rawRows(cell, counted))
  const combine = (a: RawRow, b: RawRow): RawRow => a.with(2, String(Number(a[2]) + Number(b[2])))
  return { kind: 'page', rows: combineSame(pages, ([companyId]) => companyId ?? '', combine) }
}

/** The plans of a company's SIMs, by name. */
export async function alarmPlans(ctx: Ctx, companyId: number): Promise<ListPageAnswer> {
  await requireAlarmCompany(ctx, companyId)
  const plans = sql`
    SELECT p.plan_code, p.name, k.name, p.data_mb, t.sims FROM (
      SELECT plan_code, sum(sims) AS sims FROM sim_tallies
      WHERE company_id = ${companyId} AND administrative_status NOT IN (6, 7) GROUP BY plan_code HAVING sum(sims) > 0
    ) t
    JOIN plans p ON p.plan_code = t.plan_code
    JOIN sim_types k ON k.sim_type_id = p.sim_type_id
    ORDER BY p.name, p.plan_code`
  return wholeList(ctx, plans)
}

/** A company with its running cycle. */
export interface AlarmCompany {
  readonly companyId: number
  readonly timeZone: string
  readonly anchorDay: number
  readonly cycleStart: Day
}

/**
 * A company in the reader's scope.
 * @throws AppError not_found, also for another tenant's
 */
export async function requireAlarmCompany(ctx: Ctx, companyId: number): Promise<AlarmCompany> {
  const { rows } = await sql<Omit<AlarmCompany, 'cycleStart'>>`
    SELECT c.company_id AS "companyId", c.time_zone AS "timeZone", c.cycle_anchor_day AS "anchorDay" FROM companies c
    WHERE c.company_id = ${companyId} AND ${inScope(scopeOf(ctx.actor), sql`c.company_id`)}`.execute(ctx.db)
  const [company] = rows
  if (!company) throw new AppError('not_found', { sentence: ALARM_SENTENCES.unknownCompany })
  return { ...company, cycleStart: billingCycleAt(ctx.now, company.anchorDay, company.timeZone).start }
}

export interface StoredAlarm {
  readonly companyId: number
  readonly alarmId: number
  /** '' without one */
  readonly name: string
  /** '' for every plan */
  readonly planCode: string
  /** null for every SIM of the company */
  readonly groupId: number | null
  /** its path; '' for none */
  readonly group: string
  readonly limitMb: number
  readonly emails: readonly string[]
  readonly isActive: boolean
  readonly cutsData: boolean
}

/**
 * An alarm in the reader's scope, locked in a transaction.
 * @throws AppError not_found, also for another tenant's
 */
export async function requireAlarm(ctx: Ctx, db: Database | DatabaseTransaction, alarmId: number): Promise<StoredAlarm> {
  const { rows } = await sql<StoredAlarm>`
    SELECT a.company_id AS "companyId", a.alarm_id AS "alarmId", coalesce(a.name, '') AS name, coalesce(a.plan_code, '') AS "planCode",
      a.group_id AS "groupId", coalesce((SELECT g.name FROM tags g WHERE g.company_id = a.company_id AND g.tag_id = a.group_id), '') AS "group",
      a.limit_mb AS "limitMb", a.emails, a.is_active AS "isActive", a.cuts_data AS "cutsData"
    FROM alarms a WHERE a.alarm_id = ${alarmId} AND ${inScope(scopeOf(ctx.actor), sql`a.company_id`)}
    ${db.isTransaction ? sql`FOR UPDATE` : sql``}`.execute(db)
  const [alarm] = rows
  if (!alarm) throw new AppError('not_found', { sentence: ALARM_SENTENCES.unknown })
  return alarm
}

/** The active alarms that watch a SIM, the lowest limit first. */
export async function alarmsOfSim(ctx: Ctx, icc: string): Promise<CallData<typeof getSimAlarms>> {
  const { companyId, iccid, planCode } = await requireSim(ctx, icc)
  const sim = { companyId: sql`${companyId}::int`, iccid: sql`${iccid}` }
  const { rows } = await sql<CallData<typeof getSimAlarms>[number]>`
    SELECT a.alarm_id AS "alarmId", coalesce(a.name, '') AS name, a.limit_mb AS "limit", a.cuts_data AS cuts,
      coalesce(a.plan_code, '') AS plan, coalesce(p.name, '') AS "planName", coalesce(g.name, '') AS "group"
    FROM alarms a
    LEFT JOIN plans p ON p.plan_code = a.plan_code
    LEFT JOIN tags g ON g.company_id = a.company_id AND g.tag_id = a.group_id
    WHERE a.company_id = ${companyId} AND a.is_active AND (a.plan_code IS NULL OR a.plan_code = ${planCode})
      AND ${isInGroup(sim, sql`a.group_id`)}
    ORDER BY a.limit_mb, a.alarm_id`.execute(ctx.db)
  return rows
}
