import type { FastifyInstance } from 'fastify'

/**
 * What a page of another site may send, beside what any page may: `authorization` has to be named, and those of the Model Context Protocol.
 * @see https://modelcontextprotocol.io/specification/draft/basic/transports
 */
const TAKEN = [
  ...['authorization', 'content-type', 'last-event-id'],
  ...['mcp-protocol-version', 'mcp-session-id', 'mcp-method', 'mcp-name'],
].join(', ')

/** What it may read of an answer, beside the body: where to get a token, when to come again, and what to name in a question to support. */
const SHOWN = ['www-authenticate', 'mcp-session-id', 'retry-after', 'ratelimit', 'ratelimit-policy', 'x-request-id'].join(', ')

/** Browsers keep an answer to a preflight for two hours at most. */
const KEPT_S = 7_200

/**
 * Lets pages of any site call the routes of a scope (CORS), for clients that run in a browser. That is right only where a request is nothing
 * without a token or a code that its page has to have itself: cookies are not sent, because credentials are not allowed.
 * Its answer to OPTIONS is for these routes alone: @fastify/cors answers it for every path of the server.
 */
export function allowBrowserClients(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'access-control-allow-origin': '*', 'access-control-expose-headers': SHOWN })
  })
  scope.addHook('onRoute', ({ url, method }) => {
    const methods = [method].flat()
    if (methods.includes('HEAD') || methods.includes('OPTIONS')) return
    scope.options(url, async (_request, reply) =>
      reply
        .code(204)
        .headers({
          'access-control-allow-methods': methods.join(', '),
          'access-control-allow-headers': TAKEN,
          'access-control-max-age': KEPT_S,
        })
        .send(),
    )
  })
}
