import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { AlarmSaved } from '#contract/alarms/alarms.calls.ts'
import type { CallData } from '#contract/call.ts'
import { DRAFT_SENTENCES } from '#contract/drafts/draft-messages.ts'
import type { answerDraft as answerCall } from '#contract/drafts/drafts.calls.ts'
import { FIELD_SENTENCES } from '#contract/messages.ts'
import type { createRule } from '#contract/rules/rules.calls.ts'
import { DRAFT_LIFE_MS, DRAFTS_MAX, type DraftAnswer, type DraftKind, draftExpiresAt } from '#domain/drafts.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { WithMessage } from '#server/http/answers.ts'
import { audit } from '#server/records/audit.ts'
import type { DraftMaker } from '#server/records/draft-maker.ts'
import { requireWaitingDraft, type StoredDraft } from './drafts.queries.ts'

export interface DraftMakers {
  readonly rule: DraftMaker<CallData<typeof createRule>>
  readonly alarm: DraftMaker<AlarmSaved>
}

interface NewDraft {
  readonly kind: DraftKind
  readonly body: { readonly company: number }
  readonly reason: string
}

/** Ends the transaction in which a draft was judged. */
class Judged<Saved> extends Error {
  override name = 'Judged'
  readonly saved: Saved
  constructor(saved: Saved) {
    super('undone: it was made only to be judged')
    this.saved = saved
  }
}

/** Makes what a draft is of and undoes it, so that it is judged by all that the call for it checks. */
async function judge<Saved>(ctx: Ctx, make: DraftMaker<Saved>, body: NewDraft['body']): Promise<Saved> {
  try {
    return await inTransaction(ctx, async (trx) => {
      const { saved } = await make(trx, ctx, body, undefined)
      throw new Judged(saved)
    })
  } catch (error) {
    if (error instanceof Judged) return error.saved
    throw error
  }
}

/** Judges and keeps a draft for the person for whom the program works. */
export async function keepDraft<Saved>(ctx: Ctx, make: DraftMaker<Saved>, { kind, body, reason }: NewDraft) {
  const saved = await judge(ctx, make, body)
  const { userId, email } = ctx.actor
  const companyId = body.company
  const draftId = await inTransaction(ctx, async (trx) => {
    await requireRoomForDraft(trx, ctx)
    const { draft_id } = await trx
      .insertInto('drafts')
      .values({
        ...{ company_id: companyId, kind, body: JSON.stringify(body), reason, user_id: userId, actor: email },
        ...{ created_at: ctx.now, state: 'waiting' },
      })
      .returning('draft_id')
      .executeTakeFirstOrThrow()
    const entry = { action: 'draft.created', entity: 'draft', entityId: String(draft_id), companyId }
    await audit(trx, ctx, { ...entry, after: { kind, reason, ...body } })
    return Number(draft_id)
  })
  return { kept: { draftId, expiresAt: draftExpiresAt(ctx.now).toISOString() }, saved }
}

/** @throws AppError conflict when as many drafts wait for the person as can; others that make one wait */
async function requireRoomForDraft(trx: DatabaseTransaction, { actor: { userId }, now }: Ctx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('enlace:drafts of a person'), ${userId})`.execute(trx)
  const { rows } = await sql<{ drafts: number }>`
    SELECT count(*)::int AS drafts FROM drafts
    WHERE user_id = ${userId} AND state = 'waiting' AND created_at > ${new Date(now.getTime() - DRAFT_LIFE_MS)}`.execute(trx)
  if ((rows[0]?.drafts ?? 0) >= DRAFTS_MAX) throw new AppError('conflict', { sentence: DRAFT_SENTENCES.tooMany })
}

/**
 * Confirms a draft, which makes what it is of with the rights of who confirms, or discards it. When it is refused, it goes on waiting.
 * @throws AppError not_found, also for another tenant's; conflict when it does not wait any more; what making it is refused with
 */
export async function answerDraft(
  ctx: Ctx,
  makers: DraftMakers,
  draftId: number,
  answer: DraftAnswer,
): Promise<WithMessage<CallData<typeof answerCall>>> {
  return inTransaction(ctx, async (trx) => {
    const draft = await requireWaitingDraft(trx, ctx, draftId)
    const { kind } = draft
    if (answer === 'discard') {
      await closeDraft(trx, ctx, draft, { madeId: null })
      const entry = { action: 'draft.discarded', entity: 'draft', entityId: String(draftId), companyId: draft.companyId }
      await audit(trx, ctx, { ...entry, before: { kind, draftedBy: draft.draftedBy, reason: draft.reason } })
      return new WithMessage({ kind, madeId: null }, DRAFT_SENTENCES.discarded)
    }
    const { madeId, message } = await makers[kind](trx, ctx, draft.body, { draftId, draftedBy: draft.draftedBy })
    await closeDraft(trx, ctx, draft, { madeId })
    return new WithMessage({ kind, madeId }, message)
  })
}

export interface ChangedDraft<Body> {
  readonly draftId: number
  readonly kind: DraftKind
  /** what is made in place of what was drafted */
  readonly body: Body
  /** a body in one form, whichever of the forms that mean the same it has */
  readonly plain: (body: unknown) => unknown
}

/**
 * Confirms a draft with changes: makes what a person made of it, which the draft says afterwards. When that is refused, it goes on waiting.
 * @throws AppError not_found, also for another tenant's and for one of another kind; conflict when it does not wait any more; invalid_request
 * for another company; what making it is refused with
 */
export async function confirmChanged<Saved, Body extends NewDraft['body']>(
  ctx: Ctx,
  make: DraftMaker<Saved>,
  { draftId, kind, body, plain }: ChangedDraft<Body>,
): Promise<WithMessage<Saved>> {
  return inTransaction(ctx, async (trx) => {
    const draft = await requireWaitingDraft(trx, ctx, draftId)
    if (draft.kind !== kind) throw new AppError('not_found', { sentence: DRAFT_SENTENCES.unknown })
    if (draft.companyId !== body.company) throw invalidField('company', FIELD_SENTENCES.readOnly)
    const isChanged = !isDeepStrictEqual(plain(draft.body), plain(body))
    const origin = { draftId, draftedBy: draft.draftedBy, ...(isChanged && ({ draftChanged: true } as const)) }
    const { madeId, saved, message } = await make(trx, ctx, body, origin)
    await closeDraft(trx, ctx, draft, { madeId, isChanged })
    return new WithMessage(saved, message)
  })
}

async function closeDraft(
  trx: DatabaseTransaction,
  { now, actor }: Ctx,
  { companyId, draftId }: StoredDraft,
  { madeId, isChanged = false }: { readonly madeId: number | null; readonly isChanged?: boolean },
): Promise<void> {
  await sql`
    UPDATE drafts SET state = ${madeId === null ? 'discarded' : 'confirmed'}, answered_at = ${now}, answered_by = ${actor.email},
      made_id = ${madeId}, is_changed = ${isChanged}
    WHERE company_id = ${companyId} AND draft_id = ${draftId}`.execute(trx)
}
