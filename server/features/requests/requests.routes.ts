import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/requests.calls.ts'
import type { Services } from '../../context.ts'
import { serve } from '../../http/serve.ts'
import { readEntries } from './assign-file.ts'
import { assignChoices } from './assign-plan.queries.ts'
import { assign, assignSims } from './assign-sims.commands.ts'
import { cartData, emptyCart, setCartLine } from './cart.ts'
import { exportRequests } from './export-requests.ts'
import { requestData } from './request-row.ts'
import { requestCompanies, requestPage, requestSimPage } from './requests.queries.ts'
import { stepRequest } from './step-request.commands.ts'
import { submitCart } from './submit-cart.commands.ts'

export function registerRequests(app: FastifyInstance, services: Services): void {
  serve(app, services, calls.getCart, (ctx) => cartData(ctx))
  serve(app, services, calls.setCartLine, (ctx, { body }) => setCartLine(ctx, body))
  serve(app, services, calls.emptyCart, (ctx) => emptyCart(ctx))
  serve(app, services, calls.submitCart, (ctx, { body }) => submitCart(ctx, body))
  serve(app, services, calls.getRequests, (ctx, { query }) => requestPage(ctx, query))
  serve(app, services, calls.exportRequests, (ctx, { query }) => exportRequests(ctx, query))
  serve(app, services, calls.getRequestCompanies, (ctx) => requestCompanies(ctx))
  serve(app, services, calls.getRequestSims, (ctx, { params, query }) => requestSimPage(ctx, params.id, query))
  serve(app, services, calls.getRequest, (ctx, { params }) => requestData(ctx, params.id))
  serveSteps(app, services)
  serve(app, services, calls.assignRequestSims, (ctx, { params, body }) => assignSims(ctx, params.id, body))
  serve(app, services, calls.getAssignChoices, (ctx, { params }) => assignChoices(ctx, params.id))
  app.register(async (scope) => serveFiles(scope, services))
}

function serveSteps(app: FastifyInstance, services: Services): void {
  serve(app, services, calls.cancelRequest, (ctx, { params, body }) => stepRequest(ctx, params.id, 'cancel', body))
  serve(app, services, calls.approveRequest, (ctx, { params, body }) => stepRequest(ctx, params.id, 'approve', body))
  serve(app, services, calls.rejectRequest, (ctx, { params, body }) => stepRequest(ctx, params.id, 'reject', body))
  serve(app, services, calls.prepareRequest, (ctx, { params, body }) => stepRequest(ctx, params.id, 'prepare', body))
  serve(app, services, calls.shipRequest, (ctx, { params, body }) => stepRequest(ctx, params.id, 'ship', body))
  serve(app, services, calls.deliverRequest, (ctx, { params, body }) => stepRequest(ctx, params.id, 'deliver', body))
  serve(app, services, calls.closeRequest, (ctx, { params, body }) => stepRequest(ctx, params.id, 'close', body))
}

function serveFiles(app: FastifyInstance, services: Services): void {
  // a file is not parsed here but handed on as it arrives
  for (const type of calls.assignRequestFile.upload)
    app.addContentTypeParser(type, (_request, payload, done) => done(null, payload))
  serve(app, services, calls.assignRequestFile, async (ctx, { params, query }, { request }) =>
    assign(ctx, { requestId: params.id, ...query }, { entries: await readEntries(ctx, request.body as Readable) }),
  )
}
