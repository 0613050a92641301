import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import { requestSeconds, requests } from '../metrics/figures.ts'
import { withoutTokens } from './logged-address.ts'

/** By what an answer is counted: never by its address, which anybody can make up. */
function nameOf({ routeOptions }: FastifyRequest): string {
  const { call } = routeOptions.config as { call?: Call }
  return call ? `${call.method} ${call.path}` : 'page'
}

/** Counts answers, and writes each to the log. */
export function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, url } = request
    const { statusCode, elapsedTime } = reply
    const name = nameOf(request)
    requests.add([name, String(statusCode)])
    requestSeconds.observe([name], elapsedTime / 1000)
    request.log.info({ method, url: withoutTokens(url), status: statusCode, ms: Math.round(elapsedTime) }, 'request')
  })
}
