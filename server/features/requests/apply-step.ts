import { sql } from 'kysely'
import { REQUEST_DONE, REQUEST_SENTENCES } from '#contract/requests/request-messages.ts'
import type { RequestData } from '#contract/requests/requests.calls.ts'
import { isApiKeyActor } from '#domain/api-keys.ts'
import { isEnded, REQUEST_MOVES } from '#domain/request-life-cycle.ts'
import { type RequestAction, requestTotals } from '#domain/requests.ts'
import { AppError } from '#server/app-error.ts'
import { type Ctx, inTransaction, portalUrl } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { WithMessage } from '#server/http/answers.ts'
import { enqueueMail } from '#server/mail/enqueue-mail.ts'
import type { RequestFacts } from '#server/mail/request-mail.ts'
import { audit } from '#server/records/audit.ts'
import { addHardwareItems } from '#server/records/hardware-items.ts'
import { isUnfilled, requestData, requestLines, requireRequest, type StoredRequest, sidesOf } from './request-row.ts'

/** Applies a step to a request in the reader's scope, with its consequences. */
export async function stepRequest(
  ctx: Ctx,
  requestId: number,
  action: Exclude<RequestAction, 'submit'>,
  details: StepDetails,
): Promise<WithMessage<RequestData>> {
  await inTransaction(ctx, async (trx) => {
    const request = await requireRequest(ctx, trx, requestId)
    if (action === 'ship' && request.state === 'preparing') await requireFilled(trx, request)
    await applyStep(trx, ctx, request, action, details)
    if (action === 'deliver') await handOverHardware(trx, request, ctx.now)
  })
  return new WithMessage(await requestData(ctx, requestId), REQUEST_DONE[action])
}

async function requireFilled(trx: DatabaseTransaction, request: StoredRequest): Promise<void> {
  const lines = await requestLines(trx, request)
  if (lines.some(isUnfilled)) throw new AppError('conflict', { sentence: REQUEST_SENTENCES.simsMissing })
}

/** Each ordered piece of hardware becomes an item of the company. */
async function handOverHardware(
  trx: DatabaseTransaction,
  { companyId, requestId }: StoredRequest,
  acquiredAt: Date,
): Promise<void> {
  const { rows } = await sql<{ productType: string; product: string; quantity: number }>`
    SELECT c.name AS "productType", l.name AS product, l.quantity FROM request_lines l
    JOIN products p ON p.product_id = l.product_id
    JOIN categories c ON c.category_id = p.category_id
    WHERE l.company_id = ${companyId} AND l.request_id = ${requestId} ORDER BY l.line_no`.execute(trx)
  for (const { productType, product, quantity } of rows) {
    const item = { companyId, kind: 'device' as const, productType, product, acquiredAt }
    await addHardwareItems(trx, Array(quantity).fill(item))
  }
}

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
  const said = { reason: note, lines, totals: requestTotals(lines), portal: portalUrl(ctx) }
  const facts: RequestFacts = { ...request, ...said, to: 'customer' }
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
