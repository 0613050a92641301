import { type RawBuilder, sql } from 'kysely'
import type { CallData, CallInput } from '#contract/call.ts'
import { USER_SENTENCES } from '#contract/users/user-messages.ts'
import { type getUserNames, type getUsers, type UserData, userList } from '#contract/users/users.calls.ts'
import type { ValueCounts } from '#contract/value-counts.ts'
import { AppError } from '#server/app-error.ts'
import { countValuesHere, sumOfCounts } from '#server/cells/count-values.ts'
import type { Ctx } from '#server/context.ts'
import { momentText } from '#server/db/iso-text.ts'
import { type Keyset, keyset, nextCursor } from '#server/db/keyset.ts'
import { rawRows } from '#server/db/raw-rows.ts'
import { inTreeOf } from '#server/db/scope.ts'
import { holdsText } from '#server/db/text-search.ts'
import type { ListPageAnswer } from '#server/http/answers.ts'
import { CAN_LOG_IN, USER_COLUMNS, type UserRecord, userStateOf } from '#server/records/users.ts'

type Query = CallInput<typeof getUsers>['query']
type UserFilter = Omit<Query, 'limit' | 'cursor'>

const STATE = sql`
  CASE WHEN u.deactivated_at IS NOT NULL THEN 'deactivated' WHEN ${CAN_LOG_IN} THEN 'active' ELSE 'invited' END`

const SORTED: Readonly<Record<UserFilter['sort'], RawBuilder<unknown>>> = {
  name: sql`plain_letters(u.name || ' ' || u.last_name)`,
  email: sql`u.email`,
  company: sql`plain_letters(c.business_name)`,
  created: momentText(sql`u.created_at`),
}

const COLUMNS = sql`
  u.user_id, u.email, u.name, u.last_name, u.phone, u.tin, u.company_id, c.business_name, ${STATE}, array_to_string(u.permits, ','),
  u.can_hibernate::int, (u.is_admin AND c.parent_id IS NULL)::int,
  EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.user_id)::int,
  (SELECT ${momentText(sql`max(l.last_seen_at)`)} FROM login_sessions l WHERE l.user_id = u.user_id),
  ${momentText(sql`u.invited_at`)}, ${momentText(sql`u.created_at`)}`

const FROM = sql`FROM users u JOIN companies c ON c.company_id = u.company_id`

/** Also of companies created a moment ago, as what the reader sees here; nothing of one that the reader does not see. */
const inTree = ({ actor }: Ctx, company: number) => sql`
  (c.lineage @> ${[company]}::int[] AND EXISTS (
    SELECT FROM companies n WHERE n.company_id = ${company} AND ${inTreeOf(actor, sql`n.lineage`)}))`

/** The filter conditions on u and c. */
export function userConditions(
  ctx: Ctx,
  { search, company, subsidiaries, state, permit, user }: Omit<UserFilter, 'sort' | 'descending'>,
): RawBuilder<unknown>[] {
  return [
    inTreeOf(ctx.actor, sql`c.lineage`),
    ...(search === undefined ? [] : [holdsText(sql`u.search_text`, search)]),
    ...(company === undefined ? [] : [subsidiaries === 'true' ? inTree(ctx, company) : sql`u.company_id = ${company}`]),
    ...(state === undefined ? [] : [sql`(${STATE}) = ${state}`]),
    ...(user === undefined ? [] : [sql`u.user_id = ${user}`]),
    ...(permit === undefined ? [] : [sql`${permit} = ANY(u.permits)`]),
  ]
}

const orderOf = ({ sort, descending }: Pick<UserFilter, 'sort' | 'descending'>): Keyset =>
  usersBy(SORTED[sort], descending === '1' ? 'DESC' : 'ASC')

/** Users by a text, and among equals by their number. */
export const usersBy = (text: RawBuilder<unknown>, direction?: 'ASC' | 'DESC'): Keyset =>
  keyset(
    [
      { expression: text, type: 'text' },
      { expression: sql`u.user_id`, type: 'integer' },
    ],
    direction,
  )

/** A page of the users of the reader's companies. */
export async function userPage(ctx: Ctx, { limit, cursor, ...filter }: Query): Promise<ListPageAnswer> {
  const { after, orderBy } = orderOf(filter)
  const rows = await rawRows(
    ctx,
    sql`
      SELECT ${COLUMNS}, ${SORTED[filter.sort]} ${FROM}
      WHERE ${sql.join([...userConditions(ctx, filter), after(cursor)], sql` AND `)} ${orderBy} LIMIT ${limit}`,
  )
  const next = nextCursor(rows, limit, (row) => [row.at(-1), row[userList.names.indexOf('userId')]])
  return { kind: 'page', rows: rows.map((row) => row.slice(0, -1)), nextCursor: next }
}

/** The users of the reader's companies by state. */
export async function userCounts(
  ctx: Ctx,
  filter: Pick<UserFilter, 'search' | 'company' | 'subsidiaries' | 'permit'>,
): Promise<ValueCounts> {
  const rows = sql`SELECT ${STATE} AS value ${FROM} WHERE ${sql.join(userConditions(ctx, filter), sql` AND `)}`
  return { counts: sumOfCounts(await countValuesHere(ctx, rows)) }
}

/** First and last names of those of the e-mails that belong to users of the reader's companies. */
export async function userNames({ db, actor }: Ctx, emails: readonly string[]): Promise<CallData<typeof getUserNames>> {
  const { rows } = await sql<{ userEmail: string; name: string }>`
    SELECT u.email AS "userEmail", trim(u.name || ' ' || u.last_name) AS name ${FROM}
    WHERE u.email = ANY(${emails}::text[]) AND ${inTreeOf(actor, sql`c.lineage`)}`.execute(db)
  return { names: rows }
}

/** All that match, in the columns of the list. @param limit rows at most */
export function userQuery(ctx: Ctx, filter: UserFilter, limit: number | undefined): RawBuilder<unknown> {
  return sql`
    SELECT ${COLUMNS} ${FROM} WHERE ${sql.join(userConditions(ctx, filter), sql` AND `)} ${orderOf(filter).orderBy}
    ${limit === undefined ? sql`` : sql`LIMIT ${limit}`}`
}

const flag = (yes: boolean): '1' | '0' => (yes ? '1' : '0')

/** A user's rights as on the wire. */
export const wireRights = ({ permits, canHibernate, isAdmin }: UserRecord) => ({
  permits: [...permits],
  canHibernate: flag(canHibernate),
  admin: flag(isAdmin),
})

/**
 * A user in the reader's scope.
 * @throws AppError not_found, also for another tenant's
 */
export async function readUser(ctx: Ctx, userId: number): Promise<UserData> {
  const { rows } = await sql<UserRecord>`
    SELECT ${USER_COLUMNS} FROM users u JOIN companies c ON c.company_id = u.company_id
    WHERE u.user_id = ${userId} AND ${inTreeOf(ctx.actor, sql`c.lineage`)}`.execute(ctx.db)
  const [person] = rows
  if (!person) throw new AppError('not_found', { sentence: USER_SENTENCES.unknown })
  return {
    userId,
    userEmail: person.email,
    userName: person.name,
    userLastname: person.lastName,
    userPhone: person.phone,
    userTin: person.tin,
    companyId: person.companyId,
    companyName: person.companyName,
    ...wireRights(person),
    state: userStateOf(person),
    updatedAt: person.updatedAt,
  }
}
