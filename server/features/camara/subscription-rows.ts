import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import {
  type EndReason,
  type EventApiName,
  type EventSubject,
  eventApi,
  eventType,
  SUBSCRIPTIONS_MAX,
  startOf,
  statusOfSubscription,
  stepTo,
} from '#domain/camara-events.ts'
import { AppError } from '#server/app-error.ts'
import { fromEachCell, inCell, inEachCell, whereFound } from '#server/cells/cell-context.ts'
import { cellOf } from '#server/cells/cell-of-call.ts'
import { whileUnmoved } from '#server/cells/moves.ts'
import { type Ctx, inTransaction, type RequestContext } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import type { KeyCaller } from '#server/http/api-key.ts'
import { audit } from '#server/records/audit.ts'
import { endSubscriptions, enqueueEvents, lockSubscribedSim, type Subscription } from '#server/records/camara-subscriptions.ts'
import { requireSink } from '#server/webhook-delivery/camara-sinks.ts'
import { failures } from './failure.ts'

/** What was asked for beside the subject; the answer repeats it. */
interface Config {
  readonly subscriptionExpireTime?: string | undefined
  readonly subscriptionMaxEvents?: number | undefined
  readonly initialEvent?: boolean | undefined
}

export interface NewSubscription {
  readonly api: EventApiName
  /** the last part of the event type */
  readonly type: string
  readonly sink: string
  /** '' for none */
  readonly token: string
  readonly companyId: number
  readonly iccid: string
  /** of one that follows the number; '' for others */
  readonly msisdn: string
  readonly subject: EventSubject
  readonly config: Config
  readonly ends: { readonly at: Date; readonly by: EndReason } | undefined
  /** whether the network has the SIM, where it was asked */
  readonly isInNetwork: boolean | undefined
  /** the API's own address */
  readonly address: string
}

export interface SubscriptionRow {
  readonly subscriptionId: string
  readonly api: EventApiName
  readonly type: string
  readonly sink: string
  readonly subject: EventSubject
  readonly config: Config
  readonly createdAt: Date
  readonly endsAt: Date | null
  readonly endReason: string
}

/** As the documents have a subscription. */
export function subscriptionData({ api, type, subscriptionId, sink, subject, config, ...row }: SubscriptionRow): object {
  return {
    id: subscriptionId,
    protocol: 'HTTP',
    sink,
    types: [eventType(api, type)],
    config: { subscriptionDetail: subject, ...config },
    startsAt: row.createdAt.toISOString(),
    ...(row.endsAt && { expiresAt: row.endsAt.toISOString() }),
    status: statusOfSubscription(row.endReason),
  }
}

const ROW = sql`
  s.subscription_id AS "subscriptionId", s.api, s.type, s.sink, s.subject, s.config, s.created_at AS "createdAt", s.ends_at AS "endsAt",
  s.end_reason AS "endReason"`

interface Asked {
  readonly ctx: RequestContext
  readonly caller: KeyCaller
}

/** Does something in the cells of a key, again when a customer moves to another one meanwhile. */
const inCells = async <T>({ ctx, caller }: Asked, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  (await whileUnmoved(ctx, caller.actor, work, () => true)).answer

/**
 * Subscribes to the events of a SIM: the level is read with the SIM's rows locked, so that no change is missed.
 * @throws CamaraFailure
 */
export const createSubscription = (asked: Asked, request: NewSubscription): Promise<SubscriptionRow> =>
  inCells(asked, async (ctx) =>
    inTransaction(inCell(ctx, await cellOf(ctx, request.companyId)), (trx) =>
      insertSubscription(trx, ctx, asked.caller, request),
    ),
  )

async function insertSubscription(
  trx: DatabaseTransaction,
  ctx: Ctx,
  { apiKeyId }: KeyCaller,
  request: NewSubscription,
): Promise<SubscriptionRow> {
  const { api, type, sink, token, companyId, iccid, msisdn, subject, config, ends } = request
  const ownerId = ctx.actor.companyId
  const sim = await lockSubscribedSim(trx, request, ctx.now)
  if (!sim) throw failures.identifierNotFound()
  await requireRoom(trx, ownerId)
  const endpointId = await requireSink(trx, ctx, { companyId: ownerId, url: sink, token })
  const subscriptionId = randomUUID()
  const source = `${request.address}/subscriptions/${subscriptionId}`
  const level = eventApi(api).level(sim, '', request)
  const maxEvents = config.subscriptionMaxEvents ?? null
  const known = { companyId, subscriptionId, iccid, ownerId, endpointId, api, type, source, subject, events: 0, maxEvents }
  const first = stepTo({ ...known, level: config.initialEvent ? '' : level }, level)
  const { rows } = await sql<SubscriptionRow>`
    INSERT INTO camara_subscriptions AS s (company_id, subscription_id, iccid, msisdn, owner_id, api_key_id, endpoint_id, api, type, source, sink,
      subject, config, level, events, max_events, created_at, ends_at, ends_by, ended_at, end_reason)
    VALUES (${companyId}, ${subscriptionId}, ${iccid}, ${msisdn}, ${ownerId}, ${apiKeyId}, ${endpointId}, ${api}, ${type}, ${source}, ${sink},
      ${JSON.stringify(subject)}, ${JSON.stringify(config)}, ${level}, ${first.events}, ${maxEvents}, ${ctx.now}, ${ends?.at ?? null},
      ${ends?.by ?? ''}, ${first.endReason ? ctx.now : null}, ${first.endReason ?? ''})
    RETURNING ${ROW}`.execute(trx)
  const subscription: Subscription = { ...known, level }
  const sent = [...startOf(subscription), ...first.sent].map((event) => ({ subscription, event }))
  await enqueueEvents(trx, sent, ctx.now)
  const after = { api, type, icc: iccid, url: sink }
  await audit(trx, ctx, {
    ...{ action: 'camara_subscription.created', entity: 'camara_subscription', entityId: subscriptionId },
    ...{ after, companyId },
  })
  const [row] = rows
  if (!row) throw new Error('a subscription was not written')
  return row
}

/** The company is locked, so that concurrent requests do not exceed the number. */
async function requireRoom(trx: DatabaseTransaction, ownerId: number): Promise<void> {
  await sql`SELECT 1 FROM companies WHERE company_id = ${ownerId} FOR NO KEY UPDATE`.execute(trx)
  const counts = await inEachCell(trx, async (inside) => {
    const { rows } = await sql<{ n: number }>`
      SELECT count(*)::int AS n FROM camara_subscriptions WHERE owner_id = ${ownerId} AND ended_at IS NULL`.execute(inside)
    return rows
  })
  const total = counts.reduce((sum, { n }) => sum + n, 0)
  if (total >= SUBSCRIPTIONS_MAX) throw failures.quotaExceeded(`A company can have ${SUBSCRIPTIONS_MAX} subscriptions.`)
}

/** The subscriptions of a key to events of one document, those that have not ended first, the newest first. */
export const listSubscriptions = (asked: Asked, api: EventApiName): Promise<SubscriptionRow[]> =>
  inCells(asked, async (ctx) => {
    const lists = await fromEachCell(ctx, async ({ db }) => {
      const { rows } = await sql<SubscriptionRow>`
        SELECT ${ROW} FROM camara_subscriptions s WHERE s.api_key_id = ${asked.caller.apiKeyId} AND s.api = ${api}
        ORDER BY s.ended_at IS NOT NULL, s.created_at DESC, s.subscription_id LIMIT ${SUBSCRIPTIONS_MAX}`.execute(db)
      return rows
    })
    return lists.flat().slice(0, SUBSCRIPTIONS_MAX)
  })

interface Named extends Asked {
  readonly api: EventApiName
  readonly id: string
}

/** @throws CamaraFailure NOT_FOUND, also for one of another key */
export async function readSubscription(named: Named): Promise<SubscriptionRow> {
  const found = await inCells(named, (ctx) =>
    fromEachCell(ctx, async ({ db }) => {
      const { rows } = await sql<SubscriptionRow>`SELECT ${ROW} FROM camara_subscriptions s WHERE ${isNamed(named)}`.execute(db)
      return rows
    }),
  )
  const [row] = found.flat()
  if (!row) throw failures.notFound()
  return row
}

const isNamed = ({ caller, api, id }: Named) =>
  sql`s.subscription_id = ${id}::uuid AND s.api_key_id = ${caller.apiKeyId} AND s.api = ${api}`

/** Ends a subscription, and deletes what is kept of it. @throws CamaraFailure NOT_FOUND */
export async function deleteSubscription(named: Named): Promise<void> {
  await inCells(named, (ctx) =>
    whereFound(ctx, (inside) => inTransaction(inside, (trx) => deleteRow(trx, inside, named))).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'not_found' ? failures.notFound() : error
    }),
  )
}

async function deleteRow(trx: DatabaseTransaction, ctx: Ctx, named: Named): Promise<void> {
  await endSubscriptions(trx, isNamed(named), 'SUBSCRIPTION_DELETED', ctx.now)
  const { rows } = await sql<{ companyId: number; type: string; icc: string; url: string }>`
    DELETE FROM camara_subscriptions s WHERE ${isNamed(named)} RETURNING s.company_id AS "companyId", s.type, s.iccid AS icc, s.sink AS url`.execute(
    trx,
  )
  const [gone] = rows
  if (!gone) throw new AppError('not_found')
  const { companyId, ...before } = gone
  await audit(trx, ctx, {
    ...{ action: 'camara_subscription.deleted', entity: 'camara_subscription', entityId: named.id },
    ...{ before: { api: named.api, ...before }, companyId },
  })
}
