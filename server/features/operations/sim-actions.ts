import { sql } from 'kysely'
import type { CallData } from '#contract/call.ts'
import type { getSimActions } from '#contract/operations/sim-actions.calls.ts'
import {
  exclusionOf,
  isOffered,
  OPERATION_KINDS,
  type OperationKind,
  type SimAction,
  STATUS_ACTIONS,
  TRIGGER_OF,
} from '#domain/eligibility.ts'
import type { ItemState } from '#domain/operations.ts'
import { targetStatus } from '#domain/sim-lifecycle.ts'
import type { Ctx } from '#server/context.ts'
import { activationPlanOf } from '#server/records/activation-plan.ts'
import { exclusionSentence } from '#server/records/sim-refusal.ts'
import { codeSentence } from './code-sentence.ts'
import { nextCycleTerms } from './operation-cost.ts'
import { scheduledPlanOf } from './scheduled-plans.ts'
import { requireSimWithChange, type SimWithChange } from './sim-with-change.ts'

const ACTIONS: readonly SimAction[] = [...OPERATION_KINDS, ...STATUS_ACTIONS, 'withdrawTermination', 'chat']

type Answer = CallData<typeof getSimActions>

/** The actions that the reader may apply to a SIM, by the rule that the calls enforce. */
export async function simActions(ctx: Ctx, icc: string): Promise<Answer> {
  const sim = await requireSimWithChange(ctx, icc)
  const actions = ACTIONS.map((action) => {
    const code = exclusionOf(action, sim, ctx.actor) ?? null
    const text = code === null ? '' : exclusionSentence(action, sim, code)[ctx.language]
    return { action, offered: isOffered(action, sim, ctx.actor), code, text }
  })
  return {
    icc: sim.iccid,
    actions,
    open: await openOf(ctx, sim),
    scheduledPlan: await scheduledOf(ctx, sim),
    ...(await pricesOf(ctx, sim)),
  }
}

interface OpenLine {
  readonly kind: OperationKind
  readonly state: ItemState
  readonly code: string
  readonly text: string
  readonly actor: string
  readonly since: Date
  readonly dueAt: Date | null
  readonly askedAt: Date | null
}

async function openOf({ db, language }: Ctx, sim: SimWithChange): Promise<Answer['open']> {
  if (sim.operationId === null) return null
  const { rows } = await sql<OpenLine>`
    SELECT o.kind, i.state, i.code, i.text, o.actor, o.created_at AS since, CASE WHEN i.phase = 'cooling' AND i.state = 'pending' THEN i.due_at END AS "dueAt",
      CASE WHEN i.state = 'running' THEN i.updated_at END AS "askedAt"
    FROM operation_items i JOIN operations o ON o.company_id = i.company_id AND o.operation_id = i.operation_id
    WHERE i.company_id = ${sim.operationCompanyId} AND i.operation_id = ${sim.operationId} AND i.line = ${sim.line}`.execute(db)
  const [open] = rows
  if (!open) return null
  const trigger = TRIGGER_OF[open.kind]
  return {
    operationId: sim.operationId,
    kind: open.kind,
    state: open.state,
    text: open.dueAt ? '' : codeSentence(open, language),
    targetStatusId: sim.targetStatus ?? (trigger ? targetStatus(trigger) : null),
    actor: open.actor,
    since: open.since.toISOString(),
    dueAt: open.dueAt?.toISOString() ?? null,
    askedAt: open.askedAt?.toISOString() ?? null,
  }
}

async function scheduledOf({ db }: Ctx, sim: SimWithChange): Promise<Answer['scheduledPlan']> {
  const scheduled = await scheduledPlanOf(db, sim)
  if (!scheduled) return null
  const { operationId, planCode, planName, at, actor } = scheduled
  return { operationId, planCode, planName, at: at.toISOString(), actor }
}

type Prices = Answer['activation'] & Answer['hibernation'] & { readonly nextMinor: number }

async function pricesOf(ctx: Ctx, { companyId, iccid }: SimWithChange): Promise<Pick<Answer, 'activation' | 'hibernation'>> {
  const { rows } = await sql<Prices>`
    SELECT p.plan_code AS "planCode", p.name AS "planName", coalesce(a.group_path, '') AS "group", p.price_minor AS "amountMinor", p.currency, p.pooled,
      t.price_minor AS "nextMinor", t.hibernation_fee_minor AS "hibernatedMinor", t.from_day::text AS "savesFrom"
    FROM sims s LEFT JOIN ${activationPlanOf(ctx.now)} ON true
    JOIN plans p ON p.plan_code = coalesce(a.plan_code, s.plan_code) JOIN companies c ON c.company_id = s.company_id
    CROSS JOIN LATERAL ${nextCycleTerms(ctx, sql`s.plan_code`)}
    WHERE s.company_id = ${companyId} AND s.iccid = ${iccid}`.execute(ctx.db)
  const [prices] = rows
  if (!prices) throw new Error(`${iccid} has no plan with terms`)
  const { planCode, planName, group, amountMinor, currency, pooled, nextMinor, hibernatedMinor, savesFrom } = prices
  return {
    activation: { planCode, planName, group, amountMinor, currency },
    hibernation: { amountMinor: nextMinor, hibernatedMinor, savesFrom, pooled },
  }
}
