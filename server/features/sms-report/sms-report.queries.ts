import { type RawBuilder, sql } from 'kysely'
import type { CallInput } from '#contract/call.ts'
import { type getSmsReport, smsReportList } from '#contract/sms-report/sms-report.calls.ts'
import { smsCauseSentence } from '#contract/sms-report/sms-report-messages.ts'
import type { ValueCounts } from '#contract/value-counts.ts'
import { iccidCandidates } from '#domain/identifiers.ts'
import type { Language } from '#domain/languages.ts'
import { countValues } from '#server/cells/count-values.ts'
import { pageOfCells } from '#server/cells/pages.ts'
import type { Ctx } from '#server/context.ts'
import { momentText } from '#server/db/iso-text.ts'
import { keysIn } from '#server/db/keyset.ts'
import { newestFirst, newestFirstOrder, newestOf, olderThan, withinDays } from '#server/db/newest-first.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'
import type { ListPageAnswer } from '#server/http/answers.ts'
import { simLabel } from '#server/records/sim-label.ts'

type Query = CallInput<typeof getSmsReport>['query']
type SmsFilter = Omit<Query, 'limit' | 'cursor'>

const LIST = { table: 'sms_messages', as: 'm', at: 'at', id: 'message_id' } as const

export const SMS_ORDER = { order: newestFirstOrder(LIST), keysOf: keysIn(smsReportList.names, ['date', 'messageId']) }

/** The columns of the list in its order. */
const COLUMNS = sql`
  m.message_id, m.iccid, c.business_name, CASE WHEN m.direction = 'in' THEN 'device' ELSE m.platform END, m.state, m.cause, m.text,
  m.segments, m.actor, ${momentText(sql`m.at`)}, ${momentText(sql`m.settled_at`)}, ${simLabel('m')}`

/** A page of the reader's messages, newest first. */
export async function smsReportPage(ctx: Ctx, query: Query): Promise<ListPageAnswer> {
  const newest = newestOf(LIST, {
    scope: scopeOf(ctx.actor),
    conditions: [...conditionsOf(ctx, query), olderThan(LIST, query.cursor)],
    limit: query.limit,
  })
  const page = await pageOfCells(
    ctx,
    sql`
      SELECT ${COLUMNS} FROM ${newest} m JOIN companies c ON c.company_id = m.company_id
      ${newestFirst(LIST)} LIMIT ${query.limit}`,
    { ...SMS_ORDER, limit: query.limit },
  )
  return { ...page, rows: page.rows.map((row) => withSentence(row, ctx.language)) }
}

/** All of the reader's messages that match, in the columns of the list. @param limit rows at most */
export function smsReportQuery(ctx: Ctx, filter: SmsFilter, limit: number | undefined): RawBuilder<unknown> {
  const conditions = [inScope(scopeOf(ctx.actor), sql`m.company_id`), ...conditionsOf(ctx, filter)]
  return sql`
    SELECT ${COLUMNS} FROM sms_messages m JOIN companies c ON c.company_id = m.company_id
    WHERE ${sql.join(conditions, sql` AND `)} ${newestFirst(LIST)} ${limit === undefined ? sql`` : sql`LIMIT ${limit}`}`
}

/** The reader's messages by result. */
export function smsCounts(ctx: Ctx, filter: Omit<SmsFilter, 'result'>): Promise<ValueCounts> {
  const conditions = [inScope(scopeOf(ctx.actor), sql`m.company_id`), ...conditionsOf(ctx, filter)]
  return countValues(ctx, sql`SELECT m.state AS value FROM sms_messages m WHERE ${sql.join(conditions, sql` AND `)}`)
}

function conditionsOf({ actor }: Ctx, { icc, result, platform, from, to, mine }: SmsFilter): RawBuilder<unknown>[] {
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
    ...withinDays(sql`m.at`, { from, to }, actor.timeZone),
    ...(mine === 'true' ? [sql`m.user_id = ${actor.userId}`] : []),
  ]
}

const CAUSE = smsReportList.names.indexOf('cause')

/** A row with its cause in words. */
export function withSentence(row: readonly (string | null)[], language: Language): (string | null)[] {
  return row.with(CAUSE, smsCauseSentence(row[CAUSE] ?? '', language))
}
