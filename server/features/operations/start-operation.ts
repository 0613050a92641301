import { type RawBuilder, sql } from 'kysely'
import type { MassAnswer } from '#contract/operations/mass-actions.calls.ts'
import { SHOWN_EXCLUSIONS } from '#contract/operations/mass-actions.calls.ts'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import type { OperationKind } from '#domain/eligibility.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import type { DatabaseTransaction } from '../../db/database.ts'
import { scopeOf } from '../../db/scope.ts'
import { AppError } from '../../http/errors.ts'
import { keyOwnerOf } from '../../http/idempotency.ts'
import { audit } from '../../records/audit.ts'
import { claimSlots } from './claim-slots.ts'
import { excludedAnswer, excludedFromItems, excludedFromVerdicts } from './excluded.ts'
import { forecastOf } from './forecast.ts'
import { factsOf, judgedLines, judgeLines, keepFacts } from './judge-lines.ts'
import { type LineSource, linesOf } from './line-sources.ts'
import { asksNetwork, firstPhase } from './operation-kinds.ts'
import {
  announce,
  finishIfDone,
  lockOperation,
  notifyDue,
  type OperationKey,
  type OperationParameters,
  type OperationRow,
  recount,
} from './operation-row.ts'
import { storeList } from './stored-lines.ts'
import { GIVE_UP_MS } from './timing.ts'

export interface NewOperation {
  readonly kind: OperationKind
  readonly source: LineSource
  readonly parameters: OperationParameters
  readonly reason: string
  /** only judged, to be confirmed later */
  readonly isDraft: boolean
  readonly isSingle: boolean
  readonly scheduledAt: Date | undefined
}

const judgeOptions = (ctx: Ctx, kind: OperationKind) => ({ kind, person: ctx.actor })

/** Judges and keeps a draft, or judges, freezes and starts, in one transaction. */
export async function startOperation(ctx: Ctx, wanted: NewOperation): Promise<MassAnswer> {
  return inTransaction(ctx, async (trx) => {
    const begun = await begunBefore(trx, ctx)
    if (begun) return startedAnswer(trx, ctx, begun)
    const source =
      wanted.isDraft && wanted.source.kind === 'list' ? await storeList(trx, ctx, wanted.source.given) : wanted.source
    const operation = await insertOperation(trx, ctx, wanted, source)
    await bindKey(trx, ctx, operation)
    if (wanted.isDraft) return previewAnswer(trx, ctx, operation, source)
    return freezeAndStart(trx, ctx, operation, source)
  })
}

/** Starts a draft: its lines are judged again, its filter is frozen now. */
export async function confirmDraft(ctx: Ctx, key: OperationKey, scheduledAt: Date | undefined): Promise<MassAnswer> {
  return inTransaction(ctx, async (trx) => {
    const draft = await lockOperation(trx, key)
    if (!draft) throw new AppError('not_found')
    if (draft.state !== 'draft') throw new AppError('conflict')
    const state = scheduledAt ? 'scheduled' : 'running'
    await trx
      .updateTable('operations')
      .set({ state, scheduled_at: scheduledAt ?? null, started_at: scheduledAt ? null : ctx.now, updated_at: ctx.now })
      .where('company_id', '=', key.companyId)
      .where('operation_id', '=', key.operationId)
      .execute()
    return freezeAndStart(trx, ctx, { ...draft, state, scheduledAt: scheduledAt ?? null }, sourceOf(draft))
  })
}

/** Where the lines of a draft come from. */
export function sourceOf(draft: OperationRow): LineSource {
  if (draft.fileId !== null) return { kind: 'file', companyId: draft.companyId, fileId: draft.fileId }
  const { filter, except } = draft.filter as { filter: SimFilter; except: string[] }
  return { kind: 'filter', filter, except }
}

async function insertOperation(
  trx: DatabaseTransaction,
  ctx: Ctx,
  wanted: NewOperation,
  source: LineSource,
): Promise<OperationRow> {
  const state = wanted.isDraft ? 'draft' : wanted.scheduledAt ? 'scheduled' : 'running'
  const file = source.kind === 'file' ? source : undefined
  const { companyId, userId, email } = ctx.actor
  const { operation_id } = await trx
    .insertInto('operations')
    .values({
      company_id: companyId,
      kind: wanted.kind,
      parameters: JSON.stringify(wanted.parameters),
      reason: wanted.reason,
      state,
      source: wanted.isSingle ? 'single' : wanted.source.kind,
      filter: source.kind === 'filter' ? JSON.stringify({ filter: source.filter, except: source.except }) : null,
      file_id: file?.fileId ?? null,
      file_name: wanted.source.kind === 'file' ? await fileNameOf(trx, companyId, wanted.source.fileId) : null,
      user_id: userId,
      actor: email,
      created_at: ctx.now,
      scheduled_at: wanted.scheduledAt ?? null,
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

async function previewAnswer(
  trx: DatabaseTransaction,
  ctx: Ctx,
  operation: OperationRow,
  source: LineSource,
): Promise<MassAnswer> {
  const facts = await keepFacts(trx, linesOf(source, scopeOf(ctx.actor)))
  const verdicts = await judgeLines(trx, facts, judgeOptions(ctx, operation.kind))
  const judged = judgedLines(facts, verdicts)
  const shown = await excludedFromVerdicts(trx, judged, SHOWN_EXCLUSIONS)
  const forecast = await forecastOf(trx, ctx, operation.kind, judged)
  return { ...excludedAnswer(ctx, operation, verdicts, shown), forecast }
}

async function freezeAndStart(
  trx: DatabaseTransaction,
  ctx: Ctx,
  operation: OperationRow,
  source: LineSource,
): Promise<MassAnswer> {
  const lines = linesOf(source, scopeOf(ctx.actor))
  const facts = operation.source === 'single' ? factsOf(lines) : await keepFacts(trx, lines)
  const verdicts = await judgeLines(trx, facts, judgeOptions(ctx, operation.kind))
  await freezeLines(trx, operation, judgedLines(facts, verdicts), ctx.now)
  const areMany = verdicts.reduce((sum, { lines }) => sum + lines, 0) >= MANY_LINES
  if (areMany) await learnSize(trx, 'operation_items')
  const areFree = verdicts.every(({ openKind }) => openKind === '')
  if (operation.state === 'running') await claimSlots(trx, operation, ctx.now, areFree)
  if (areMany) await learnSize(trx, 'open_changes')
  await recount(trx, operation)
  // a single action is run by the process that answers it, a scheduled one is found when it is due; so are lines left by the dead
  if (operation.source !== 'single' && operation.state === 'running') await notifyDue(trx, operation)
  if (operation.state === 'running') await finishIfDone(trx, operation, ctx.now)
  await announce(trx, operation)
  const answer = await startedAnswer(trx, ctx, operation)
  await audit(trx, ctx, {
    action: `operation.${operation.state === 'scheduled' ? 'scheduled' : 'started'}`,
    entity: 'operation',
    entityId: String(operation.operationId),
    after: {
      kind: operation.kind,
      ...(operation.source === 'single' && source.kind === 'list' ? { icc: source.given[0] } : {}),
      parameters: operation.parameters,
      source: operation.source,
      total: answer.total,
      accepted: answer.accepted,
    },
  })
  return answer
}

/** Lines after which a table is not what the planner remembers of it. */
const MANY_LINES = 5_000

/** What the plans of the lines' statements depend on. */
const TELLING = {
  operation_items: ['company_id', 'operation_id', 'network', 'state', 'due_at'],
  open_changes: ['company_id', 'iccid', 'waits', 'kind'],
} as const

/** Tells the planner of many new rows at once; by itself it learns of them a minute later, when they are done. */
async function learnSize(trx: DatabaseTransaction, table: keyof typeof TELLING): Promise<void> {
  await sql`ANALYZE ${sql.table(table)} (${sql.join(TELLING[table].map((column) => sql.ref(column)))})`.execute(trx)
}

async function startedAnswer(trx: DatabaseTransaction, ctx: Ctx, operation: OperationRow): Promise<MassAnswer> {
  const { counts, shown } = await excludedFromItems(trx, operation, SHOWN_EXCLUSIONS)
  return excludedAnswer(ctx, operation, counts, shown)
}

/** The operation that a request of the same key started before its process died; its answer was never given. */
async function begunBefore(trx: DatabaseTransaction, ctx: Ctx): Promise<OperationRow | undefined> {
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

/** Notes under the request's key what it started, in the same transaction: the key can't have a second effect. */
async function bindKey(trx: DatabaseTransaction, ctx: Ctx, { operationId }: OperationRow): Promise<void> {
  if (ctx.idempotencyKey === undefined) return
  await trx
    .updateTable('idempotency_keys')
    .set({ operation_id: operationId })
    .where((where) => where.and(keyOwnerOf(ctx.actor)))
    .where('key', '=', ctx.idempotencyKey)
    .execute()
}

/** Writes every line once and for all: those that run as pending, the others with the reason why not. */
async function freezeLines(
  trx: DatabaseTransaction,
  operation: OperationRow,
  judged: RawBuilder<unknown>,
  now: Date,
): Promise<void> {
  const { companyId, operationId, kind, scheduledAt } = operation
  const due = scheduledAt ?? now
  const giveUp = new Date(due.getTime() + GIVE_UP_MS)
  await sql`
    INSERT INTO operation_items (company_id, operation_id, line, given, iccid, sim_company_id, network, state, code, text, phase,
      from_status, due_at, expires_at, updated_at)
    SELECT ${companyId}, ${operationId}, j.line, j.given, coalesce(nullif(j.iccid, ''), '-'), j.sim_company_id, ${asksNetwork(kind) ? sql`j.network` : sql`''`},
      CASE WHEN j.code = '' THEN 'pending' ELSE 'skipped' END, j.code, j.text, ${firstPhase(kind)}, j.administrative_status,
      ${due}, ${giveUp}, ${now}
    FROM (${judged}) j`.execute(trx)
}
