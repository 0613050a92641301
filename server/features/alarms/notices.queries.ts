import { type RawBuilder, sql } from 'kysely'
import { type countNotices, type getNotices, noticeList } from '#contract/alarms/alarms.calls.ts'
import type { CallInput } from '#contract/call.ts'
import type { ValueCounts } from '#contract/value-counts.ts'
import { iccidCandidates } from '#domain/identifiers.ts'
import { countValues } from '#server/cells/count-values.ts'
import { pageOfCells } from '#server/cells/pages.ts'
import type { Ctx } from '#server/context.ts'
import { momentText } from '#server/db/iso-text.ts'
import { keysIn } from '#server/db/keyset.ts'
import { newestFirst, newestFirstOrder, newestOf, olderThan, withinDays } from '#server/db/newest-first.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'
import type { ListPageAnswer } from '#server/http/answers.ts'
import { simLabel } from '#server/records/sim-label.ts'

type Query = CallInput<typeof getNotices>['query']
export type NoticeFilter = Omit<Query, 'limit' | 'cursor'>

const LIST = { table: 'alarm_notices', as: 'n', at: 'at', id: 'notice_id' } as const

/** The state of a notice's mails: the least advanced one counts. */
const MAIL = sql`
  CASE WHEN n.mailed_at IS NULL THEN 'waiting' ELSE coalesce((
    SELECT m.state FROM mails m WHERE m.mail_id = ANY(n.mail_ids)
    ORDER BY array_position(ARRAY['failed', 'unknown', 'sending', 'queued', 'kept', 'sent'], m.state) LIMIT 1
  ), 'none') END`

export const NOTICE_ORDER = { order: newestFirstOrder(LIST), keysOf: keysIn(noticeList.names, ['date', 'noticeId']) }

/** The columns of the list in its order. */
const COLUMNS = sql`
  n.notice_id, ${momentText(sql`n.at`)}, n.alarm_id, n.company_id, c.business_name, coalesce(n.plan_code, ''), coalesce(p.name, ''), n.iccid,
  n.kind, n.used_bytes, n.limit_mb, n.cycle_start, ${MAIL}, n.action, ${momentText(sql`n.restored_at`)}, n.muted_at IS NOT NULL,
  n.action IN ('due', 'ordered', 'cut') AND n.muted_at IS NULL AND n.rearmed_at IS NULL, ${simLabel('n')},
  coalesce(a.name, '')`

const JOINS = sql`JOIN companies c ON c.company_id = n.company_id LEFT JOIN plans p ON p.plan_code = n.plan_code
  LEFT JOIN alarms a ON a.company_id = n.company_id AND a.alarm_id = n.alarm_id`

/** A page of the notices of the reader's SIMs, newest first. */
export function noticePage(ctx: Ctx, query: Query): Promise<ListPageAnswer> {
  const newest = newestOf(LIST, {
    scope: scopeOf(ctx.actor),
    conditions: [...conditionsOf(ctx, query), olderThan(LIST, query.cursor)],
    limit: query.limit,
  })
  const { limit } = query
  const page = sql`SELECT ${COLUMNS} FROM ${newest} n ${JOINS} ${newestFirst(LIST)} LIMIT ${limit}`
  return pageOfCells(ctx, page, { ...NOTICE_ORDER, limit })
}

/** All that match, in the columns of the list. @param limit rows at most */
export function noticeQuery(ctx: Ctx, filter: NoticeFilter, limit: number | undefined): RawBuilder<unknown> {
  const conditions = [inScope(scopeOf(ctx.actor), sql`n.company_id`), ...conditionsOf(ctx, filter)]
  return sql`
    SELECT ${COLUMNS} FROM alarm_notices n ${JOINS}
    WHERE ${sql.join(conditions, sql` AND `)} ${newestFirst(LIST)} ${limit === undefined ? sql`` : sql`LIMIT ${limit}`}`
}

/** The notices of the reader's SIMs by kind, or by what was done. */
export function noticeCounts(ctx: Ctx, { by, ...filter }: CallInput<typeof countNotices>['query']): Promise<ValueCounts> {
  const conditions = [inScope(scopeOf(ctx.actor), sql`n.company_id`), ...conditionsOf(ctx, { ...filter, [by]: undefined })]
  return countValues(
    ctx,
    sql`SELECT ${sql.ref(`n.${by}`)} AS value FROM alarm_notices n WHERE ${sql.join(conditions, sql` AND `)}`,
  )
}

function conditionsOf({ actor }: Ctx, filter: NoticeFilter): RawBuilder<unknown>[] {
  const { alarm, company, kind, action, icc, from, to } = filter
  return [
    sql`true`,
    ...(alarm ? [sql`n.alarm_id = ${alarm}`] : []),
    ...(company ? [sql`n.company_id = ${company}`] : []),
    ...(kind ? [sql`n.kind = ${kind}`] : []),
    ...(action ? [sql`n.action = ${action}`] : []),
    ...(icc ? [sql`n.iccid = ANY(${iccidCandidates(icc)}::text[])`] : []),
    ...withinDays(sql`n.at`, { from, to }, actor.timeZone),
  ]
}
