import { type RawBuilder, sql } from 'kysely'
import { auditList, type getAuditChoices, type listAudit } from '#contract/audit.calls.ts'
import type { CallData, CallInput } from '#contract/call.ts'
import type { Ctx } from '../../context.ts'
import { companyChoices } from '../../db/company-choices.ts'
import { rawRows } from '../../db/raw-rows.ts'
import { type CompanyScope, inScope, narrowScope, scopeOf } from '../../db/scope.ts'
import type { ListPage } from '../../http/answers.ts'

type Query = CallInput<typeof listAudit>['query']
export type AuditFilter = Omit<Query, 'limit' | 'cursor'>

const NEWEST_FIRST = sql`ORDER BY a.at DESC, a.audit_id DESC`

/** The columns of the list in its order. Microseconds, so that the cursor is the very moment. */
const columnsFor = (scope: CompanyScope) => sql`
  a.audit_id, to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"'), coalesce(c.business_name, ''), a.actor, a.action,
  a.entity, a.entity_id, a.before::text, a.after::text,
  CASE WHEN a.actor_company_id IS NULL OR ${inScope(scope, sql`a.actor_company_id`)} THEN a.address ELSE '' END, a.request_id`

/** What the reader may see of the log, and of that what the filter leaves. */
const scopeFor = (ctx: Ctx, { company }: AuditFilter): CompanyScope =>
  narrowScope(scopeOf(ctx.actor), company === undefined ? undefined : [company])

export async function auditPage(ctx: Ctx, query: Query): Promise<ListPage> {
  const conditions = [...conditionsOf(ctx, query), ...after(query.cursor)]
  const rows = await rawRows(
    ctx.pool,
    ctx.db,
    sql`
      SELECT ${columnsFor(scopeOf(ctx.actor))}
      FROM ${newest(scopeFor(ctx, query), conditions, query.limit)} a LEFT JOIN companies c ON c.company_id = a.company_id
      ${NEWEST_FIRST} LIMIT ${query.limit}`,
  )
  return { kind: 'page', rows, nextCursor: rows.length < query.limit ? undefined : cursorOf(rows.at(-1)) }
}

/**
 * The newest that match. Of several companies each gives its own newest, straight from an index: a few of each give a bound first, and
 * only what is as new as that is read whole, as in the report of messages.
 */
function newest(scope: CompanyScope, conditions: readonly RawBuilder<unknown>[], limit: number): RawBuilder<unknown> {
  const where = sql.join(conditions, sql` AND `)
  if (scope.kind === 'all' || scope.ids.length < 2) {
    return sql`(SELECT * FROM audit_log a WHERE ${inScope(scope, sql`a.company_id`)} AND ${where} ${NEWEST_FIRST} LIMIT ${limit})`
  }
  const companies = sql`unnest(${[...scope.ids]}::int[]) AS s(company_id)`
  const few = Math.ceil(limit / scope.ids.length) + 1
  return sql`(
    WITH bound AS MATERIALIZED (
      SELECT few.at FROM ${companies} CROSS JOIN LATERAL (
        SELECT a.at FROM audit_log a WHERE a.company_id = s.company_id AND ${where} ${NEWEST_FIRST} LIMIT ${few}
      ) few ORDER BY 1 DESC OFFSET ${limit - 1} LIMIT 1
    )
    SELECT own.* FROM ${companies} CROSS JOIN LATERAL (
      SELECT * FROM audit_log a
      WHERE a.company_id = s.company_id AND a.at >= coalesce((SELECT at FROM bound), '-infinity') AND ${where}
      ${NEWEST_FIRST} LIMIT ${limit}
    ) own)`
}

/** All that match, in the columns of the list. @param limit rows at most */
export function auditQuery(ctx: Ctx, filter: AuditFilter, limit: number | undefined): RawBuilder<unknown> {
  const conditions = [inScope(scopeFor(ctx, filter), sql`a.company_id`), ...conditionsOf(ctx, filter)]
  return sql`
    SELECT ${columnsFor(scopeOf(ctx.actor))} FROM audit_log a LEFT JOIN companies c ON c.company_id = a.company_id
    WHERE ${sql.join(conditions, sql` AND `)} ${NEWEST_FIRST} ${limit === undefined ? sql`` : sql`LIMIT ${limit}`}`
}

function conditionsOf({ actor }: Ctx, { person, action, entity, thing, from, to }: AuditFilter): RawBuilder<unknown>[] {
  const midnight = (day: string, days: number) => sql`((${day}::date + ${days}::int)::timestamp AT TIME ZONE ${actor.timeZone})`
  return [
    sql`true`,
    ...(person ? [sql`a.actor = ${person.toLowerCase()}`] : []),
    ...(action ? [sql`a.action = ${action}`] : []),
    ...(entity ? [sql`a.entity = ${entity}`] : []),
    ...(thing ? [sql`a.entity_id = ${thing}`] : []),
    ...(from ? [sql`a.at >= ${midnight(from, 0)}`] : []),
    ...(to ? [sql`a.at < ${midnight(to, 1)}`] : []),
  ]
}

const [ID, AT] = (['auditId', 'at'] as const).map((name) => auditList.names.indexOf(name)) as [number, number]

const cursorOf = (row: readonly (string | null)[] | undefined): string | undefined => row && `${row[AT]}_${row[ID]}`

/** Where a page ended; what is no such place is none. */
function after(cursor: string | undefined): RawBuilder<unknown>[] {
  const [, at, id] = /^(\d{4}-\d\d-\d\dT[\d:.]{8,15}\+00:00)_(\d{1,18})$/.exec(cursor ?? '') ?? []
  if (!at || !id || Number.isNaN(Date.parse(at))) return []
  return [sql`(a.at, a.audit_id) < (${at}::timestamptz, ${id}::bigint)`]
}

/** What the log can be filtered by. Each action is one step in an index, however many rows have it. */
export async function auditChoices(ctx: Ctx): Promise<CallData<typeof getAuditChoices>> {
  const scope = scopeOf(ctx.actor)
  const next = (than: RawBuilder<unknown>) =>
    scope.kind === 'all'
      ? sql`(SELECT min(a.action) FROM audit_log a WHERE a.action > ${than})`
      : sql`(SELECT min(own.action) FROM unnest(${[...scope.ids]}::int[]) AS s(company_id) CROSS JOIN LATERAL (
          SELECT min(a.action) AS action FROM audit_log a WHERE a.company_id = s.company_id AND a.action > ${than}) own)`
  const { rows } = await sql<{ action: string }>`
    WITH RECURSIVE actions(action) AS (
      SELECT ${next(sql`''`)} UNION ALL SELECT ${next(sql`x.action`)} FROM actions x WHERE x.action IS NOT NULL
    ) SELECT action FROM actions WHERE action IS NOT NULL`.execute(ctx.db)
  return { companies: await companyChoices(ctx), actions: rows.map(({ action }) => action) }
}
