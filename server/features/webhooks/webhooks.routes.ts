import type { FastifyInstance } from 'fastify'
import type { CallInput } from '#contract/call.ts'
import * as calls from '#contract/webhooks/webhooks.calls.ts'
import type { Ctx, Services } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { readEndpoints } from './endpoints.queries.ts'
import { messagePage, readMessage } from './messages.queries.ts'
import { changeEndpoint, createEndpoint, deleteEndpoint, rotateSecret } from './save-endpoint.commands.ts'
import { ping, resendMessage } from './send-message.commands.ts'

export function registerWebhooks(app: FastifyInstance, services: Services): void {
  serve(app, services, calls.listWebhooks, (ctx, { query }) => readEndpoints(ctx, query), { spansCells: true })
  serve(app, services, calls.createWebhook, (ctx, { body }) => createEndpoint(ctx, body))
  const ofAll = { spansCells: true }
  serve(app, services, calls.changeWebhook, (ctx, { params, body }) => changeEndpoint(ctx, params.endpointId, body), ofAll)
  serve(app, services, calls.deleteWebhook, (ctx, { params }) => deleteEndpoint(ctx, params.endpointId), ofAll)
  serve(app, services, calls.rotateWebhookSecret, (ctx, { params }) => rotateSecret(ctx, params.endpointId), ofAll)
  serve(app, services, calls.pingWebhook, (ctx, { params }) => ping(ctx, params.endpointId), ofAll)
  const messages = (ctx: Ctx, { params, query }: CallInput<typeof calls.listWebhookMessages>) =>
    messagePage(ctx, params.endpointId, query)
  serve(app, services, calls.listWebhookMessages, messages, ofAll)
  serve(app, services, calls.getWebhookMessage, (ctx, { params }) => readMessage(ctx, params.messageId))
  serve(app, services, calls.resendWebhookMessage, (ctx, { params }) => resendMessage(ctx, params.messageId))
}
