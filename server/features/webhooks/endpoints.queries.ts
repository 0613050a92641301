import { sql } from 'kysely'
import type { CallData, CallInput } from '#contract/call.ts'
import { WEBHOOK_SENTENCES } from '#contract/webhooks/webhook-messages.ts'
import type { listWebhooks, WebhookEndpoint } from '#contract/webhooks/webhooks.calls.ts'
import { WEBHOOK_EVENTS } from '#domain/webhooks.ts'
import { AppError } from '#server/app-error.ts'
import { fromEachCell, inCell, rowsOfCells } from '#server/cells/cell-context.ts'
import { cellOf } from '#server/cells/cell-of-call.ts'
import { sumSame } from '#server/cells/merge.ts'
import type { Ctx } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { inScope, narrowToCompany, scopeOf } from '#server/db/scope.ts'
import { isWebhook } from '#server/webhook-delivery/endpoint-kinds.ts'

type Db = Database | DatabaseTransaction

type MomentName = 'previousSecretUntil' | 'failingSince' | 'lastDeliveredAt' | 'createdAt'

interface EndpointRow extends Omit<WebhookEndpoint, MomentName | 'events'> {
  readonly events: readonly string[]
  readonly secret: string
  readonly previousSecretUntil: Date | null
  readonly failingSince: Date | null
  readonly lastDeliveredAt: Date | null
  readonly createdAt: Date
}

const WAITING = sql`
  SELECT count(*)::int FROM webhook_messages m
  WHERE m.company_id = e.company_id AND m.endpoint_id = e.endpoint_id AND m.state IN ('waiting', 'sending')`

const select = (ctx: Ctx, endpointId?: number) => sql<EndpointRow>`
  SELECT e.company_id AS "companyId", c.business_name AS "companyName", e.endpoint_id AS "endpointId", e.url, e.description, e.events,
    e.includes_below AS "includesBelow", e.is_active AS active, e.off_reason AS "offReason", e.secret,
    e.previous_secret_until AS "previousSecretUntil", e.failing_since AS "failingSince", e.last_delivered_at AS "lastDeliveredAt",
    e.created_at AS "createdAt", (${WAITING}) AS waiting
  FROM webhook_endpoints e JOIN companies c ON c.company_id = e.company_id
  WHERE ${inScope(scopeOf(ctx.actor), sql`e.company_id`)} AND ${isWebhook(sql`e`)} AND ${endpointId === undefined ? sql`true` : sql`e.endpoint_id = ${endpointId}`}`

function endpointData(row: EndpointRow, now: Date): WebhookEndpoint {
  const { secret: _, previousSecretUntil, failingSince, lastDeliveredAt, createdAt, events, ...rest } = row
  const isBoth = previousSecretUntil !== null && now < previousSecretUntil
  return {
    ...rest,
    events: WEBHOOK_EVENTS.filter((event) => events.includes(event)),
    previousSecretUntil: isBoth ? previousSecretUntil.toISOString() : null,
    failingSince: failingSince?.toISOString() ?? null,
    lastDeliveredAt: lastDeliveredAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}

/** The endpoints of the reader's companies, by company and age. */
export async function readEndpoints(
  ctx: Ctx,
  { company }: CallInput<typeof listWebhooks>['query'],
): Promise<CallData<typeof listWebhooks>> {
  const listed = sql<EndpointRow>`SELECT * FROM (${select(ctx)} AND ${inScope(narrowToCompany(scopeOf(ctx.actor), company), sql`e.company_id`)}) e ORDER BY e."companyName", e."endpointId"`
  const answers = await rowsOfCells(ctx, (db) => listed.execute(db))
  return { endpoints: withAllWaiting(answers).map((row) => endpointData(row, ctx.now)) }
}

/** Each cell names all endpoints, and how many messages wait there. */
const withAllWaiting = (answers: readonly (readonly EndpointRow[])[]): EndpointRow[] =>
  sumSame(answers, ({ endpointId }) => endpointId, ['waiting'])

/** @throws AppError not_found */
export async function readEndpoint(ctx: Ctx, endpointId: number): Promise<WebhookEndpoint> {
  const answers = await fromEachCell(ctx, async ({ db }) => [await requireEndpoint(ctx, db, endpointId)])
  const [row] = withAllWaiting(answers)
  if (!row) throw new Error('an actor has a cell')
  return endpointData(row, ctx.now)
}

/** Where what is about one endpoint happens, and is audited: in the cell of its company. */
export async function inCellOfEndpoint(ctx: Ctx, endpointId: number): Promise<Ctx> {
  const { companyId } = await requireEndpoint(ctx, ctx.db, endpointId)
  return inCell(ctx, await cellOf(ctx, companyId))
}

/**
 * An endpoint in the reader's scope, locked in a transaction.
 * @throws AppError not_found, also for another tenant's
 */
export async function requireEndpoint(ctx: Ctx, db: Db, endpointId: number): Promise<EndpointRow> {
  const { rows } = await sql<EndpointRow>`
    ${select(ctx, endpointId)} ${db.isTransaction ? sql`FOR NO KEY UPDATE OF e` : sql``}`.execute(db)
  const [endpoint] = rows
  if (!endpoint) throw new AppError('not_found', { sentence: WEBHOOK_SENTENCES.unknown })
  return endpoint
}
