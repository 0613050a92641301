import { sql } from 'kysely'
import type { CallInput } from '#contract/call.ts'
import type { submitCart as submitCall } from '#contract/requests/cart.calls.ts'
import type { RequestLine } from '#contract/requests/request-fields.ts'
import { REQUEST_DONE, REQUEST_SENTENCES } from '#contract/requests/request-messages.ts'
import { type RequestTotal, type RequestType, requestTotals } from '#domain/requests.ts'
import { AppError } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { WithMessage } from '#server/http/answers.ts'
import { applyStep } from './apply-step.ts'
import { findCart, type RequestKey, requestLines } from './request-row.ts'

/** Turns the cart into a request: names and prices of its lines are frozen. */
export async function submitCart(
  ctx: Ctx,
  { deliveryAddress, note, totals }: CallInput<typeof submitCall>['body'],
): Promise<WithMessage<{ requestId: number }>> {
  const requestId = await inTransaction(ctx, async (trx) => {
    const cart = await findCart(ctx, trx)
    const lines = cart ? await requestLines(trx, cart) : []
    if (!cart || lines.length === 0) throw new AppError('conflict', { sentence: REQUEST_SENTENCES.emptyCart })
    if (lines.some(({ isOffered }) => !isOffered)) throw new AppError('conflict', { sentence: REQUEST_SENTENCES.gone })
    if (!isSame(requestTotals(lines), totals)) throw new AppError('conflict', { sentence: REQUEST_SENTENCES.pricesChanged })
    await freezeLines(trx, cart, lines)
    const about = { type: typeOf(lines), simQuantity: simsOf(lines), deliveryAddress, note, language: ctx.language }
    await sql`
      UPDATE requests SET type = ${about.type}, sim_quantity = ${about.simQuantity}, delivery_address = ${deliveryAddress},
        note = ${note}, language = ${ctx.language}
      WHERE company_id = ${cart.companyId} AND request_id = ${cart.requestId}`.execute(trx)
    await applyStep(trx, ctx, { ...cart, ...about }, 'submit')
    return cart.requestId
  })
  return new WithMessage({ requestId }, REQUEST_DONE.submit)
}

const simsOf = (lines: readonly RequestLine[]): number =>
  lines.reduce((sum, { kind, quantity }) => sum + (kind === 'sims' ? quantity : 0), 0)

function typeOf(lines: readonly RequestLine[]): RequestType {
  const sims = lines.filter(({ kind }) => kind === 'sims').length
  if (sims === 0) return 'hardware'
  return sims === lines.length ? 'sims' : 'both'
}

/** Whether the user saw the present totals: the same currencies with the same amounts. */
function isSame(now: readonly RequestTotal[], seen: readonly RequestTotal[]): boolean {
  const textOf = ({ currency, onceMinor, monthlyMinor }: RequestTotal): string => `${currency} ${onceMinor} ${monthlyMinor}`
  return now.map(textOf).sort().join() === seen.map(textOf).sort().join()
}

async function freezeLines(
  trx: DatabaseTransaction,
  { companyId, requestId }: RequestKey,
  lines: readonly RequestLine[],
): Promise<void> {
  const frozen = lines.map(({ lineNo, kind, about, name, unitMinor, currency }) => ({
    line_no: lineNo,
    name: kind === 'hardware' ? `${about} ${name}` : name,
    unit_minor: unitMinor,
    currency,
  }))
  await sql`
    UPDATE request_lines l SET name = f.name, unit_minor = f.unit_minor, currency = f.currency
    FROM json_to_recordset(${JSON.stringify(frozen)}::json) AS f(line_no int, name text, unit_minor bigint, currency text)
    WHERE l.company_id = ${companyId} AND l.request_id = ${requestId} AND l.line_no = f.line_no`.execute(trx)
}
