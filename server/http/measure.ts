import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import { requestSeconds, requests } from '../metrics/counters.ts'
import { withoutTokens } from './logged-address.ts'

/** The label of an answer in metrics: never its address, which a client can make up. */
function routeLabel({ routeOptions }: FastifyRequest): string {
  const { call } = routeOptions.config as { call?: Call }
  return call ? `${call.method} ${call.path}` : 'page'
}

/** Counts answers, and logs each. */
export function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, url } = request
    const { statusCode, elapsedTime } = reply
    const name = routeLabel(request)
    requests.add([name, String(statusCode)])
    requestSeconds.observe([name], elapsedTime / 1000)
    request.log.info({ method, url: withoutTokens(url), status: statusCode, ms: Math.round(elapsedTime) }, 'request')
  })
}
