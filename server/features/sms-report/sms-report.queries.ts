import { type RawBuilder, sql } from 'kysely'
import type { CallInput } from '#contract/call.ts'
import type { getSmsReport } from '#contract/sms-report.calls.ts'
import { smsReportList } from '#contract/sms-report.calls.ts'
import { smsCauseSentence } from '#contract/sms-report-messages.ts'
import { iccidCandidates } from '#domain/identifiers.ts'
import type { Language } from '#domain/languages.ts'
import type { Ctx } from '../../context.ts'
import { rawRows } from '../../db/raw-rows.ts'
import { inScope, scopeOf } from '../../db/scope.ts'
import type { ListPage } from '../../http/answers.ts'

type Query = CallInput<typeof getSmsReport>['query']
export type SmsFilter = Omit<Query, 'limit' | 'cursor'>

const NEWEST_FIRST = sql`ORDER BY m.at DESC, m.message_id DESC`
/** Microseconds, so that the cursor is the very moment. */
const isoText = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"')`

/** The columns of the list in its order. */
const COLUMNS = sql`
  m.message_id, m.iccid, c.business_name, CASE WHEN m.direction = 'in' THEN 'device' ELSE m.platform END, m.state, m.cause, m.text,
  m.segments, m.actor, ${isoText(sql`m.at`)}, ${isoText(sql`m.settled_at`)}`

/** A page of the reader's messages, newest first. */
export async function smsReportPage(ctx: Ctx, query: Query): Promise<ListPage> {
  const conditions = [...conditionsOf(ctx, query), ...after(query.cursor)]
  const rows = await rawRows(
    ctx.pool,
    ctx.db,
    sql`
      SELECT ${COLUMNS} FROM ${newest(ctx, conditions, query.limit)} m JOIN companies c ON c.company_id = m.company_id
      ${NEWEST_FIRST} LIMIT ${query.limit}`,
  )
  const spoken = rows.map((row) => withSentence(row, ctx.language))
  return { kind: 'page', rows: spoken, nextCursor: rows.length < query.limit ? undefined : cursorOf(rows.at(-1)) }
}

/**
 * The newest that match. Of several companies each gives its own newest, straight from an index: asked for all together, the
 * planner sorts every message that they have. A few of each give a bound first, and only what is as new as that is read whole: of 198
 * companies 100 messages each took 90 ms.
 */
function newest(ctx: Ctx, conditions: readonly RawBuilder<unknown>[], limit: number): RawBuilder<unknown> {
  const scope = scopeOf(ctx.actor)
  const where = sql.join(conditions, sql` AND `)
  if (scope.kind === 'all' || scope.ids.length === 1) {
    return sql`(SELECT * FROM sms_messages m WHERE ${inScope(scope, sql`m.company_id`)} AND ${where} ${NEWEST_FIRST} LIMIT ${limit})`
  }
  const companies = sql`unnest(${[...scope.ids]}::int[]) AS s(company_id)`
  const few = Math.ceil(limit / scope.ids.length) + 1
  return sql`(
    WITH bound AS MATERIALIZED (
      SELECT few.at FROM ${companies} CROSS JOIN LATERAL (
        SELECT m.at FROM sms_messages m WHERE m.company_id = s.company_id AND ${where} ${NEWEST_FIRST} LIMIT ${few}
      ) few ORDER BY 1 DESC OFFSET ${limit - 1} LIMIT 1
    )
    SELECT own.* FROM ${companies} CROSS JOIN LATERAL (
      SELECT * FROM sms_messages m
      WHERE m.company_id = s.company_id AND m.at >= coalesce((SELECT at FROM bound), '-infinity') AND ${where}
      ${NEWEST_FIRST} LIMIT ${limit}
    ) own)`
}

/** All of the reader's messages that match, in the columns of the list. @param limit rows at most */
export function smsReportQuery(ctx: Ctx, filter: SmsFilter, limit: number | undefined): RawBuilder<unknown> {
  const conditions = [inScope(scopeOf(ctx.actor), sql`m.company_id`), ...conditionsOf(ctx, filter)]
  return sql`
    SELECT ${COLUMNS} FROM sms_messages m JOIN companies c ON c.company_id = m.company_id
    WHERE ${sql.join(conditions, sql` AND `)} ${NEWEST_FIRST} ${limit === undefined ? sql`` : sql`LIMIT ${limit}`}`
}

function conditionsOf({ actor }: Ctx, { icc, result, platform, from, to, mine }: SmsFilter): RawBuilder<unknown>[] {
  const midnight = (day: string, days: number) => sql`((${day}::date + ${days}::int)::timestamp AT TIME ZONE ${actor.timeZone})`
  return [
    sql`true`,
    ...(icc ? [sql`m.iccid = ANY(${iccidCandidates(icc)}::text[])`] : []),
    ...(result ? [sql`m.state = ${result}`] : []),
    // what a device sent is received, and nothing else is
    ...(platform === 'device'
      ? [sql`m.state = 'received'`]
      : platform
        ? // as it is, not as a parameter: the index of rare ones is only for these words
          [sql`m.direction = 'out' AND m.platform = ${sql.lit(platform)}`]
        : []),
    ...(from ? [sql`m.at >= ${midnight(from, 0)}`] : []),
    ...(to ? [sql`m.at < ${midnight(to, 1)}`] : []),
    ...(mine === 'true' ? [sql`m.user_id = ${actor.userId}`] : []),
  ]
}

const [ID, CAUSE, DATE] = (['messageId', 'cause', 'date'] as const).map((name) => smsReportList.names.indexOf(name)) as [
  number,
  number,
  number,
]

const cursorOf = (row: readonly (string | null)[] | undefined): string | undefined => row && `${row[DATE]}_${row[ID]}`

/** Where a page ended; what is no such place is none. */
function after(cursor: string | undefined): RawBuilder<unknown>[] {
  const [, at, id] = /^(\d{4}-\d\d-\d\dT[\d:.]{8,15}\+00:00)_(\d{1,18})$/.exec(cursor ?? '') ?? []
  if (!at || !id || Number.isNaN(Date.parse(at))) return []
  return [sql`(m.at, m.message_id) < (${at}::timestamptz, ${id}::bigint)`]
}

/** A row with its cause in words. */
export function withSentence(row: readonly (string | null)[], language: Language): (string | null)[] {
  return row.with(CAUSE, smsCauseSentence(row[CAUSE] ?? '', language))
}
