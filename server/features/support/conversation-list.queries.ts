import { type RawBuilder, sql } from 'kysely'
import type { CallInput } from '#contract/call.ts'
import { type listConversations, supportList } from '#contract/support/support.calls.ts'
import type { ValueCounts } from '#contract/value-counts.ts'
import type { SupportList } from '#domain/support.ts'
import { countValues } from '#server/cells/count-values.ts'
import { pageOfCells } from '#server/cells/pages.ts'
import type { Ctx } from '#server/context.ts'
import { momentText } from '#server/db/iso-text.ts'
import { type Keyset, keyset, keysIn } from '#server/db/keyset.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'
import type { ListPageAnswer } from '#server/http/answers.ts'

type Query = CallInput<typeof listConversations>['query']

interface Order {
  readonly where: (userId: number) => RawBuilder<unknown>
  /** of the moment that orders the list */
  readonly by: 'waitingSince' | 'lastAt'
}

/** Each order has an index of its own: the longest waiting first, or by the last message. */
const ORDERS: Readonly<Record<SupportList, Order>> = {
  waiting: { where: () => sql`s.waiting_since IS NOT NULL`, by: 'waitingSince' },
  open: { where: () => sql`s.state = 'open'`, by: 'lastAt' },
  mine: { where: (userId) => sql`s.state = 'open' AND s.assigned_to = ${userId}`, by: 'lastAt' },
  closed: { where: () => sql`s.state = 'closed'`, by: 'lastAt' },
}

const byMoment = (moment: RawBuilder<unknown>, direction: 'ASC' | 'DESC'): Keyset =>
  keyset(
    [
      { expression: moment, type: 'moment' },
      { expression: sql`s.conversation_id`, type: 'integer' },
    ],
    direction,
  )
const KEYSETS = { waitingSince: byMoment(sql`s.waiting_since`, 'ASC'), lastAt: byMoment(sql`s.last_at`, 'DESC') }

/** A page of the conversations with users of all companies. */
export function conversationPage(ctx: Ctx, { show, limit, cursor }: Query): Promise<ListPageAnswer> {
  const { where, by } = ORDERS[show]
  const order = KEYSETS[by]
  const { after, orderBy } = order
  return pageOfCells(
    ctx,
    sql`
      SELECT s.conversation_id, s.company_id, c.business_name, coalesce(trim(u.name || ' ' || u.last_name), ''), coalesce(u.email, ''),
        s.state, s.last_side, s.last_text, ${momentText(sql`s.last_at`)}, ${momentText(sql`s.waiting_since`)}, s.operator_unread,
        coalesce(trim(a.name || ' ' || a.last_name), '')
      FROM (
        SELECT * FROM support_conversations s
        WHERE ${where(ctx.actor.userId)} AND ${inScope(scopeOf(ctx.actor), sql`s.company_id`)} AND ${after(cursor)}
        ${orderBy} LIMIT ${limit}
      ) s
      JOIN companies c ON c.company_id = s.company_id
      LEFT JOIN users u ON u.user_id = s.user_id
      LEFT JOIN users a ON a.user_id = s.assigned_to
      ${orderBy}`,
    { order, keysOf: keysIn(supportList.names, [by, 'conversationId']), limit },
  )
}

/** Closed ones only increase, and no work depends on their number. */
const COUNTED = ['waiting', 'open', 'mine'] as const satisfies readonly SupportList[]

/** How many conversations are in each list of open ones. */
export function conversationCounts(ctx: Ctx): Promise<ValueCounts> {
  const isSeen = inScope(scopeOf(ctx.actor), sql`s.company_id`)
  const rowsOf = (list: SupportList) =>
    sql`SELECT ${list}::text AS value FROM support_conversations s WHERE ${ORDERS[list].where(ctx.actor.userId)} AND ${isSeen}`
  return countValues(ctx, sql.join(COUNTED.map(rowsOf), sql` UNION ALL `))
}
