import { type RawBuilder, sql } from 'kysely'
import type { RequestLine } from '#contract/requests/request-fields.ts'
import { REQUEST_SENTENCES } from '#contract/requests/request-messages.ts'
import type { RequestData } from '#contract/requests/requests.calls.ts'
import type { Language } from '#domain/languages.ts'
import { isFilling, type RequestSide, requestActions } from '#domain/request-life-cycle.ts'
import { type RequestState, type RequestType, requestTotals } from '#domain/requests.ts'
import { AppError } from '#server/app-error.ts'
import type { Actor, Ctx } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'

type Db = Database | DatabaseTransaction

export interface RequestKey {
  readonly companyId: number
  readonly requestId: number
}

export interface StoredRequest extends RequestKey {
  readonly company: string
  readonly userId: number
  readonly requester: string
  readonly language: Language
  readonly state: RequestState
  readonly stepNo: number
  readonly type: RequestType
  readonly simQuantity: number
  readonly deliveryAddress: string
  readonly note: string
  readonly carrier: string
  readonly tracking: string
  /** when it was submitted; null for a cart */
  readonly submittedAt: Date | null
  readonly resolvedAt: Date | null
}

const FIELDS = sql`
  r.company_id AS "companyId", r.request_id AS "requestId", c.business_name AS company, r.user_id AS "userId", r.requester, r.language,
  r.state, r.step_no AS "stepNo", r.type, r.sim_quantity AS "simQuantity", r.delivery_address AS "deliveryAddress", r.note, r.carrier,
  r.tracking, r.submitted_at AS "submittedAt", r.resolved_at AS "resolvedAt"`

async function readRow(db: Db, condition: RawBuilder<unknown>): Promise<StoredRequest | undefined> {
  const { rows } = await sql<StoredRequest>`
    SELECT ${FIELDS} FROM requests r JOIN companies c ON c.company_id = r.company_id
    WHERE ${condition} ${db.isTransaction ? sql`FOR UPDATE OF r` : sql``}`.execute(db)
  return rows[0]
}

/**
 * A request in the reader's scope, locked in a transaction; carts are excluded.
 * @throws AppError not_found, also for another tenant's
 */
export async function requireRequest(ctx: Ctx, db: Db, requestId: number): Promise<StoredRequest> {
  const seen = inScope(scopeOf(ctx.actor), sql`r.company_id`)
  const row = await readRow(db, sql`r.request_id = ${requestId} AND r.state <> 'draft' AND ${seen}`)
  if (!row) throw new AppError('not_found', { sentence: REQUEST_SENTENCES.unknown })
  return row
}

/** The actor's cart, locked in a transaction; undefined without one since the last request. */
export function findCart({ actor }: Ctx, db: Db): Promise<StoredRequest | undefined> {
  return readRow(db, sql`r.company_id = ${actor.companyId} AND r.user_id = ${actor.userId} AND r.state = 'draft'`)
}

/** The sides of a request that an actor is on. */
export function sidesOf({ companyId, isAdmin }: Pick<Actor, 'companyId' | 'isAdmin'>, request: RequestKey): RequestSide[] {
  return [...(companyId === request.companyId ? (['customer'] as const) : []), ...(isAdmin ? (['operator'] as const) : [])]
}

/** The lines of a request as they were submitted; those of a cart as they are now. */
export async function requestLines(db: Db, { companyId, requestId }: RequestKey): Promise<RequestLine[]> {
  const { rows } = await sql<Omit<RequestLine, 'totalMinor'>>`
    SELECT l.line_no AS "lineNo", CASE WHEN l.plan_code IS NULL THEN 'hardware' ELSE 'sims' END AS kind,
      coalesce(l.plan_code, '') AS "planCode", l.product_id AS "hardwareId", coalesce(l.name, p.name, d.name) AS name,
      coalesce(o.name || ' · ' || t.name, CASE WHEN l.name IS NULL THEN b.name ELSE k.name END) AS about, coalesce(d.picture_id, '') AS picture,
      coalesce(k.name, '') AS category, coalesce(split_part(d.description, E'\n', 1), '') AS summary, l.quantity,
      coalesce(l.currency, p.currency, d.currency) AS currency, coalesce(l.unit_minor, p.price_minor, d.price_minor) AS "unitMinor",
      coalesce(p.is_offered, d.is_active AND k.is_active) AS "isOffered",
      (SELECT count(*)::int FROM request_sims s
        WHERE s.company_id = l.company_id AND s.request_id = l.request_id AND s.line_no = l.line_no) AS assigned
    FROM request_lines l
    LEFT JOIN plans p ON p.plan_code = l.plan_code
    LEFT JOIN origins o ON o.origin_id = p.origin_id
    LEFT JOIN sim_types t ON t.sim_type_id = p.sim_type_id
    LEFT JOIN products d ON d.product_id = l.product_id
    LEFT JOIN categories k ON k.category_id = d.category_id
    LEFT JOIN brands b ON b.brand_id = d.brand_id
    WHERE l.company_id = ${companyId} AND l.request_id = ${requestId} ORDER BY l.line_no`.execute(db)
  return rows.map((row) => ({ ...row, totalMinor: row.quantity * row.unitMinor }))
}

/** A request with all that its page shows. */
export async function requestData(ctx: Ctx, requestId: number): Promise<RequestData> {
  const row = await requireRequest(ctx, ctx.db, requestId)
  const [lines, steps] = await Promise.all([requestLines(ctx.db, row), stepsOf(ctx.db, row)])
  const actions = requestActions(row.state, sidesOf(ctx.actor, row))
  const fills = ctx.actor.isAdmin && isFilling(row.state)
  return {
    requestId: row.requestId,
    companyId: row.companyId,
    company: row.company,
    creationDate: (row.submittedAt ?? ctx.now).toISOString(),
    resolutionDate: row.resolvedAt?.toISOString() ?? null,
    requestingUser: row.requester,
    simQuantity: row.simQuantity,
    status: row.state,
    type: row.type,
    deliveryAddress: row.deliveryAddress,
    note: row.note,
    carrier: row.carrier,
    tracking: row.tracking,
    lines,
    totals: requestTotals(lines),
    steps,
    actions,
    canAssign: fills && lines.some(isUnfilled),
    canUnassign: fills,
  }
}

/** Whether SIMs are still to be assigned to a line. */
export const isUnfilled = ({ kind, quantity, assigned }: RequestLine): boolean => kind === 'sims' && assigned < quantity

async function stepsOf(db: Db, { companyId, requestId }: RequestKey): Promise<RequestData['steps']> {
  const { rows } = await sql<{ status: RequestState; at: Date; actor: string; note: string }>`
    SELECT to_state AS status, at, actor, note FROM request_steps
    WHERE company_id = ${companyId} AND request_id = ${requestId} AND to_state <> 'draft' ORDER BY step_no`.execute(db)
  return rows.map((step) => ({ ...step, at: step.at.toISOString() }))
}
