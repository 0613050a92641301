import { sql } from 'kysely'
import type { CallData, CallInput } from '#contract/call.ts'
import type {
  AdviceOptions,
  AdviceOutcome,
  AdviceResult,
  askPlanAdvice,
  getAdvisedSims,
  getPlanAdvice,
} from '#contract/plans/plan-advice.calls.ts'
import { PLAN_SENTENCES } from '#contract/plans/plan-messages.ts'
import type { OperationState } from '#domain/operations.ts'
import { AppError } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import { inScope, narrowToCompany, scopeOf } from '#server/db/scope.ts'
import { audit } from '#server/records/audit.ts'

const SHOWN_FOLLOWED = 12

type AdviceOfCompany = CallData<typeof getPlanAdvice>

/**
 * Has advice computed in the background for a company of the reader (decision 120).
 * @throws AppError conflict while another one is computed for the company
 */
export async function askAdvice(
  ctx: Ctx,
  { company, ...options }: CallInput<typeof askPlanAdvice>['body'],
): Promise<AdviceOfCompany> {
  const { companyId } = await findCompany(ctx, company)
  await inTransaction(ctx, async (trx) => {
    const { rows } = await sql`
      INSERT INTO plan_advices (company_id, state, asked_at, actor, options, due_at)
      VALUES (${companyId}, 'running', ${ctx.now}, ${ctx.actor.email}, ${JSON.stringify(options)}, ${ctx.now})
      ON CONFLICT (company_id) WHERE state = 'running' DO NOTHING RETURNING advice_id`.execute(trx)
    if (rows.length === 0) throw new AppError('conflict', { sentence: PLAN_SENTENCES.isAdvised })
    const { cycles, marginPercent } = options
    const entry = { action: 'company.advised', entity: 'company', entityId: String(companyId), companyId }
    await audit(trx, ctx, { ...entry, after: { cycles, marginPercent } })
  })
  return readAdvice(ctx, company)
}

interface AdviceRow {
  readonly adviceId: string
  readonly state: 'running' | 'done' | 'failed'
  readonly askedAt: Date
  readonly actor: string
  readonly percent: number
  readonly options: unknown
  readonly result: unknown
}

/** @throws AppError not_found outside of the reader's companies */
export async function readAdvice(ctx: Ctx, company: number | undefined): Promise<AdviceOfCompany> {
  const { companyId, companyName } = await findCompany(ctx, company)
  const { rows } = await sql<AdviceRow>`
    SELECT DISTINCT ON (state) advice_id AS "adviceId", state, asked_at AS "askedAt", actor, percent, options, result
    FROM plan_advices WHERE company_id = ${companyId} ORDER BY state, asked_at DESC`.execute(ctx.db)
  const [running, done, failed] = (['running', 'done', 'failed'] as const).map((state) =>
    rows.find((row) => row.state === state),
  )
  const isFailure = failed && !running && !(done && done.askedAt > failed.askedAt)
  return {
    company: companyId,
    companyName,
    running: running ? { ...askedOf(running), percent: running.percent } : null,
    failedAt: isFailure ? failed.askedAt.toISOString() : null,
    last: done
      ? { ...askedOf(done), options: done.options as AdviceOptions, result: await resultOf(ctx, companyId, done) }
      : null,
    followed: await followedAdvice(ctx, companyId),
  }
}

type Asked = Pick<AdviceRow, 'adviceId' | 'askedAt' | 'actor'>

const askedOf = ({ adviceId, askedAt, actor }: Asked) => ({ adviceId, askedAt: askedAt.toISOString(), actor })

interface Ordered {
  readonly planCode: string
  readonly state: OperationState
  readonly failed: number
  readonly open: number
  /** null where the reader does not see it */
  readonly operationId: number | null
}

/**
 * What was computed, with the operation of each move that was ordered; not one in which no SIM changes its plan, nor one that was
 * cancelled, whose other SIMs can be ordered again.
 */
async function resultOf({ db, actor }: Ctx, companyId: number, { adviceId, result }: AdviceRow): Promise<AdviceResult> {
  const { rows } = await sql<Ordered>`
    SELECT DISTINCT ON (o.parameters->>'planCode') o.parameters->>'planCode' AS "planCode", o.state, o.failed,
      o.pending + o.running AS open,
      CASE WHEN ${inScope(scopeOf(actor), sql`o.company_id`)} THEN o.operation_id END AS "operationId"
    FROM plan_advice_operations l JOIN operations o ON o.company_id = l.operation_company_id AND o.operation_id = l.operation_id
    WHERE l.company_id = ${companyId} AND l.advice_id = ${adviceId}
      AND (o.pending + o.running > 0 OR o.state = 'finished' AND o.succeeded > 0)
    ORDER BY o.parameters->>'planCode', o.operation_id DESC`.execute(db)
  const operations = new Map(
    rows.map(({ planCode, operationId, ...of }) => [planCode, { ...of, operationId: operationId ?? undefined }]),
  )
  const advised = result as AdviceResult
  return { ...advised, moves: advised.moves.map((move) => ({ ...move, operation: operations.get(move.planCode) })) }
}

interface FollowedRow extends Asked {
  readonly result: unknown
  readonly outcome: unknown
}

/** The last ones by which SIMs changed their plans, or will. */
async function followedAdvice({ db }: Ctx, companyId: number): Promise<AdviceOfCompany['followed']> {
  const { rows } = await sql<FollowedRow>`
    SELECT a.advice_id AS "adviceId", a.asked_at AS "askedAt", a.actor, a.result, a.outcome FROM plan_advices a
    WHERE a.company_id = ${companyId} AND a.state = 'done' AND EXISTS (
      SELECT FROM plan_advice_operations l JOIN operations o ON o.company_id = l.operation_company_id AND o.operation_id = l.operation_id
      WHERE l.company_id = a.company_id AND l.advice_id = a.advice_id AND o.pending + o.running + o.succeeded > 0)
    ORDER BY a.asked_at DESC LIMIT ${SHOWN_FOLLOWED}`.execute(db)
  return rows.map((row) => {
    const { totals, cycles, moves } = row.result as AdviceResult
    return {
      ...askedOf(row),
      sims: moves.reduce((sum, { sims }) => sum + sims, 0),
      promised: totals.map(({ currency, todayMinor, advisedMinor }) => ({
        currency,
        amountMinor: Math.round((todayMinor - advisedMinor) / cycles.length),
      })),
      outcome: row.outcome as AdviceOutcome | null,
    }
  })
}

/** A page of the SIMs that an advice moves to a plan; none of an advice that is gone. */
export async function advisedSims(
  ctx: Ctx,
  { company, adviceId, planCode, after, limit }: CallInput<typeof getAdvisedSims>['query'],
): Promise<CallData<typeof getAdvisedSims>> {
  const { companyId } = await findCompany(ctx, company)
  const { rows } = await sql<CallData<typeof getAdvisedSims>[number]>`
    SELECT iccid AS icc, from_plan AS "from", today_minor AS "todayMinor", advised_minor AS "advisedMinor" FROM plan_advice_moves
    WHERE company_id = ${companyId} AND advice_id = ${adviceId} AND plan_code = ${planCode} AND place > ${after}
    ORDER BY place LIMIT ${limit}`.execute(ctx.db)
  return rows
}

/** @throws AppError not_found outside of the reader's companies */
async function findCompany(ctx: Ctx, company = ctx.actor.companyId): Promise<{ companyId: number; companyName: string }> {
  const scope = narrowToCompany(scopeOf(ctx.actor), company)
  const { rows } = await sql<{ companyId: number; companyName: string }>`
    SELECT company_id AS "companyId", business_name AS "companyName" FROM companies
    WHERE ${inScope(scope, sql`company_id`)} AND company_id = ${company}`.execute(ctx.db)
  const [found] = rows
  if (!found) throw new AppError('not_found')
  return found
}
