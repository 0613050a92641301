import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/charges/charge-actions.calls.ts'
import type { Services } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { creditCharge, payCharge } from './charge-actions.commands.ts'

export function registerChargeActions(app: FastifyInstance, services: Services): void {
  serve(app, services, calls.payCharge, (ctx, { params, body }) => payCharge(ctx, params.documentId, body))
  serve(app, services, calls.creditCharge, (ctx, { params, body }) => creditCharge(ctx, params.documentId, body.reason))
}
