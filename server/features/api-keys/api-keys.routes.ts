import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/api-keys/api-keys.calls.ts'
import type { Services } from '../../context.ts'
import { serve } from '../../http/serve.ts'
import { createApiKey, revokeApiKey } from './api-keys.commands.ts'
import { listApiKeys } from './api-keys.queries.ts'

export function registerApiKeys(app: FastifyInstance, services: Services): void {
  serve(app, services, calls.getApiKeys, (ctx, { query }) => listApiKeys(ctx, query))
  serve(app, services, calls.createApiKey, (ctx, { body }) => createApiKey(ctx, body))
  serve(app, services, calls.revokeApiKey, (ctx, { params }) => revokeApiKey(ctx, params.apiKeyId))
}
