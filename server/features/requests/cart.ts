import { sql } from 'kysely'
import type { CallInput } from '#contract/call.ts'
import { FIELD_SENTENCES } from '#contract/messages.ts'
import type { CartData, fillCart as fillCall, setCartLine as setCall } from '#contract/requests/cart.calls.ts'
import { REQUEST_SENTENCES } from '#contract/requests/request-messages.ts'
import { CART_LINES_MAX, LINE_PIECES_MAX, LINE_SIMS_MAX, requestTotals } from '#domain/requests.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { WithMessage } from '#server/http/answers.ts'
import { findCart, type RequestKey, requestLines } from './request-row.ts'

type CartLineBody = CallInput<typeof setCall>['body']
type CartItem = CallInput<typeof fillCall>['body']['lines'][number]

export async function cartData(ctx: Ctx, db: Database | DatabaseTransaction = ctx.db): Promise<CartData> {
  const cart = await findCart(ctx, db)
  const lines = cart ? await requestLines(db, cart) : []
  const simQuantity = lines.reduce((sum, { kind, quantity }) => sum + (kind === 'sims' ? quantity : 0), 0)
  return { lines, totals: requestTotals(lines), simQuantity, deliveryAddress: await lastAddress(ctx, db) }
}

/** Where the reader's last request was sent. */
async function lastAddress({ actor }: Ctx, db: Database | DatabaseTransaction): Promise<string> {
  const { rows } = await sql<{ address: string }>`
    SELECT delivery_address AS address FROM requests
    WHERE company_id = ${actor.companyId} AND user_id = ${actor.userId} AND state <> 'draft'
    ORDER BY updated_at DESC LIMIT 1`.execute(db)
  return rows[0]?.address ?? ''
}

function requireOneItem({ planCode, hardwareId }: CartItem): void {
  if ((planCode === undefined) === (hardwareId === undefined)) throw invalidField('planCode', FIELD_SENTENCES.required)
}

function refuseTooMany({ planCode }: CartItem, total: number): void {
  if (total > (planCode === undefined ? LINE_PIECES_MAX : LINE_SIMS_MAX))
    throw invalidField('quantity', REQUEST_SENTENCES.tooMany)
}

/** Sets the quantity of a cart line, or adds to it. */
export async function setCartLine(ctx: Ctx, change: CartLineBody): Promise<CartData> {
  const { planCode, hardwareId, quantity, adds } = change
  requireOneItem(change)
  return inTransaction(ctx, async (trx) => {
    const cart = await openCart(ctx, trx)
    const known = (await requestLines(trx, cart)).find((line) =>
      planCode === undefined ? line.hardwareId === hardwareId : line.planCode === planCode,
    )
    const total = quantity + (adds ? (known?.quantity ?? 0) : 0)
    refuseTooMany(change, total)
    if (!known) await addLine(trx, cart, { ...change, quantity: total })
    else if (total === 0) await sql`DELETE FROM request_lines WHERE ${lineOf(cart, known.lineNo)}`.execute(trx)
    else await sql`UPDATE request_lines SET quantity = ${total} WHERE ${lineOf(cart, known.lineNo)}`.execute(trx)
    return cartData(ctx, trx)
  })
}

async function addLine(
  trx: DatabaseTransaction,
  cart: RequestKey,
  { planCode, hardwareId, quantity }: CartItem,
): Promise<void> {
  const { rows } = planCode
    ? await sql`SELECT FROM plans WHERE plan_code = ${planCode} AND is_offered`.execute(trx)
    : await sql`
        SELECT FROM products p JOIN categories c ON c.category_id = p.category_id
        WHERE p.product_id = ${hardwareId} AND p.is_active AND c.is_active`.execute(trx)
  if (rows.length === 0) throw new AppError('not_found', { sentence: REQUEST_SENTENCES.unknownItem })
  if (quantity === 0) return
  const { rows: last } = await sql<{ lines: number; lineNo: number }>`
    SELECT count(*)::int AS lines, coalesce(max(line_no), 0)::int AS "lineNo" FROM request_lines
    WHERE company_id = ${cart.companyId} AND request_id = ${cart.requestId}`.execute(trx)
  const { lines = 0, lineNo = 0 } = last[0] ?? {}
  if (lines >= CART_LINES_MAX) throw new AppError('conflict', { sentence: REQUEST_SENTENCES.cartFull })
  await trx
    .insertInto('request_lines')
    .values({
      company_id: cart.companyId,
      request_id: cart.requestId,
      line_no: lineNo + 1,
      plan_code: planCode ?? null,
      product_id: hardwareId ?? null,
      quantity,
    })
    .execute()
}

const lineOf = ({ companyId, requestId }: RequestKey, lineNo: number) =>
  sql`company_id = ${companyId} AND request_id = ${requestId} AND line_no = ${lineNo}`

export async function emptyCart(ctx: Ctx): Promise<WithMessage<CartData>> {
  await inTransaction(ctx, async (trx) => {
    const cart = await findCart(ctx, trx)
    if (!cart) return
    const { companyId, requestId } = cart
    await sql`DELETE FROM request_lines WHERE company_id = ${companyId} AND request_id = ${requestId}`.execute(trx)
  })
  return new WithMessage(await cartData(ctx), REQUEST_SENTENCES.cartEmptied)
}

/** Puts lines into an empty cart, as they were before it was emptied. */
export async function fillCart(ctx: Ctx, lines: readonly CartItem[]): Promise<WithMessage<CartData>> {
  const filled = await inTransaction(ctx, async (trx) => {
    const cart = await openCart(ctx, trx)
    if ((await requestLines(trx, cart)).length > 0) throw new AppError('conflict', { sentence: REQUEST_SENTENCES.cartNotEmpty })
    for (const line of lines) {
      requireOneItem(line)
      refuseTooMany(line, line.quantity)
      await addLine(trx, cart, line)
    }
    return cartData(ctx, trx)
  })
  return new WithMessage(filled, REQUEST_SENTENCES.cartRestored)
}

/** The actor's cart, locked; created if there is none. Two tabs that create it concurrently share one. */
async function openCart(ctx: Ctx, trx: DatabaseTransaction): Promise<RequestKey> {
  const { actor, now } = ctx
  const cart = await findCart(ctx, trx)
  if (cart) return cart
  await sql`
    WITH begun AS (
      INSERT INTO requests (company_id, user_id, requester, created_at, updated_at)
      VALUES (${actor.companyId}, ${actor.userId}, ${actor.email}, ${now}, ${now})
      ON CONFLICT (company_id, user_id) WHERE state = 'draft' DO NOTHING RETURNING company_id, request_id
    )
    INSERT INTO request_steps (company_id, request_id, step_no, to_state, at, user_id, actor)
    SELECT company_id, request_id, 1, 'draft', ${now}, ${actor.userId}, ${actor.email} FROM begun`.execute(trx)
  const begun = await findCart(ctx, trx)
  if (!begun) throw new Error('a cart was begun and is not there')
  return begun
}
