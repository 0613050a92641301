import { type RawBuilder, sql } from 'kysely'
import { type getNotices, noticeList } from '#contract/alarms.calls.ts'
import type { CallInput } from '#contract/call.ts'
import { iccidCandidates } from '#domain/identifiers.ts'
import type { Ctx } from '../../context.ts'
import { rawRows } from '../../db/raw-rows.ts'
import { inScope, scopeOf } from '../../db/scope.ts'
import type { ListPage } from '../../http/answers.ts'
import { isoText } from './iso-text.ts'

type Query = CallInput<typeof getNotices>['query']
export type NoticeFilter = Omit<Query, 'limit' | 'cursor'>

const NEWEST_FIRST = sql`ORDER BY n.at DESC, n.notice_id DESC`

/** What became of a notice's mails: the one that is furthest from its reader speaks for all. */
const MAIL = sql`
  CASE WHEN n.mailed_at IS NULL THEN 'waiting' ELSE coalesce((
    SELECT m.state FROM mails m WHERE m.mail_id = ANY(n.mail_ids)
    ORDER BY array_position(ARRAY['failed', 'unknown', 'sending', 'queued', 'kept', 'sent'], m.state) LIMIT 1
  ), 'none') END`

/** The columns of the list in its order. */
const COLUMNS = sql`
  n.notice_id, ${isoText(sql`n.at`)}, n.alarm_id, n.company_id, c.business_name, coalesce(n.plan_code, ''), coalesce(p.name, ''), n.iccid,
  n.kind, n.used_bytes, n.limit_mb, n.cycle_start, ${MAIL}, n.action, ${isoText(sql`n.restored_at`)}, n.muted_at IS NOT NULL,
  n.action IN ('due', 'ordered', 'cut') AND n.muted_at IS NULL AND n.rearmed_at IS NULL`

const JOINS = sql`JOIN companies c ON c.company_id = n.company_id LEFT JOIN plans p ON p.plan_code = n.plan_code`

/** A page of what alarms said of the reader's SIMs, newest first. */
export async function noticePage(ctx: Ctx, query: Query): Promise<ListPage> {
  const conditions = [...conditionsOf(ctx, query), ...after(query.cursor)]
  const rows = await rawRows(
    ctx.pool,
    ctx.db,
    sql`SELECT ${COLUMNS} FROM ${newest(ctx, conditions, query.limit)} n ${JOINS} ${NEWEST_FIRST} LIMIT ${query.limit}`,
  )
  return { kind: 'page', rows, nextCursor: rows.length < query.limit ? undefined : cursorOf(rows.at(-1)) }
}

/** The newest that match; of several companies each gives its own newest, straight from an index. */
function newest(ctx: Ctx, conditions: readonly RawBuilder<unknown>[], limit: number): RawBuilder<unknown> {
  const scope = scopeOf(ctx.actor)
  const where = sql.join(conditions, sql` AND `)
  if (scope.kind === 'all' || scope.ids.length === 1) {
    return sql`(SELECT * FROM alarm_notices n WHERE ${inScope(scope, sql`n.company_id`)} AND ${where} ${NEWEST_FIRST} LIMIT ${limit})`
  }
  return sql`(
    SELECT own.* FROM unnest(${[...scope.ids]}::int[]) AS s(company_id) CROSS JOIN LATERAL (
      SELECT * FROM alarm_notices n WHERE n.company_id = s.company_id AND ${where} ${NEWEST_FIRST} LIMIT ${limit}
    ) own)`
}

/** All that match, in the columns of the list. @param limit rows at most */
export function noticeQuery(ctx: Ctx, filter: NoticeFilter, limit: number | undefined): RawBuilder<unknown> {
  const conditions = [inScope(scopeOf(ctx.actor), sql`n.company_id`), ...conditionsOf(ctx, filter)]
  return sql`
    SELECT ${COLUMNS} FROM alarm_notices n ${JOINS}
    WHERE ${sql.join(conditions, sql` AND `)} ${NEWEST_FIRST} ${limit === undefined ? sql`` : sql`LIMIT ${limit}`}`
}

function conditionsOf({ actor }: Ctx, filter: NoticeFilter): RawBuilder<unknown>[] {
  const { alarm, company, kind, action, icc, from, to } = filter
  const midnight = (day: string, days: number) => sql`((${day}::date + ${days}::int)::timestamp AT TIME ZONE ${actor.timeZone})`
  return [
    sql`true`,
    ...(alarm ? [sql`n.alarm_id = ${alarm}`] : []),
    ...(company ? [sql`n.company_id = ${company}`] : []),
    ...(kind ? [sql`n.kind = ${kind}`] : []),
    ...(action ? [sql`n.action = ${action}`] : []),
    ...(icc ? [sql`n.iccid = ANY(${iccidCandidates(icc)}::text[])`] : []),
    ...(from ? [sql`n.at >= ${midnight(from, 0)}`] : []),
    ...(to ? [sql`n.at < ${midnight(to, 1)}`] : []),
  ]
}

const [ID, DATE] = (['noticeId', 'date'] as const).map((name) => noticeList.names.indexOf(name)) as [number, number]

const cursorOf = (row: readonly (string | null)[] | undefined): string | undefined => row && `${row[DATE]}_${row[ID]}`

/** Where a page ended; what is no such place is none. */
function after(cursor: string | undefined): RawBuilder<unknown>[] {
  const [, at, id] = /^(\d{4}-\d\d-\d\dT[\d:.]{8,15}\+00:00)_(\d{1,18})$/.exec(cursor ?? '') ?? []
  if (!at || !id || Number.isNaN(Date.parse(at))) return []
  return [sql`(n.at, n.notice_id) < (${at}::timestamptz, ${id}::bigint)`]
}
