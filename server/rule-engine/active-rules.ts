import { type RawBuilder, sql } from 'kysely'
import type { RuleDefinition } from '#domain/rules.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import type { BillingCalendar } from '../usage/local-hours.ts'

export interface ActiveRule extends RuleDefinition {
  readonly companyId: number
  readonly ruleId: number
  readonly name: string
  readonly version: number
  /** it acts on what is received from then on, milliseconds since 1970 */
  readonly sinceMs: number
  readonly calendar: BillingCalendar
}

interface Row {
  readonly companyId: number
  readonly ruleId: number
  readonly name: string
  readonly version: number
  readonly since: Date
  readonly definition: RuleDefinition
  readonly timeZone: string
  readonly anchorDay: number
}

/** The company has not stopped its rules. @param rule has company_id */
export const isNotStopped = (rule: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  NOT EXISTS (SELECT FROM rule_stops o WHERE o.company_id = ${rule}.company_id)`

/** The rule of a version; undefined when it was changed, paused or stopped meanwhile. */
export async function readActiveRule(
  trx: DatabaseTransaction,
  { companyId, ruleId, version }: Pick<ActiveRule, 'companyId' | 'ruleId' | 'version'>,
): Promise<ActiveRule | undefined> {
  const [rule] = await readActiveRules(
    trx,
    sql`r.company_id = ${companyId} AND r.rule_id = ${ruleId} AND r.version = ${version}`,
  )
  return rule
}

/** Active rules of companies that have not stopped theirs. @param condition on r, a rule */
export async function readActiveRules(trx: DatabaseTransaction, condition: RawBuilder<unknown>): Promise<ActiveRule[]> {
  const { rows } = await sql<Row>`
    SELECT r.company_id AS "companyId", r.rule_id::float8 AS "ruleId", r.name, r.version, r.since, r.definition,
      c.time_zone AS "timeZone", c.cycle_anchor_day AS "anchorDay"
    FROM rules r JOIN companies c ON c.company_id = r.company_id
    WHERE r.is_active AND ${isNotStopped(sql`r`)} AND ${condition} ORDER BY r.rule_id`.execute(trx)
  return rows.map(({ definition, since, timeZone, anchorDay, ...rule }) => ({
    ...definition,
    ...rule,
    sinceMs: since.getTime(),
    calendar: { timeZone, anchorDay },
  }))
}
