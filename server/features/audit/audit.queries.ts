import { type RawBuilder, sql } from 'kysely'
import { ACCESS_ACTIONS, auditList, type getAuditChoices, type listAudit } from '#contract/audit/audit.calls.ts'
import type { CallData, CallInput } from '#contract/call.ts'
import type { Language } from '#domain/languages.ts'
import { fromEachCell } from '#server/cells/cell-context.ts'
import { mergeRows } from '#server/cells/pages.ts'
import type { Ctx } from '#server/context.ts'
import { momentText } from '#server/db/iso-text.ts'
import { keysIn, nextCursor } from '#server/db/keyset.ts'
import { newestFirst, newestFirstOrder, newestOf, olderThan, withinDays } from '#server/db/newest-first.ts'
import { pipelined, type RawRow } from '#server/db/pipeline.ts'
import { rawRows, statementOf } from '#server/db/raw-rows.ts'
import { type CompanyScope, inScope, narrowToCompany, scopeOf } from '#server/db/scope.ts'
import type { ListPageAnswer } from '#server/http/answers.ts'
import { valuesOfCells } from '#server/records/distinct-values.ts'

type Query = CallInput<typeof listAudit>['query']
type AuditFilter = Omit<Query, 'limit' | 'cursor'>

const LIST = { table: 'audit_log', as: 'a', at: 'at', id: 'audit_id' } as const

export const AUDIT_ORDER = { order: newestFirstOrder(LIST), keysOf: keysIn(auditList.names, ['at', 'auditId']) }

/** The columns of the list in its order. */
function columnsFor({ actor, language }: Ctx): RawBuilder<unknown> {
  const scope = scopeOf(actor)
  return sql`
  a.audit_id, ${momentText(sql`a.at`)}, coalesce(c.business_name, ''), a.actor, a.action,
  a.entity, a.entity_id, ${entityNameIn(language)}, a.before::text, a.after::text,
  CASE WHEN a.actor_company_id IS NULL OR ${inScope(scope, sql`a.actor_company_id`)} THEN a.address ELSE '' END, a.request_id,
  CASE WHEN a.actor_company_id IS NULL THEN coalesce(c.business_name, '')
    WHEN ${inScope(scope, sql`a.actor_company_id`)}
      THEN coalesce((SELECT business_name FROM companies WHERE company_id = a.actor_company_id), '')
    ELSE '' END`
}

/** What an identifier that is a number or a key stands for; '' for the others, which are names themselves. */
const entityNameIn = (language: Language) => sql`coalesce(CASE
    WHEN a.entity = 'popup' THEN a.after ->> ${language === 'en' ? 'titleEn' : 'titleEs'}::text
    WHEN a.entity_id !~ '^\\d{1,9}$' THEN NULL
    WHEN a.entity = 'user' THEN (SELECT email FROM users WHERE user_id = a.entity_id::int)
    WHEN a.entity = 'alarm' THEN coalesce(a.after ->> 'name', a.before ->> 'name')
    WHEN a.entity = 'company' THEN (SELECT business_name FROM companies WHERE company_id = a.entity_id::int)
  END, '')`

/** The companies of the reader, narrowed by the filter. */
const scopeFor = (ctx: Ctx, { company }: AuditFilter): CompanyScope => narrowToCompany(scopeOf(ctx.actor), company)

export async function auditPage(ctx: Ctx, query: Query): Promise<ListPageAnswer> {
  const scope = scopeFor(ctx, query)
  const pages = await fromEachCell(
    ctx,
    async (cell) => (await amongRecent(cell, scope, query)) ?? rawRows(cell, pageOf(cell, scope, query)),
  )
  const rows = mergeRows(pages, AUDIT_ORDER, query.limit)
  return { kind: 'page', rows, nextCursor: nextCursor(rows, query.limit, AUDIT_ORDER.keysOf) }
}

const matching = (ctx: Ctx, query: Query): RawBuilder<unknown>[] => [...conditionsOf(ctx, query), olderThan(LIST, query.cursor)]

function pageOf(ctx: Ctx, scope: CompanyScope, query: Query): RawBuilder<unknown> {
  const { limit } = query
  const isTogether = isOfMany(scope) && hasOwnIndex(query)
  return sql`
    SELECT ${columnsFor(ctx)}
    FROM ${newestOf(LIST, { scope, conditions: matching(ctx, query), limit, isTogether })} a
    LEFT JOIN companies c ON c.company_id = a.company_id
    ${newestFirst(LIST)} LIMIT ${limit}`
}

/**
 * With this many companies it is faster to scan the newest entries of all than to ask for each: 10 000 take a quarter of a second.
 */
const isOfMany = (scope: CompanyScope): boolean => scope.kind !== 'all' && scope.ids.length >= 100
/** Entries to scan first: a reader whose companies write one in fifty finds a page of a hundred among them. */
const RECENT_ENTRIES = 5000

/** The page, if it is among the newest matches of all companies, or there are no more; undefined otherwise. */
async function amongRecent(ctx: Ctx, scope: CompanyScope, query: Query): Promise<RawRow[] | undefined> {
  if (!isOfMany(scope)) return undefined
  const where = sql.join(matching(ctx, query), sql` AND `)
  const page = sql`
    SELECT ${columnsFor(ctx)}
    FROM (SELECT * FROM audit_log a WHERE ${where} ${newestFirst(LIST)} LIMIT ${RECENT_ENTRIES}) a
    LEFT JOIN companies c ON c.company_id = a.company_id
    WHERE ${inScope(scope, sql`a.company_id`)} ${newestFirst(LIST)} LIMIT ${query.limit}`
  const counted = sql`SELECT count(*) FROM (SELECT FROM audit_log a WHERE ${where} LIMIT ${RECENT_ENTRIES}) a`
  const [rows = [], [count] = []] = await pipelined(ctx.pool, [statementOf(ctx.db, page), statementOf(ctx.db, counted)])
  return rows.length === query.limit || Number(count?.[0]) < RECENT_ENTRIES ? rows : undefined
}

/** Entries of an actor or an entity have an index of their own across companies. */
const hasOwnIndex = ({ person, entity, thing }: AuditFilter): boolean => Boolean(person || entity || thing)

/** All that match, in the columns of the list. @param limit rows at most */
export function auditQuery(ctx: Ctx, filter: AuditFilter, limit: number | undefined): RawBuilder<unknown> {
  const conditions = [inScope(scopeFor(ctx, filter), sql`a.company_id`), ...conditionsOf(ctx, filter)]
  return sql`
    SELECT ${columnsFor(ctx)} FROM audit_log a LEFT JOIN companies c ON c.company_id = a.company_id
    WHERE ${sql.join(conditions, sql` AND `)} ${newestFirst(LIST)} ${limit === undefined ? sql`` : sql`LIMIT ${limit}`}`
}

function conditionsOf(
  { actor }: Ctx,
  { person, action, entity, thing, changes, from, to }: AuditFilter,
): RawBuilder<unknown>[] {
  return [
    sql`true`,
    ...(person ? [sql`a.actor = ${person.toLowerCase()}`] : []),
    ...(action ? [sql`a.action = ${action}`] : []),
    ...(entity ? [sql`a.entity = ${entity}`] : []),
    ...(changes === 'true' ? [sql`a.action <> ALL(${[...ACCESS_ACTIONS]}::text[])`] : []),
    ...(thing ? [sql`a.entity_id = ${thing}`] : []),
    ...withinDays(sql`a.at`, { from, to }, actor.timeZone),
  ]
}

/** The filters of the log. */
export async function auditChoices(ctx: Ctx): Promise<CallData<typeof getAuditChoices>> {
  return { actions: await valuesOfCells(ctx, { table: 'audit_log', column: 'action' }) }
}
