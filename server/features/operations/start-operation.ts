import { type RawBuilder, sql } from 'kysely'
import { DIAGNOSIS_MAX_LINES, type MassAnswer } from '#contract/operations/mass-actions.calls.ts'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { isAgentActor } from '#domain/agents.ts'
import type { OperationKind } from '#domain/eligibility.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { withinEachCell } from '#server/cells/cell-context.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { keyOwnerOf } from '#server/http/idempotency.ts'
import { audit } from '#server/records/audit.ts'
import { divideSource } from './divide-lines.ts'
import { excludedAnswer, excludedFromItems, excludedFromVerdicts } from './excluded.ts'
import { followAdvice } from './follow-advice.ts'
import { forecastOf, networkLines } from './forecast.ts'
import { freezePart, type JudgedPart } from './freeze-lines.ts'
import { judgedLines, judgeLines, lineFacts, materializeFacts } from './judge-lines.ts'
import { type LineSource, linesOf, scopeOfSource } from './line-sources.ts'
import {
  copyOperation,
  finishIfDone,
  lockOperation,
  markSpanning,
  notifyChanged,
  notifyDue,
  type OperationParameters,
  type OperationRow,
} from './operation-row.ts'
import { dayOfChange, isForNextCycle } from './scheduled-plans.ts'
import { storeList } from './store-list.ts'
import { targetPlanOf } from './target-plan.ts'

export interface NewOperation {
  readonly kind: OperationKind
  readonly source: LineSource
  readonly parameters: OperationParameters
  readonly reason: string
  /** judged only, to be confirmed later */
  readonly isDraft: boolean
  readonly isSingle: boolean
  readonly scheduledAt: Date | undefined
}

/** Judges and stores a draft, or judges, freezes and starts an operation, in one transaction. */
export async function startOperation(ctx: Ctx, request: NewOperation): Promise<MassAnswer> {
  return inTransaction(ctx, (trx) => startOperationIn(trx, ctx, request))
}

/** The same in a transaction of the caller's. */
export async function startOperationIn(trx: DatabaseTransaction, ctx: Ctx, request: NewOperation): Promise<MassAnswer> {
  const begun = await findStarted(trx, ctx)
  if (begun) return startedAnswer(trx, ctx, begun)
  const source =
    request.isDraft && request.source.kind === 'list' ? await storeList(trx, ctx, request.source.given) : request.source
  const operation = await insertOperation(trx, ctx, request, source)
  await bindKey(trx, ctx, operation)
  if (request.isDraft) return storedDraft(trx, ctx, operation, source)
  return freezeAndStart(trx, ctx, operation, source)
}

/** The preview of a draft. Previews of people are their own until they are confirmed; what an agent prepares is in the audit log. */
async function storedDraft(
  trx: DatabaseTransaction,
  ctx: Ctx,
  operation: OperationRow,
  source: LineSource,
): Promise<MassAnswer> {
  const answer = await previewAnswer(trx, ctx, operation, source)
  if (isAgentActor(ctx.actor.email)) await audit(trx, ctx, operationEntry('drafted', operation, answer))
  return answer
}

/** Judges the lines of a draft as they are now. */
export async function previewDraft(ctx: Ctx, operationId: number): Promise<MassAnswer> {
  return inTransaction(ctx, async (trx) => {
    const draft = await requireDraft(trx, ctx, operationId)
    return previewAnswer(trx, ctx, draft, draftSource(draft))
  })
}

/** @throws AppError not_found, also for the draft of another company; conflict when it is none any more */
async function requireDraft(trx: DatabaseTransaction, { actor }: Ctx, operationId: number): Promise<OperationRow> {
  const draft = await lockOperation(trx, { companyId: actor.companyId, operationId })
  if (!draft) throw new AppError('not_found')
  if (draft.state !== 'draft') throw new AppError('conflict')
  return draft
}

/**
 * Starts a draft: its lines are judged again, and its filter is evaluated now, in the scope of the person, whose company's it is.
 * @throws AppError not_found, also for the draft of another company
 */
export async function confirmDraft(ctx: Ctx, operationId: number, scheduledAt: Date | undefined): Promise<MassAnswer> {
  return inTransaction(ctx, async (trx) => {
    const draft = await requireDraft(trx, ctx, operationId)
    const isLater = scheduledAt !== undefined || isForNextCycle(draft)
    const state = isLater ? 'scheduled' : 'running'
    await trx
      .updateTable('operations')
      .set({
        state,
        scheduled_at: isLater ? (scheduledAt ?? ctx.now) : null,
        started_at: isLater ? null : ctx.now,
        updated_at: ctx.now,
      })
      .where('company_id', '=', draft.companyId)
      .where('operation_id', '=', operationId)
      .execute()
    return freezeAndStart(trx, ctx, { ...draft, state, scheduledAt: scheduledAt ?? null }, draftSource(draft))
  })
}

/** The source of a draft's lines. */
export function draftSource(draft: OperationRow): LineSource {
  if (draft.fileId !== null) return { kind: 'file', companyId: draft.companyId, fileId: draft.fileId }
  const { filter, except } = draft.filter as { filter: SimFilter; except: string[] }
  return { kind: 'filter', filter, except }
}

async function insertOperation(
  trx: DatabaseTransaction,
  ctx: Ctx,
  request: NewOperation,
  source: LineSource,
): Promise<OperationRow> {
  const scheduledAt = request.scheduledAt ?? (isForNextCycle(request) && !request.isDraft ? ctx.now : undefined)
  const state = request.isDraft ? 'draft' : scheduledAt ? 'scheduled' : 'running'
  const file = source.kind === 'file' ? source : undefined
  const { companyId, userId, email } = ctx.actor
  const { operation_id } = await trx
    .insertInto('operations')
    .values({
      company_id: companyId,
      kind: request.kind,
      parameters: JSON.stringify(request.parameters),
      reason: request.reason,
      state,
      source: request.isSingle ? 'single' : request.source.kind,
      filter: source.kind === 'filter' ? JSON.stringify({ filter: source.filter, except: source.except }) : null,
      file_id: file?.fileId ?? null,
      file_name: request.source.kind === 'file' ? await fileNameOf(trx, companyId, request.source.fileId) : null,
      user_id: userId,
      actor: email,
      created_at: ctx.now,
      scheduled_at: scheduledAt ?? null,
      started_at: state === 'running' ? ctx.now : null,
      updated_at: ctx.now,
    })
    .returning('operation_id')
    .executeTakeFirstOrThrow()
  const row = await lockOperation(trx, { companyId, operationId: operation_id })
  if (!row) throw new Error('the operation just written is gone')
  return row
}

async function fileNameOf(trx: DatabaseTransaction, companyId: number, fileId: number): Promise<string> {
  const file = await trx
    .selectFrom('operation_files')
    .select('file_name')
    .where('company_id', '=', companyId)
    .where('file_id', '=', fileId)
    .where('file_name', '<>', '')
    .executeTakeFirst()
  if (!file) throw new AppError('not_found')
  return file.file_name
}

/** Judges the lines of each cell, and does something with those there are. */
async function judgeParts<T extends object>(
  trx: DatabaseTransaction,
  ctx: Ctx,
  { operation, source }: { operation: OperationRow; source: LineSource },
  work: (trx: DatabaseTransaction, part: JudgedPart) => Promise<T>,
): Promise<T[]> {
  const sourceIn = await divideSource(trx, ctx, source)
  const scope = await scopeOfSource({ db: trx, actor: ctx.actor }, source)
  const target = await targetPlanOf(trx, operation)
  const maxLines = operation.kind === 'diagnose' ? DIAGNOSIS_MAX_LINES : undefined
  let linesBefore = 0
  return withinEachCell(trx, ctx, async (inside, cell) => {
    const query = atMost(await linesOf({ ...ctx, db: trx }, sourceIn(cell, linesBefore), scope), maxLines)
    const facts = lineFacts(query, dayOfChange(operation, ctx.now))
    const kept = operation.source === 'single' ? facts : await materializeFacts(inside, facts, cell.cellId)
    const verdicts = await judgeLines(inside, kept, { kind: operation.kind, person: ctx.actor, target })
    const lines = verdicts.reduce((sum, group) => sum + group.lines, 0)
    linesBefore += lines
    if (maxLines !== undefined && linesBefore > maxLines) throw tooManyLines(source, maxLines)
    // the actor's own cell has each of their operations, with lines or without
    if (lines === 0 && cell !== ctx.readableCells[0]) return undefined
    return work(inside, { cell, lines, verdicts, judged: judgedLines(kept, verdicts) })
  })
}

/** One line over the maximum shows that there are too many. */
const atMost = (lines: RawBuilder<unknown>, maxLines: number | undefined): RawBuilder<unknown> =>
  maxLines === undefined ? lines : sql`SELECT * FROM (${lines}) l LIMIT ${maxLines + 1}`

function tooManyLines(source: LineSource, maxLines: number): AppError {
  const [es, en] = [maxLines.toLocaleString('es'), maxLines.toLocaleString('en')]
  const sentence = { es: `Se pueden diagnosticar hasta ${es} SIMs a la vez`, en: `You can diagnose up to ${en} SIMs at a time` }
  return invalidField(FIELD_OF_SOURCE[source.kind], sentence)
}

const FIELD_OF_SOURCE = { list: 'icc', filter: 'filter', file: 'fileId' } as const

async function previewAnswer(
  trx: DatabaseTransaction,
  ctx: Ctx,
  operation: OperationRow,
  source: LineSource,
): Promise<MassAnswer> {
  const parts = await judgeParts(trx, ctx, { operation, source }, async (inside, { verdicts, judged }) => ({
    counts: verdicts,
    shown: await excludedFromVerdicts(inside, judged),
    networks: await networkLines(inside, ctx, operation, judged),
  }))
  const networks = parts.map((part) => part.networks)
  return { ...excludedAnswer(ctx, operation, parts), forecast: await forecastOf(trx, ctx, operation, networks) }
}

async function freezeAndStart(
  trx: DatabaseTransaction,
  ctx: Ctx,
  operation: OperationRow,
  source: LineSource,
): Promise<MassAnswer> {
  const [own] = ctx.readableCells
  const cells = await judgeParts(trx, ctx, { operation, source }, async (inside, part) => {
    if (own && part.cell !== own) await copyOperation(inside, operation, { from: own.schema, to: part.cell.schema })
    await freezePart(inside, operation, part, ctx.now)
    await followAdvice(inside, operation)
    return part.cell
  })
  await withinEachCell(trx, { readableCells: cells }, async (inside) => {
    if (cells.length > 1) await markSpanning(inside, operation)
    // a single action runs in the answering process; the poller finds scheduled operations, and lines of dead processes
    if (operation.source !== 'single' && operation.state === 'running') await notifyDue(inside, operation)
    if (operation.state === 'running') await finishIfDone(inside, operation, ctx.now)
    return undefined
  })
  await notifyChanged(trx, operation)
  const answer = await startedAnswer(trx, ctx, operation)
  const verb = operation.state === 'scheduled' ? 'scheduled' : 'started'
  const icc = operation.source === 'single' && source.kind === 'list' ? source.given[0] : undefined
  await audit(trx, ctx, operationEntry(verb, operation, answer, icc))
  return answer
}

/** What the audit log has of an operation; of one that an agent drafted also which. */
function operationEntry(verb: 'drafted' | 'scheduled' | 'started', operation: OperationRow, answer: MassAnswer, icc?: string) {
  const isDraftOfAgent = verb !== 'drafted' && isAgentActor(operation.actor)
  return {
    action: `operation.${verb}`,
    entity: 'operation',
    entityId: String(operation.operationId),
    after: {
      kind: operation.kind,
      ...(icc === undefined ? {} : { icc }),
      parameters: operation.parameters,
      source: operation.source,
      total: answer.total,
      accepted: answer.accepted,
      ...(isDraftOfAgent ? { draftedBy: operation.actor } : {}),
    },
  }
}

async function startedAnswer(trx: DatabaseTransaction, ctx: Ctx, operation: OperationRow): Promise<MassAnswer> {
  return excludedAnswer(ctx, operation, await withinEachCell(trx, ctx, (inside) => excludedFromItems(inside, operation)))
}

/** The operation that a request with the same key started before its process died, without an answer. */
async function findStarted(trx: DatabaseTransaction, ctx: Ctx): Promise<OperationRow | undefined> {
  if (ctx.idempotencyKey === undefined) return undefined
  const { companyId } = ctx.actor
  const row = await trx
    .selectFrom('idempotency_keys')
    .select('operation_id')
    .where((where) => where.and(keyOwnerOf(ctx.actor)))
    .where('key', '=', ctx.idempotencyKey)
    .executeTakeFirst()
  return row?.operation_id ? lockOperation(trx, { companyId, operationId: row.operation_id }) : undefined
}

/** Links the request's key to the operation in the same transaction, so that the key has no second effect. */
async function bindKey(trx: DatabaseTransaction, ctx: Ctx, { operationId }: OperationRow): Promise<void> {
  if (ctx.idempotencyKey === undefined) return
  await trx
    .updateTable('idempotency_keys')
    .set({ operation_id: operationId })
    .where((where) => where.and(keyOwnerOf(ctx.actor)))
    .where('key', '=', ctx.idempotencyKey)
    .execute()
}
