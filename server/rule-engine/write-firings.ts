import { sql } from 'kysely'
import type { RuleFiring } from '#domain/rule-evaluation.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { enqueueWebhooks } from '../records/webhook-events.ts'
import type { ActiveRule } from './active-rules.ts'

export interface NewFiring extends RuleFiring {
  readonly rule: ActiveRule
  /** '' for a pool, a company and a model */
  readonly iccid: string
  /** of a pool */
  readonly planCode?: string
  /** of a model */
  readonly device?: string
  /** when it was found, if so late that the bell shows it at that moment; undefined: the bell shows it at its own */
  readonly foundAt?: number
}

/** Writes what rules did, with webhooks, the bell's counts and the SIMs' timelines; operations and mails follow by the rows' state. */
export async function writeFirings(trx: DatabaseTransaction, firings: readonly NewFiring[], now: Date): Promise<void> {
  if (firings.length === 0) return
  const rows = firings.map(({ rule, iccid, planCode = '', device = '', at, foundAt = at, value }) => ({
    companyId: rule.companyId,
    ruleId: rule.ruleId,
    ruleName: rule.name,
    iccid,
    planCode,
    device,
    at: new Date(at).toISOString(),
    foundAt: new Date(foundAt).toISOString(),
    trigger: rule.trigger.kind,
    value: String(value),
    operation: rule.actions.operation === '' ? 'none' : rule.actions.asks ? 'asked' : 'due',
    tag: rule.actions.tag === '' ? 'none' : 'due',
    escalateAt: escalationOf(rule, now),
    mailedAt: rule.actions.emails.length === 0 && !rule.actions.chat ? now.toISOString() : null,
  }))
  await sql`
    WITH fired AS (
      INSERT INTO rule_firings (company_id, rule_id, rule_name, iccid, plan_code, device, at, trigger, value, operation, tag,
        mailed_at, escalate_at)
      SELECT "companyId", "ruleId", "ruleName", iccid, "planCode", device, at, trigger, value, operation, tag, "mailedAt", "escalateAt"
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS n("companyId" int, "ruleId" bigint, "ruleName" text, iccid text,
        "planCode" text, device text, at timestamptz, trigger text, value text, operation text, tag text, "mailedAt" timestamptz,
        "escalateAt" timestamptz)
      RETURNING *
    ), webhooks AS (
      ${enqueueWebhooks(
        'rule.fired',
        now,
        sql`(
          SELECT company_id, json_build_object('firingId', firing_id, 'ruleId', rule_id, 'rule', rule_name, 'companyId', company_id,
            'icc', iccid, 'plan', plan_code, 'device', device, 'trigger', trigger, 'value', value, 'at', at) AS item
          FROM fired)`,
      )}
    ), noted AS (
      INSERT INTO sim_events (company_id, iccid, at, kind, actor, detail)
      SELECT company_id, iccid, at, 'rule_fired', 'rule ' || rule_id, json_build_object('rule', rule_name) FROM fired
      WHERE iccid <> ''
    )
    INSERT INTO rule_hours AS h (company_id, rule_id, hour, at, rule_name, iccid, sims, trigger)
    SELECT "companyId", "ruleId", date_trunc('hour', "foundAt"), max("foundAt"), max("ruleName"), max(iccid), count(*)::int, max(trigger)
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS n("companyId" int, "ruleId" bigint, "ruleName" text, iccid text,
      "foundAt" timestamptz, trigger text)
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (company_id, rule_id, hour) DO UPDATE SET at = greatest(h.at, excluded.at), rule_name = excluded.rule_name,
      iccid = excluded.iccid, trigger = excluded.trigger, sims = h.sims + excluded.sims`.execute(trx)
}

/** When the addresses of the escalation get a mail unless a person has acknowledged it; null: never. */
function escalationOf({ actions: { escalation } }: ActiveRule, now: Date): string | null {
  return escalation ? new Date(now.getTime() + escalation.minutes * MINUTE_MS).toISOString() : null
}
