import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import * as cartCalls from '#contract/requests/cart.calls.ts'
import { inCart } from '#contract/requests/request-messages.ts'
import * as stepCalls from '#contract/requests/request-steps.calls.ts'
import * as calls from '#contract/requests/requests.calls.ts'
import type { Services } from '#server/context.ts'
import { WithMessage } from '#server/http/answers.ts'
import { serve } from '#server/http/serve.ts'
import { stepRequest } from './apply-step.ts'
import { readEntries } from './assign-file.ts'
import { assignChoices } from './assign-plan.queries.ts'
import { assignSims, assignToLine } from './assign-sims.commands.ts'
import { cartData, emptyCart, fillCart, setCartLine } from './cart.ts'
import { exportRequestSims, exportRequests } from './export-requests.ts'
import { requestData, requireRequest } from './request-row.ts'
import { requestCounts, requestPage, requestSimPage } from './requests.queries.ts'
import { submitCart } from './submit-cart.commands.ts'
import { unassignSim } from './unassign-sim.commands.ts'

export function registerRequests(app: FastifyInstance, services: Services): void {
  serve(app, services, cartCalls.getCart, (ctx) => cartData(ctx))
  serve(app, services, cartCalls.setCartLine, async (ctx, { body }) => {
    const cart = await setCartLine(ctx, body)
    const line = cart.lines.find(({ planCode, hardwareId }) =>
      body.planCode === undefined ? hardwareId === body.hardwareId : planCode === body.planCode,
    )
    return line ? new WithMessage(cart, inCart(line.name, line.quantity)) : cart
  })
  serve(app, services, cartCalls.fillCart, (ctx, { body }) => fillCart(ctx, body.lines))
  serve(app, services, cartCalls.emptyCart, (ctx) => emptyCart(ctx))
  serve(app, services, cartCalls.submitCart, (ctx, { body }) => submitCart(ctx, body))
  serve(app, services, calls.getRequests, (ctx, { query }) => requestPage(ctx, query))
  serve(app, services, calls.countRequests, (ctx, { query }) => requestCounts(ctx, query))
  serve(app, services, calls.exportRequests, (ctx, { query }) => exportRequests(ctx, query))
  serve(app, services, calls.getRequestSims, (ctx, { params, query }) => requestSimPage(ctx, params.id, query))
  serve(app, services, calls.exportRequestSims, (ctx, { params, query }) => exportRequestSims(ctx, { params, query }))
  serve(app, services, calls.getRequest, (ctx, { params }) => requestData(ctx, params.id))
  serveSteps(app, services)
  serve(app, services, stepCalls.assignRequestSims, (ctx, { params, body }) => assignSims(ctx, params.id, body))
  serve(app, services, stepCalls.getAssignChoices, (ctx, { params }) => assignChoices(ctx, params.id))
  serve(app, services, stepCalls.unassignRequestSim, (ctx, { params }) => unassignSim(ctx, params))
  serve(app, services, stepCalls.assignRequestFile, async (ctx, { params, query }, { request }) => {
    // a file can be read once: not in a cell that does not have the request
    await requireRequest(ctx, ctx.db, params.id)
    const entries = await readEntries(ctx, request.body as Readable)
    return assignToLine(ctx, { requestId: params.id, ...query }, { entries })
  })
}

function serveSteps(app: FastifyInstance, services: Services): void {
  serve(app, services, stepCalls.cancelRequest, (ctx, { params, body }) => stepRequest(ctx, params.id, 'cancel', body))
  serve(app, services, stepCalls.approveRequest, (ctx, { params, body }) => stepRequest(ctx, params.id, 'approve', body))
  serve(app, services, stepCalls.rejectRequest, (ctx, { params, body }) => stepRequest(ctx, params.id, 'reject', body))
  serve(app, services, stepCalls.prepareRequest, (ctx, { params, body }) => stepRequest(ctx, params.id, 'prepare', body))
  serve(app, services, stepCalls.shipRequest, (ctx, { params, body }) => stepRequest(ctx, params.id, 'ship', body))
  serve(app, services, stepCalls.deliverRequest, (ctx, { params, body }) => stepRequest(ctx, params.id, 'deliver', body))
  serve(app, services, stepCalls.closeRequest, (ctx, { params, body }) => stepRequest(ctx, params.id, 'close', body))
}
