import { type RawBuilder, sql } from 'kysely'
import { CAMARA_EVENT, CHAT_EVENT } from '#domain/webhooks.ts'

/** A company's webhook, the chat of a rule, or the sink of subscriptions of CAMARA: all are delivered to, and only the first is listed as a webhook. */
export type EndpointKind = 'webhook' | 'chat' | 'sink'

/** @param endpoint has events */
export const isWebhook = (endpoint: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(NOT ${endpoint}.events && ARRAY[${sql.lit(CHAT_EVENT)}, ${sql.lit(CAMARA_EVENT)}])`

export const isSink = (endpoint: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${endpoint}.events @> ARRAY[${sql.lit(CAMARA_EVENT)}])`

export const endpointKind = (endpoint: RawBuilder<unknown>): RawBuilder<EndpointKind> => sql<EndpointKind>`
  CASE WHEN ${endpoint}.events @> ARRAY[${sql.lit(CHAT_EVENT)}] THEN 'chat' WHEN ${isSink(endpoint)} THEN 'sink' ELSE 'webhook' END`
