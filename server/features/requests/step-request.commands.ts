import { sql } from 'kysely'
import { REQUEST_DONE, REQUEST_SENTENCES } from '#contract/requests/request-messages.ts'
import type { RequestData } from '#contract/requests/requests.calls.ts'
import type { RequestAction } from '#domain/requests.ts'
import { AppError } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { WithMessage } from '#server/http/answers.ts'
import { addHardwareItems } from '#server/records/hardware-items.ts'
import { applyStep, type StepDetails } from './apply-step.ts'
import { isUnfilled, requestData, requestLines, requireRequest, type StoredRequest } from './request-row.ts'

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
