import { sql } from 'kysely'
import { REQUEST_SENTENCES } from '#contract/requests/request-messages.ts'
import { isApiKeyActor } from '#domain/api-keys.ts'
import { isEnded, REQUEST_MOVES } from '#domain/request-life-cycle.ts'
import { type RequestAction, requestTotals } from '#domain/requests.ts'
import { AppError } from '#server/app-error.ts'
import { type Ctx, portalUrl } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { enqueueMail } from '#server/mail/enqueue-mail.ts'
import type { RequestFacts } from '#server/mail/request-mail.ts'
import { audit } from '#server/records/audit.ts'
import { requestLines, type StoredRequest, sidesOf } from './request-row.ts'

export interface StepDetails {
  readonly note?: string
  readonly carrier?: string
  readonly tracking?: string
}

/**
 * Applies a step, with its history, audit row and mails.
 * @throws AppError transition_not_allowed when its state has no such step, not_allowed when it belongs to another side
 */
export async function applyStep(
  trx: DatabaseTransaction,
  ctx: Ctx,
  request: StoredRequest,
  action: RequestAction,
  { note = '', carrier, tracking }: StepDetails = {},
): Promise<StoredRequest> {
  const { from, to, by } = REQUEST_MOVES[action]
  const { actor, now } = ctx
  const { companyId, requestId, state } = request
  if (state !== from) throw new AppError('transition_not_allowed', { sentence: REQUEST_SENTENCES.notNow })
  if (!sidesOf(actor, request).some((side) => by.includes(side))) throw new AppError('not_allowed')
  const taken: StoredRequest = {
    ...request,
    state: to,
    stepNo: request.stepNo + 1,
    carrier: carrier ?? request.carrier,
    tracking: tracking ?? request.tracking,
    submittedAt: action === 'submit' ? now : request.submittedAt,
    resolvedAt: isEnded(to) ? now : null,
  }
  await sql`
    INSERT INTO request_steps (company_id, request_id, step_no, from_state, to_state, at, user_id, actor, note)
    VALUES (${companyId}, ${requestId}, ${taken.stepNo}, ${from}, ${to}, ${now}, ${actor.userId}, ${actor.email}, ${note})`.execute(
    trx,
  )
  await sql`
    UPDATE requests SET state = ${to}, step_no = ${taken.stepNo}, carrier = ${taken.carrier}, tracking = ${taken.tracking},
      submitted_at = ${taken.submittedAt}, resolved_at = ${taken.resolvedAt}, updated_at = ${now}
    WHERE company_id = ${companyId} AND request_id = ${requestId}`.execute(trx)
  const after = { state: to, ...(note === '' ? {} : { note }), ...(action === 'ship' ? { carrier, tracking } : {}) }
  const entry = { action: `request.${to}`, entity: 'request', entityId: String(requestId), companyId }
  await audit(trx, ctx, { ...entry, before: { state }, after })
  await notifySides(trx, ctx, taken, action, note)
  return taken
}

/** Mails the requester about steps of others and about receipt; administrators about steps of customers. */
async function notifySides(
  trx: DatabaseTransaction,
  ctx: Ctx,
  request: StoredRequest,
  action: RequestAction,
  note: string,
): Promise<void> {
  const { actor, now: at } = ctx
  const { companyId, requester, language } = request
  const lines = await requestLines(trx, request)
  const facts: RequestFacts = {
    ...request,
    reason: note,
    lines,
    totals: requestTotals(lines),
    portal: portalUrl(ctx),
    to: 'customer',
  }
  // an API key has no mailbox
  if (!isApiKeyActor(requester) && (action === 'submit' || actor.email !== requester))
    await enqueueMail(trx, ctx, { kind: 'request', facts, language, addresses: [requester], companyId, at })
  if (actor.isAdmin) return
  const { rows } = await sql<{ email: string }>`
    SELECT email FROM users WHERE is_admin AND deactivated_at IS NULL ORDER BY user_id LIMIT 20`.execute(trx)
  const addresses = rows.map(({ email }) => email)
  await enqueueMail(trx, ctx, {
    kind: 'request',
    facts: { ...facts, to: 'operator' },
    language: 'es',
    addresses,
    companyId,
    at,
  })
}
