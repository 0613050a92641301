import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from '#domain/agents.ts'
import { AppError } from '#server/app-error.ts'
import type { Services } from '#server/context.ts'
import { type AgentCaller, agentOfToken } from '#server/http/agent-token.ts'
import type { Http } from '#server/http/cookies.ts'
import { bearerToken, challenge, PATHS, resourceOf } from '#server/http/oauth-addresses.ts'
import { limitPersonRate } from '#server/http/request-rate.ts'
import { requestContext } from '#server/http/serve.ts'
import { allowBrowserClients } from './browser-clients.ts'
import { mcpServerFor } from './mcp-server.ts'

/** A draft names a thousand SIMs. */
const BODY_LIMIT = 256 * 1024

/** The Model Context Protocol by streamable HTTP, of the present revision and those before it. */
export function registerMcp(app: FastifyInstance, services: Services): void {
  app.register(async (scope) => {
    allowBrowserClients(scope)
    scope.route({
      method: ['GET', 'POST', 'DELETE'],
      url: PATHS.mcp,
      bodyLimit: BODY_LIMIT,
      handler: (request, reply) => answerMcp(app, services, { request, reply }),
    })
  })
}

/**
 * Whether a page that sends a request means the portal: a page of any site may, by the portal's name. Another name was made to lead here (DNS
 * rebinding). Without PUBLIC_URL the name is not known: then only this machine's counts.
 */
function isForPortal({ config }: Services, { headers, protocol, host }: FastifyRequest): boolean {
  if (headers.origin === undefined) return true
  const named = URL.parse(`${protocol}://${host}`)
  if (named === null) return false
  return config.PUBLIC_URL === undefined ? isLoopback(named) : named.hostname === new URL(config.PUBLIC_URL).hostname
}

async function answerMcp(app: FastifyInstance, services: Services, { request, reply }: Http): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store')
  if (!isForPortal(services, request)) return reply.code(403).send({ error: 'invalid_origin' })
  const ctx = requestContext(services, request, undefined)
  const token = bearerToken(request)
  const caller = token === undefined ? undefined : await agentOfToken(ctx, token)
  if (!caller) return refuse(services, { request, reply }, token !== undefined)
  try {
    await limitPersonRate(ctx, caller.actor, reply)
  } catch (error) {
    if (!(error instanceof AppError) || !error.retryAfterS) throw error
    return reply.code(429).header('retry-after', error.retryAfterS).send({ error: 'too_many_requests' })
  }
  return sendResponse(reply, await answerOf(app, services, caller, request))
}

function refuse(services: Services, { request, reply }: Http, isWrong: boolean): FastifyReply {
  return reply
    .code(401)
    .header('www-authenticate', challenge(services, request, PATHS.mcp, isWrong))
    .send({ error: isWrong ? 'invalid_token' : 'unauthorized' })
}

async function answerOf(
  app: FastifyInstance,
  services: Services,
  caller: AgentCaller,
  request: FastifyRequest,
): Promise<Response> {
  const { language, address } = requestContext(services, request, undefined)
  const handler = createMcpHandler(() => mcpServerFor({ app, services, caller, where: { language, address } }), {
    // nothing changes while a request is answered, so there is nothing to listen to
    maxSubscriptions: 0,
    onerror: (error) => request.log.warn({ err: error }, 'a request of an agent failed'),
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string' && name !== 'authorization' && name !== 'content-length') headers.set(name, value)
  }
  const hasBody = request.method === 'POST'
  const asked = new Request(resourceOf(services, request, PATHS.mcp), {
    method: request.method,
    headers,
    ...(hasBody ? { body: JSON.stringify(request.body ?? null) } : {}),
  })
  return handler.fetch(asked, hasBody ? { parsedBody: request.body } : {})
}

function sendResponse(reply: FastifyReply, response: Response): FastifyReply {
  reply.code(response.status)
  for (const [name, value] of response.headers) {
    if (name !== 'cache-control' && name !== 'connection') reply.header(name, value)
  }
  return response.body ? reply.send(Readable.fromWeb(response.body as ReadableStream)) : reply.send()
}
