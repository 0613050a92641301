import { type Context, context, propagation, SpanKind, type Tracer, trace } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { Call } from '#contract/call.ts'
import { endSpan } from './end-span.ts'

const callOf = ({ routeOptions }: FastifyRequest): Call | undefined => (routeOptions.config as { call?: Call }).call

/**
 * A span for each call of the API, as part of the caller's trace if it sends one. The hooks after this one run in its context, and a
 * handler does by a wrapper: the end of a body arrives in another one.
 */
export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  const contexts = new WeakMap<FastifyRequest, Context>()
  app.addHook('onRoute', (route) => {
    const { handler } = route
    const traced: RouteHandlerMethod = function (request, reply) {
      const current = contexts.get(request)
      return current ? context.with(current, () => handler.call(this, request, reply)) : handler.call(this, request, reply)
    }
    route.handler = traced
  })
  app.addHook('onRequest', (request, _reply, next) => {
    const call = callOf(request)
    if (!call) return next()
    const parent = propagation.extract(context.active(), request.headers)
    const attributes = {
      'http.request.method': call.method,
      'http.route': `/api${call.path}`,
      'enlace.request.id': request.id,
    }
    const span = tracer.startSpan(`${call.method} /api${call.path}`, { kind: SpanKind.SERVER, attributes }, parent)
    const current = trace.setSpan(parent, span)
    contexts.set(request, current)
    context.with(current, next)
  })
  app.addHook('onResponse', async (request, { statusCode }) => {
    const current = contexts.get(request)
    const span = current && trace.getSpan(current)
    span?.setAttribute('http.response.status_code', statusCode)
    if (span) endSpan(span, statusCode >= 500 ? `HTTP ${statusCode}` : undefined)
  })
}
