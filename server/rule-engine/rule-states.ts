import { sql } from 'kysely'
import type { RuleState } from '#domain/rule-evaluation.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import type { ActiveRule } from './active-rules.ts'

/** The state of a rule for a SIM; undefined deletes it, because it is no longer kept up to date. */
export interface StateWrite {
  readonly rule: Pick<ActiveRule, 'companyId' | 'ruleId' | 'version'>
  readonly iccid: string
  readonly state: RuleState | undefined
}

interface StateRow {
  readonly ruleId: number
  readonly iccid: string
  readonly state: RuleState
}

export const stateKey = (ruleId: number, iccid: string): string => `${ruleId} ${iccid}`

/** The states of rules for SIMs, by `stateKey`. */
export async function readRuleStates(
  trx: DatabaseTransaction,
  pairs: readonly { readonly rule: StateWrite['rule']; readonly iccid: string }[],
): Promise<Map<string, RuleState>> {
  if (pairs.length === 0) return new Map()
  const { rows } = await sql<StateRow>`
    SELECT s.rule_id::float8 AS "ruleId", s.iccid, s.state
    FROM unnest(${pairs.map(({ rule }) => rule.companyId)}::int[], ${pairs.map(({ rule }) => rule.ruleId)}::bigint[],
      ${pairs.map(({ iccid }) => iccid)}::text[], ${pairs.map(({ rule }) => rule.version)}::int[]) AS w(company_id, rule_id, iccid, version)
    JOIN rule_states s ON s.company_id = w.company_id AND s.rule_id = w.rule_id AND s.iccid = w.iccid COLLATE "C"
      AND s.version = w.version`.execute(trx)
  return new Map(rows.map(({ ruleId, iccid, state }) => [stateKey(ruleId, iccid), state]))
}

/** @param keepsKnown leaves states that are stored already as they are */
export async function writeRuleStates(
  trx: DatabaseTransaction,
  writes: readonly StateWrite[],
  { keepsKnown = false } = {},
): Promise<void> {
  const gone = writes.filter(({ state }) => state === undefined)
  if (gone.length > 0) {
    await sql`
      DELETE FROM rule_states s
      USING unnest(${gone.map(({ rule }) => rule.companyId)}::int[], ${gone.map(({ rule }) => rule.ruleId)}::bigint[],
        ${gone.map(({ iccid }) => iccid)}::text[]) AS w(company_id, rule_id, iccid)
      WHERE s.company_id = w.company_id AND s.rule_id = w.rule_id AND s.iccid = w.iccid COLLATE "C"`.execute(trx)
  }
  const rows = writes.flatMap(({ rule: { companyId, ruleId, version }, iccid, state }) =>
    state
      ? [
          {
            companyId,
            ruleId,
            version,
            iccid,
            state,
            timerAt: state.timerAt === null ? null : new Date(state.timerAt).toISOString(),
          },
        ]
      : [],
  )
  if (rows.length === 0) return
  await sql`
    INSERT INTO rule_states AS s (company_id, rule_id, iccid, version, state, timer_at)
    SELECT "companyId", "ruleId", iccid, version, state, "timerAt"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS n("companyId" int, "ruleId" bigint, iccid text, version int, state jsonb, "timerAt" timestamptz) ORDER BY 1, 2, iccid COLLATE "C"
    ON CONFLICT (company_id, rule_id, iccid) DO UPDATE
    SET version = excluded.version, state = excluded.state, timer_at = excluded.timer_at
    ${keepsKnown ? sql`WHERE s.version <> excluded.version` : sql``}`.execute(trx)
}
