import { sql } from 'kysely'
import type { CallData, CallInput } from '#contract/call.ts'
import { RULE_SENTENCES } from '#contract/rules/rule-messages.ts'
import { type getRuleCompany, type getRules, ruleList } from '#contract/rules/rules.calls.ts'
import { type RuleDefinition, undoEachOther } from '#domain/rules.ts'
import { AppError } from '#server/app-error.ts'
import { pageOfCells } from '#server/cells/pages.ts'
import type { Ctx } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { momentText } from '#server/db/iso-text.ts'
import { keyset, keysIn } from '#server/db/keyset.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'
import { holdsText } from '#server/db/text-search.ts'
import type { ListPageAnswer } from '#server/http/answers.ts'
import { firedByDay } from '#server/records/fired-days.ts'
import type { BillingCalendar } from '#server/usage/local-hours.ts'

type Query = CallInput<typeof getRules>['query']

const NEWEST_FIRST = keyset([{ expression: sql`r.rule_id`, type: 'integer' }], 'DESC')

const OWN_HOURS = sql`h.company_id = r.company_id AND h.rule_id = r.rule_id`

/** The rules of the reader's companies, the newest first. */
export function rulePage(ctx: Ctx, { company, search, trigger, limit, cursor }: Query): Promise<ListPageAnswer> {
  const conditions = [
    inScope(scopeOf(ctx.actor), sql`r.company_id`),
    ...(company ? [sql`r.company_id = ${company}`] : []),
    ...(search ? [holdsText(sql`plain_letters(r.name)`, search)] : []),
    ...(trigger ? [sql`r.definition #>> '{trigger,kind}' = ${trigger}`] : []),
    NEWEST_FIRST.after(cursor),
  ]
  return pageOfCells(
    ctx,
    sql`
      SELECT r.rule_id, r.company_id, c.business_name, r.name, r.definition #>> '{trigger,kind}', r.definition, r.is_active,
        EXISTS (SELECT FROM rule_stops o WHERE o.company_id = r.company_id),
        CASE WHEN r.chat_endpoint_id IS NULL THEN '' WHEN NOT coalesce(e.is_active, false) THEN 'off'
          WHEN e.failing_since IS NOT NULL THEN 'failing' ELSE 'on' END, f.firings, ${momentText(sql`f.last_at`)},
        ${firedByDay('rule_hours', OWN_HOURS, sql`c.time_zone`, ctx.now)}, ${momentText(sql`r.updated_at`)}
      FROM (
        SELECT r.* FROM rules r WHERE ${sql.join(conditions, sql` AND `)} ${NEWEST_FIRST.orderBy} LIMIT ${limit}
      ) r
      JOIN companies c ON c.company_id = r.company_id
      LEFT JOIN webhook_endpoints e ON e.company_id = r.company_id AND e.endpoint_id = r.chat_endpoint_id
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(h.sims) FILTER (WHERE h.at > ${ctx.now}::timestamptz - interval '30 days'), 0) AS firings, max(h.at) AS last_at
        FROM rule_hours h WHERE ${OWN_HOURS}
      ) f
      ${NEWEST_FIRST.orderBy}`,
    { order: NEWEST_FIRST, keysOf: keysIn(ruleList.names, ['ruleId']), limit },
  )
}

export interface RuleCompany {
  readonly companyId: number
  readonly calendar: BillingCalendar
}

/**
 * A company in the reader's scope.
 * @throws AppError not_found, also for another tenant's
 */
export async function requireRuleCompany(ctx: Ctx, companyId: number): Promise<RuleCompany> {
  const { rows } = await sql<{ companyId: number; timeZone: string; anchorDay: number }>`
    SELECT c.company_id AS "companyId", c.time_zone AS "timeZone", c.cycle_anchor_day AS "anchorDay" FROM companies c
    WHERE c.company_id = ${companyId} AND ${inScope(scopeOf(ctx.actor), sql`c.company_id`)}`.execute(ctx.db)
  const [company] = rows
  if (!company) throw new AppError('not_found', { sentence: RULE_SENTENCES.unknownCompany })
  const { timeZone, anchorDay } = company
  return { companyId, calendar: { timeZone, anchorDay } }
}

/** What the form of a rule about money or pools needs. */
export async function ruleCompany(ctx: Ctx, companyId: number): Promise<CallData<typeof getRuleCompany>> {
  await requireRuleCompany(ctx, companyId)
  const { rows } = await sql<{ plan: string; planName: string }>`
    SELECT p.plan_code AS plan, p.name AS "planName" FROM plans p
    WHERE p.pooled AND p.data_mb > 0 AND EXISTS (
      SELECT FROM sim_tallies t WHERE t.company_id = ${companyId} AND t.plan_code = p.plan_code AND t.sims > 0)
    ORDER BY 2`.execute(ctx.db)
  const { currency } = await ctx.db
    .selectFrom('companies')
    .select('currency')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  return { currency, pools: rows }
}

export interface SavedRule {
  readonly companyId: number
  readonly ruleId: number
  readonly name: string
  readonly definition: RuleDefinition
  readonly isActive: boolean
  readonly chatEndpointId: number | null
}

/**
 * A rule in the reader's scope, locked in a transaction.
 * @throws AppError not_found, also for another tenant's
 */
export async function requireRule(ctx: Ctx, db: Database | DatabaseTransaction, ruleId: number): Promise<SavedRule> {
  const { rows } = await sql<SavedRule>`
    SELECT r.company_id AS "companyId", r.rule_id::float8 AS "ruleId", r.name, r.definition, r.is_active AS "isActive",
      r.chat_endpoint_id AS "chatEndpointId"
    FROM rules r WHERE r.rule_id = ${ruleId} AND ${inScope(scopeOf(ctx.actor), sql`r.company_id`)}
    ${db.isTransaction ? sql`FOR UPDATE` : sql``}`.execute(db)
  const [rule] = rows
  if (!rule) throw new AppError('not_found', { sentence: RULE_SENTENCES.unknown })
  return rule
}

/** The active rules of a company that undo what a rule does, or whose actions it undoes. */
export async function rulesUndoneBy(
  db: Database | DatabaseTransaction,
  rule: Pick<RuleDefinition, 'conditions' | 'actions'> & { readonly companyId: number; readonly ruleId?: number | undefined },
): Promise<{ ruleId: number; name: string }[]> {
  if (rule.actions.operation === '') return []
  const { rows } = await sql<Pick<SavedRule, 'ruleId' | 'name' | 'definition'>>`
    SELECT rule_id::float8 AS "ruleId", name, definition FROM rules
    WHERE company_id = ${rule.companyId} AND is_active AND rule_id IS DISTINCT FROM ${rule.ruleId ?? null}::bigint ORDER BY rule_id`.execute(
    db,
  )
  return rows.filter(({ definition }) => undoEachOther(rule, definition)).map(({ ruleId, name }) => ({ ruleId, name }))
}
