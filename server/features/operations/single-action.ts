import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import {
  DONE_SENTENCES,
  EXCLUSION_SENTENCES,
  NOT_EDITABLE_SENTENCES,
  NOTE_SENTENCES,
  RESTART_LIMIT_SENTENCE,
  UNDER_WAY_SENTENCES,
} from '#contract/operations/operation-messages.ts'
import type { SimActionData } from '#contract/operations/sim-actions.calls.ts'
import { STATUS_WORDS } from '#contract/sims/sim-words.ts'
import {
  type EligibilityFacts,
  type Exclusion,
  exclusionOf,
  explainedType,
  type OperationKind,
  type SimAction,
  TRIGGER_OF,
} from '#domain/eligibility.ts'
import { iccidCandidates } from '#domain/identifiers.ts'
import type { ItemState } from '#domain/operations.ts'
import { allowedTriggers, targetStatus } from '#domain/sim-lifecycle.ts'
import { administrativeStatusName } from '#domain/sim-status.ts'
import type { Ctx } from '../../context.ts'
import { inScope, scopeOf } from '../../db/scope.ts'
import { Said } from '../../http/answers.ts'
import { AppError, type Sentence } from '../../http/errors.ts'
import { codeSentence } from './code-sentence.ts'
import type { OperationRow } from './operation-row.ts'
import { runAtOnce } from './run-operation.ts'
import { startOperation } from './start-operation.ts'

/** How long an answer waits for the network; what takes longer is said to be under way. */
const PATIENCE_MS = 4_000
const LOOK_EVERY_MS = 100

/** A SIM as the rule sees it, with what is under way for it. */
export interface SimNow {
  readonly companyId: number
  readonly iccid: string
  readonly administrativeStatus: number
  readonly previousStatus: number | null
  readonly targetStatus: number | null
  readonly simTypeId: number
  readonly apnId: number
  readonly openChange: OperationKind | null
  readonly operationCompanyId: number | null
  readonly operationId: number | null
  readonly line: number | null
}

/** The SIM of the reader's that is meant. Throws not_found, also for somebody else's. */
export async function requireSim(ctx: Ctx, icc: string): Promise<SimNow> {
  const { rows } = await sql<SimNow>`
    SELECT s.company_id AS "companyId", s.iccid, s.administrative_status AS "administrativeStatus", s.previous_status AS "previousStatus",
      s.target_status AS "targetStatus", s.sim_type_id AS "simTypeId", s.apn_id AS "apnId", c.kind AS "openChange",
      c.operation_company_id AS "operationCompanyId", c.operation_id AS "operationId", c.line
    FROM unnest(${iccidCandidates(icc)}::text[]) WITH ORDINALITY AS w(iccid, n)
    JOIN sim_registry r ON r.iccid = w.iccid COLLATE "C" AND ${inScope(scopeOf(ctx.actor), sql`r.company_id`)}
    JOIN sims s ON s.company_id = r.company_id AND s.iccid = r.iccid
    LEFT JOIN open_changes c ON c.company_id = s.company_id AND c.iccid = s.iccid AND NOT c.waits
    ORDER BY w.n LIMIT 1`.execute(ctx.db)
  const [sim] = rows
  if (!sim) throw new AppError('not_found', { sentence: { es: `No existe la SIM ${icc}`, en: `There is no SIM ${icc}` } })
  return sim
}

const statusWord = (status: number | null): Sentence => {
  const name = status === null ? undefined : administrativeStatusName(status)
  return { es: name ? STATUS_WORDS.es[name] : '', en: name ? STATUS_WORDS.en[name] : '' }
}

/** The sentence for what the rule forbids: the specification's own for types that are not editable. */
export function exclusionSentence(action: SimAction, sim: EligibilityFacts, code: Exclusion): Sentence {
  const reason = code === 'type_not_editable' ? explainedType(action, sim) : undefined
  return reason ? NOT_EDITABLE_SENTENCES[reason] : EXCLUSION_SENTENCES[code]
}

/** The refusal of an action as a failure of the call. */
export function refusal(action: SimAction, sim: SimNow, code: Exclusion): AppError {
  const sentence = exclusionSentence(action, sim, code)
  if (code === 'not_found' || code === 'not_allowed' || code === 'type_not_editable' || code === 'operation_open') {
    return new AppError(code, { sentence })
  }
  const trigger = action in TRIGGER_OF ? TRIGGER_OF[action as OperationKind] : undefined
  const text = (value: string): Sentence => ({ es: value, en: value })
  return new AppError('transition_not_allowed', {
    sentence: {
      es: `${sentence.es} (${statusWord(sim.administrativeStatus).es})`,
      en: `${sentence.en} (${statusWord(sim.administrativeStatus).en})`,
    },
    fields: {
      from: text(String(sim.administrativeStatus)),
      to: text(String((trigger && targetStatus(trigger)) ?? '')),
      allowed: text(allowedTriggers(sim.administrativeStatus).join(', ')),
    },
  })
}

export interface SettledLine {
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
  readonly parameters?: Readonly<Record<string, string>>
}

/**
 * Has one thing done to one SIM: an operation of one line, run at once in this process. Answers how the line stands when it is
 * settled, or after a few seconds; it goes on by itself. Throws when the rule or the network refuses.
 */
export async function actOnSim(
  ctx: Ctx,
  icc: string,
  kind: OperationKind,
  { reason, parameters = {} }: SingleOptions,
): Promise<SettledLine> {
  const sim = await requireSim(ctx, icc)
  const code = exclusionOf(kind, sim, ctx.actor)
  if (code) throw refusal(kind, sim, code)
  const wanted = { kind, parameters, reason, isDraft: false, isSingle: true, scheduledAt: undefined }
  const answer = await startOperation(ctx, { ...wanted, source: { kind: 'list', given: [sim.iccid] } })
  const [excluded] = answer.excluded
  // somebody was faster between the judgement and the slot
  if (excluded) throw refusal(kind, await requireSim(ctx, sim.iccid), excluded.code)
  const key = { companyId: ctx.actor.companyId, operationId: answer.operationId }
  const line = await settledLine(ctx, key, runAtOnce(ctx, key))
  if (line.state === 'failed') throw failureOf(kind, sim, line)
  return line
}

function failureOf(kind: OperationKind, sim: SimNow, { code, text }: SettledLine): AppError {
  if (code === 'too_soon')
    return new AppError('too_many_requests', { sentence: RESTART_LIMIT_SENTENCE, retryAfterS: Number(text) || 60 })
  if (code === 'status_changed') return refusal(kind, sim, 'wrong_status')
  return new AppError('network_refused', {
    sentence: { es: codeSentence({ code, text }, 'es'), en: codeSentence({ code, text }, 'en') },
  })
}

/** Waits for the line of a single action until it is settled, or for as long as a person waits without asking. */
export async function settledLine(
  ctx: Ctx,
  { companyId, operationId }: { companyId: number; operationId: number },
  work: Promise<void>,
): Promise<SettledLine> {
  const until = performance.now() + PATIENCE_MS
  // it goes on when nobody waits any more; what fails is taken up again from the rows
  work.catch((error: unknown) => ctx.log.error({ err: error, operationId }, 'a single action failed'))
  await Promise.race([work.catch(() => undefined), sleep(PATIENCE_MS)])
  for (;;) {
    const line = await readLine(ctx, companyId, operationId)
    const isOpen = line.state === 'running' || (line.state === 'pending' && line.code === '')
    if (!isOpen || performance.now() > until) return line
    await sleep(LOOK_EVERY_MS)
  }
}

async function readLine({ db }: Ctx, companyId: number, operationId: number): Promise<SettledLine> {
  const { rows } = await sql<SettledLine>`
    SELECT i.operation_id AS "operationId", i.iccid, i.state, i.code, i.text, CASE WHEN isfinite(i.due_at) THEN i.due_at ELSE i.updated_at END AS "dueAt",
      coalesce(s.administrative_status, 0) AS status, s.target_status AS target
    FROM operation_items i LEFT JOIN sims s ON s.company_id = i.sim_company_id AND s.iccid = i.iccid
    WHERE i.company_id = ${companyId} AND i.operation_id = ${operationId} ORDER BY i.line LIMIT 1`.execute(db)
  const [line] = rows
  if (!line) throw new Error(`operation ${operationId} has no line`)
  return line
}

/** The answer of a single action: how it stands, and a sentence about it. */
export function actionAnswer(kind: OperationKind, line: SettledLine): Said<SimActionData> {
  const { operationId, iccid, state, code, status, target, dueAt } = line
  const isOpen = state === 'pending' || state === 'running'
  const trigger = TRIGGER_OF[kind]
  const data: SimActionData = {
    operationId,
    icc: iccid,
    state,
    simAdministrativeStatusId: status,
    targetStatusId: target ?? (isOpen && trigger ? targetStatus(trigger) : null),
    dueAt: code === 'cooling_off' ? dueAt.toISOString() : null,
  }
  return new Said(data, messageOf(kind, code, isOpen))
}

/** How a single action ended that went on after its answer, in the reader's language. */
export async function endingOf(ctx: Ctx, { kind, companyId, operationId }: OperationRow): Promise<string> {
  const { state, code, text } = await readLine(ctx, companyId, operationId)
  return state === 'succeeded' ? messageOf(kind, code, false)[ctx.language] : codeSentence({ code, text }, ctx.language)
}

function messageOf(kind: OperationKind, code: string, isOpen: boolean): Sentence {
  if (code === 'cooling_off' || code === 'called_off' || code === 'withdrawn' || code === 'next_attach')
    return NOTE_SENTENCES[code]
  return isOpen ? UNDER_WAY_SENTENCES[kind] : DONE_SENTENCES[kind]
}
