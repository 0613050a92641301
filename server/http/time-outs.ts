import type { FastifyInstance } from 'fastify'

/** How patient the server is, milliseconds. */
export interface TimeOuts {
  /** until a request's headers are there */
  readonly headersMs: number
  /** how often that is looked at */
  readonly checkMs: number
  /** a connection on which nothing at all goes to and fro */
  readonly silentMs: number
  /** between two requests of a connection; longer than load balancers have it, so that they close first */
  readonly keepAliveMs: number
  /** what any body may take … */
  readonly bodyMs: number
  /** … and how slowly it may come beyond that: a file of half a gigabyte over a slow line is fine, a byte a minute is not */
  readonly bodyBytesPerSecond: number
  /** at the end: for requests that are under way */
  readonly drainMs: number
}

export const TIME_OUTS: TimeOuts = {
  headersMs: 20_000,
  checkMs: 5_000,
  silentMs: 120_000,
  keepAliveMs: 72_000,
  bodyMs: 30_000,
  bodyBytesPerSecond: 16 * 1024,
  drainMs: 20_000,
}

/** Ends requests whose body comes too slowly: whoever sends a byte from time to time would hold a connection for ever. */
export function limitSlowBodies(app: FastifyInstance, { bodyMs, bodyBytesPerSecond }: TimeOuts): void {
  app.addHook('preParsing', async (request, reply) => {
    const { raw } = request
    const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers
    if (!encoding && !Number(length)) return
    const bytes = Number(length ?? request.routeOptions.bodyLimit)
    const timer = setTimeout(
      () => {
        // half a body has come: nothing else can be said on this connection
        if (!reply.raw.headersSent) reply.raw.writeHead(408, { connection: 'close' }).end()
        raw.destroy()
      },
      bodyMs + (bytes / bodyBytesPerSecond) * 1000,
    )
    const stop = (): void => clearTimeout(timer)
    raw.once('end', stop).once('close', stop)
  })
}

/**
 * When the server is to end, requests that are under way get some time; then they are cut off. A connection that is kept alive goes with
 * the answer to its request: Node closes those alone that are idle when it begins to close, and would wait for these.
 */
export function drainAtEnd(app: FastifyInstance, { drainMs }: TimeOuts): void {
  let isEnding = false
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    reply.raw.once('finish', () => {
      if (isEnding) socket.destroySoon()
    })
  })
  app.addHook('preClose', async () => {
    isEnding = true
    const timer = setTimeout(() => {
      app.log.warn('requests under way at the end were cut off')
      app.server.closeAllConnections()
    }, drainMs)
    app.server.once('close', () => clearTimeout(timer))
  })
}
