import { sql } from 'kysely'
import type { CallInput } from '#contract/call.ts'
import { WEBHOOK_PROBLEMS, WEBHOOK_SENTENCES, WEBHOOK_STATES } from '#contract/webhooks/webhook-messages.ts'
import { type listWebhookMessages, type WebhookMessage, webhookMessageList } from '#contract/webhooks/webhooks.calls.ts'
import { maySeeEvent } from '#domain/webhooks.ts'
import { AppError } from '#server/app-error.ts'
import { pageOfCells } from '#server/cells/pages.ts'
import type { Ctx } from '#server/context.ts'
import { isoText } from '#server/db/iso-text.ts'
import { keyset, keysIn } from '#server/db/keyset.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'
import type { ListPageAnswer } from '#server/http/answers.ts'
import { webhookId } from '#server/webhook-delivery/claim-messages.ts'
import { isWebhook } from '#server/webhook-delivery/endpoint-kinds.ts'
import { requireEndpoint } from './endpoints.queries.ts'

type Query = CallInput<typeof listWebhookMessages>['query']

const LAST_ATTEMPT = sql`
  SELECT status, problem, duration_ms FROM webhook_attempts a
  WHERE a.company_id = m.company_id AND a.message_id = m.message_id ORDER BY a.attempt_id DESC LIMIT 1`

const ATTEMPTS = sql`SELECT count(*) FROM webhook_attempts a WHERE a.company_id = m.company_id AND a.message_id = m.message_id`

const NEWEST_FIRST = keyset([{ expression: sql`m.message_id`, type: 'integer' }], 'DESC')

/** A page of an endpoint's messages, newest first, each with its last attempt. */
export async function messagePage(ctx: Ctx, endpointId: number, { state, limit, cursor }: Query): Promise<ListPageAnswer> {
  const { companyId } = await requireEndpoint(ctx, ctx.db, endpointId)
  const conditions = [
    sql`company_id = ${companyId} AND endpoint_id = ${endpointId}`,
    ...(state ? [sql`state = ${state}`] : []),
    NEWEST_FIRST.after(cursor),
  ]
  return pageOfCells(
    ctx,
    sql`
      SELECT m.message_id, 'msg_' || replace(m.uid::text, '-', ''), m.event, m.items, ${isoText(sql`m.at`)}, m.state, (${ATTEMPTS}),
        l.status, coalesce(l.problem, ''), l.duration_ms, CASE WHEN m.state = 'waiting' THEN ${isoText(sql`m.due_at`)} END
      FROM (
        SELECT company_id, message_id, uid, event, items, at, state, due_at FROM webhook_messages m
        WHERE ${sql.join(conditions, sql` AND `)} ${NEWEST_FIRST.orderBy} LIMIT ${limit}
      ) m
      LEFT JOIN LATERAL (${LAST_ATTEMPT}) l ON true
      ${NEWEST_FIRST.orderBy}`,
    { order: NEWEST_FIRST, keysOf: keysIn(webhookMessageList.names, ['messageId']), limit },
  )
}

interface MessageRow {
  readonly companyId: number
  readonly endpointId: number
  readonly uid: string
  readonly event: string
  readonly items: number
  readonly body: string
  readonly at: Date
  readonly state: string
  readonly dueAt: Date
  readonly isActive: boolean
}

/**
 * A message in the reader's scope.
 * @throws AppError not_found, also for another tenant's
 */
export async function requireMessage(ctx: Ctx, messageId: number): Promise<MessageRow> {
  const { rows } = await sql<MessageRow>`
    SELECT m.company_id AS "companyId", m.endpoint_id AS "endpointId", m.uid, m.event, m.items, m.body, m.at, m.state, m.due_at AS "dueAt",
      e.is_active AS "isActive"
    FROM webhook_messages m JOIN webhook_endpoints e ON e.company_id = m.company_id AND e.endpoint_id = m.endpoint_id
    WHERE m.message_id = ${messageId} AND ${isWebhook(sql`e`)} AND ${inScope(scopeOf(ctx.actor), sql`m.company_id`)}`.execute(
    ctx.db,
  )
  const [message] = rows
  if (!message) throw new AppError('not_found', { sentence: WEBHOOK_SENTENCES.unknownMessage })
  return message
}

export async function readMessage(ctx: Ctx, messageId: number): Promise<WebhookMessage> {
  const message = await requireMessage(ctx, messageId)
  const state = WEBHOOK_STATES.find((known) => known === message.state)
  if (!state) throw new Error(`message ${messageId} is ${message.state}`)
  const attempts = await ctx.db
    .selectFrom('webhook_attempts')
    .select(['at', 'url', 'duration_ms', 'status', 'problem', 'answer'])
    .where('company_id', '=', message.companyId)
    .where('message_id', '=', messageId)
    .orderBy('attempt_id')
    .execute()
  const { endpointId, uid, event, items, body, at, dueAt, isActive } = message
  const isHidden = !maySeeEvent(ctx.actor.permits, event)
  return {
    messageId,
    endpointId,
    webhookId: webhookId(uid),
    event,
    items,
    at: at.toISOString(),
    state,
    dueAt: state === 'waiting' ? dueAt.toISOString() : null,
    isHidden,
    body: isHidden ? '' : body,
    attempts: attempts.map(({ duration_ms, problem, answer, ...attempt }) => ({
      ...attempt,
      answer: isHidden ? '' : answer,
      at: attempt.at.toISOString(),
      durationMs: duration_ms,
      problem: WEBHOOK_PROBLEMS.find((known) => known === problem) ?? '',
    })),
    canSend: isActive && !isHidden && state !== 'sending',
  }
}
