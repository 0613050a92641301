import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/api-keys/api-keys.calls.ts'
import * as deviceCalls from '#contract/api-keys/device-logins.calls.ts'
import type { Services } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { createApiKey, revokeApiKey } from './api-keys.commands.ts'
import { listApiKeys } from './api-keys.queries.ts'
import {
  approveDeviceLogin,
  readDeviceLogin,
  readOwnDeviceLogin,
  refuseDeviceLogin,
  startDeviceLogin,
} from './device-logins.commands.ts'

export function registerApiKeys(app: FastifyInstance, services: Services): void {
  serve(app, services, calls.getApiKeys, (ctx, { query }) => listApiKeys(ctx, query))
  serve(app, services, calls.createApiKey, (ctx, { body }) => createApiKey(ctx, body))
  serve(app, services, calls.revokeApiKey, (ctx, { params }) => revokeApiKey(ctx, params.apiKeyId))
  serve(app, services, deviceCalls.startDeviceLogin, (ctx, { body }, { request }) =>
    startDeviceLogin(ctx, body.machine, request),
  )
  serve(app, services, deviceCalls.getOwnDeviceLogin, (ctx, _, { request }) => readOwnDeviceLogin(ctx, request))
  serve(app, services, deviceCalls.getDeviceLogin, (ctx, { params }) => readDeviceLogin(ctx, params.userCode))
  serve(app, services, deviceCalls.approveDeviceLogin, (ctx, { params, body }) =>
    approveDeviceLogin(ctx, params.userCode, body),
  )
  serve(app, services, deviceCalls.refuseDeviceLogin, (ctx, { params }) => refuseDeviceLogin(ctx, params.userCode))
}
