import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import {
  DONE_SENTENCES,
  NOTE_SENTENCES,
  RESTART_LIMIT_SENTENCE,
  UNDER_WAY_SENTENCES,
} from '#contract/operations/operation-messages.ts'
import type { SimActionData } from '#contract/operations/sim-actions.calls.ts'
import type { Day } from '#domain/billing-cycle.ts'
import { type OperationKind, planExclusion, type TargetPlan, TRIGGER_OF } from '#domain/eligibility.ts'
import type { ItemState } from '#domain/operations.ts'
import { targetStatus } from '#domain/sim-lifecycle.ts'
import { AppError, invalidField, type Sentence } from '#server/app-error.ts'
import type { Ctx } from '#server/context.ts'
import { WithMessage } from '#server/http/answers.ts'
import { requireAllowed, simRefusal } from '#server/records/sim-refusal.ts'
import { boundSentence, codeSentence } from './code-sentence.ts'
import type { OperationParameters, OperationRow } from './operation-row.ts'
import { runNow } from './run-operation.ts'
import { dayOfChange } from './scheduled-plans.ts'
import { requireSimWithChange, type SimWithChange } from './sim-with-change.ts'
import { startOperation } from './start-operation.ts'

/** How long a request waits for the network; afterwards the answer says that the action is in progress. */
const ANSWER_TIMEOUT_MS = 4_000
const POLL_INTERVAL_MS = 100

export interface LineStatus {
  readonly operationId: number
  readonly iccid: string
  readonly state: ItemState
  readonly code: string
  readonly text: string
  readonly dueAt: Date
  readonly status: number
  readonly target: number | null
}

interface SingleOptions {
  readonly reason: string
  readonly parameters?: OperationParameters
  /** of a change of plan */
  readonly target?: TargetPlan
}

/**
 * Runs an action on one SIM: an operation of one line, run at once in this process. Answers with the line's status when it is
 * settled, or after a few seconds; the work continues then.
 * @throws AppError when the rule or the network rejects it
 */
export async function actOnSim(
  ctx: Ctx,
  icc: string,
  kind: OperationKind,
  { reason, parameters = {}, target }: SingleOptions,
): Promise<LineStatus> {
  const sim = await requireSimWithChange(ctx, icc)
  requireAllowed(ctx, sim, kind)
  if (target) await requireFit(ctx, sim, target, parameters)
  const request = { kind, parameters, reason, isDraft: false, isSingle: true, scheduledAt: undefined }
  const answer = await startOperation(ctx, { ...request, source: { kind: 'list', given: [sim.iccid] } })
  const [excluded] = answer.excluded
  // another operation claimed the slot after this one was judged
  if (excluded) throw simRefusal(kind, await requireSimWithChange(ctx, sim.iccid), excluded.code)
  const key = { companyId: ctx.actor.companyId, operationId: answer.operationId }
  const line = await waitForLine(ctx, key, runNow(ctx, key))
  if (line.state === 'failed') throw failureOf(kind, sim, line)
  return line
}

/** @throws AppError invalid_request at the field planCode for a SIM that can't have the plan, or can't leave its own yet */
async function requireFit(ctx: Ctx, sim: SimWithChange, target: TargetPlan, parameters: OperationParameters): Promise<void> {
  const boundUntil = await boundUntilOf(ctx, sim, parameters)
  const code = planExclusion({ ...sim, isBound: boundUntil !== undefined }, target, ctx.actor)
  if (code === 'plan_bound' && boundUntil) throw invalidField('planCode', boundSentence(boundUntil))
  if (code) throw simRefusal('plan', sim, code)
}

/** The end of the minimum stay on the SIM's plan, when it comes after the day of the change. */
async function boundUntilOf({ db, now }: Ctx, sim: SimWithChange, parameters: OperationParameters): Promise<Day | undefined> {
  const { rows } = await sql<{ boundUntil: Day }>`
    SELECT s.plan_bound_until::text AS "boundUntil" FROM sims s JOIN companies o ON o.company_id = s.company_id
    WHERE s.company_id = ${sim.companyId} AND s.iccid = ${sim.iccid}
      AND s.plan_bound_until > ${dayOfChange({ kind: 'plan', parameters, scheduledAt: null }, now)}`.execute(db)
  return rows[0]?.boundUntil
}

function failureOf(kind: OperationKind, sim: SimWithChange, { code, text }: LineStatus): AppError {
  if (code === 'too_soon')
    return new AppError('too_many_requests', { sentence: RESTART_LIMIT_SENTENCE, retryAfterS: Number(text) || 60 })
  if (code === 'status_changed') return simRefusal(kind, sim, 'wrong_status')
  return new AppError('network_refused', {
    sentence: { es: codeSentence({ code, text }, 'es'), en: codeSentence({ code, text }, 'en') },
  })
}

/** Waits until the line of a single action is settled, or for the request's time limit. */
export async function waitForLine(
  ctx: Ctx,
  { companyId, operationId }: { companyId: number; operationId: number },
  work: Promise<void>,
): Promise<LineStatus> {
  const until = performance.now() + ANSWER_TIMEOUT_MS
  // the work continues without the request; after a failure the poller resumes it from the rows
  work.catch((error: unknown) => ctx.log.error({ err: error, operationId }, 'a single action failed'))
  await Promise.race([work.catch(() => undefined), sleep(ANSWER_TIMEOUT_MS)])
  for (;;) {
    const line = await readLine(ctx, companyId, operationId)
    const isOpen = line.state === 'running' || (line.state === 'pending' && line.code === '')
    if (!isOpen || performance.now() > until) return line
    await sleep(POLL_INTERVAL_MS)
  }
}

async function readLine({ db }: Ctx, companyId: number, operationId: number): Promise<LineStatus> {
  const { rows } = await sql<LineStatus>`
    SELECT i.operation_id AS "operationId", i.iccid, i.state, i.code, i.text, CASE WHEN isfinite(i.due_at) THEN i.due_at ELSE i.updated_at END AS "dueAt",
      coalesce(s.administrative_status, 0) AS status, s.target_status AS target
    FROM operation_items i LEFT JOIN sims s ON s.company_id = i.sim_company_id AND s.iccid = i.iccid
    WHERE i.company_id = ${companyId} AND i.operation_id = ${operationId} ORDER BY i.line LIMIT 1`.execute(db)
  const [line] = rows
  if (!line) throw new Error(`operation ${operationId} has no line`)
  return line
}

/** The answer of a single action: the line's status, and a sentence. */
export function actionAnswer(kind: OperationKind, line: LineStatus): WithMessage<SimActionData> {
  const { operationId, iccid, state, code, status, target, dueAt } = line
  const isOpen = state === 'pending' || state === 'running'
  const trigger = TRIGGER_OF[kind]
  const data: SimActionData = {
    operationId,
    icc: iccid,
    state,
    simAdministrativeStatusId: status,
    targetStatusId: target ?? (isOpen && trigger ? targetStatus(trigger) : null),
    dueAt: code === 'cooling_off' || code === 'next_cycle' ? dueAt.toISOString() : null,
  }
  return new WithMessage(data, messageOf(kind, code, isOpen))
}

/** The final sentence of a single action that outlasted its request, in the reader's language. */
export async function finalSentence(ctx: Ctx, { kind, companyId, operationId }: OperationRow): Promise<string> {
  const { state, code, text } = await readLine(ctx, companyId, operationId)
  return state === 'succeeded' ? messageOf(kind, code, false)[ctx.language] : codeSentence({ code, text }, ctx.language)
}

/** Codes that say more than whether it is done. */
const { cooling_off, called_off, withdrawn, next_attach, next_cycle } = NOTE_SENTENCES
const ENDINGS = { cooling_off, called_off, withdrawn, next_attach, next_cycle } as const

function messageOf(kind: OperationKind, code: string, isOpen: boolean): Sentence {
  if (code in ENDINGS) return ENDINGS[code as keyof typeof ENDINGS]
  return isOpen ? UNDER_WAY_SENTENCES[kind] : DONE_SENTENCES[kind]
}
