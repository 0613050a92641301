import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import { requestSeconds, requests } from '../metrics/counters.ts'
import { withoutTokens } from './logged-address.ts'

/** The label of an answer in metrics: never its address, which a client can make up. */
function routeLabel({ routeOptions }: FastifyRequest): string {
  const { call } = routeOptions.config as { call?: Call }
  return call ? `${call.method} ${call.path}` : 'page'
}

const isStream = ({ routeOptions }: FastifyRequest): boolean => Boolean((routeOptions.config as { call?: Call }).call?.events)

/** Counts answers, and logs each; of requests whose client left before the answer, which are no answers, there is a line, too. */
export function measureRequests(app: FastifyInstance): void {
  const aboutOf = ({ method, url }: FastifyRequest, { elapsedTime }: FastifyReply) => ({
    method,
    url: withoutTokens(url),
    ms: Math.round(elapsedTime),
  })
  app.addHook('onRequest', async (request, reply) => {
    // pages leave streams at any time
    if (isStream(request)) return
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) request.log.info(aboutOf(request, reply), 'request aborted by its client')
    })
  })
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode, elapsedTime } = reply
    const name = routeLabel(request)
    requests.add([name, String(statusCode)])
    requestSeconds.observe([name], elapsedTime / 1000)
    request.log.info({ ...aboutOf(request, reply), status: statusCode }, 'request')
  })
}
