import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Time-outs of the server, milliseconds. */
export interface Timeouts {
  /** until a request's headers are complete */
  readonly headersMs: number
  /** interval of that check */
  readonly checkMs: number
  /** for a connection without any traffic */
  readonly idleMs: number
  /** between two requests of a connection; longer than load balancers wait, so that they close first */
  readonly keepAliveMs: number
  /** what any body may take … */
  readonly bodyMs: number
  /** … and its minimum rate beyond that: a file of half a gigabyte over a slow line is fine, a byte a minute is not */
  readonly bodyBytesPerSecond: number
  /** at shutdown, for running requests */
  readonly drainMs: number
}

export const TIMEOUTS: Timeouts = {
  headersMs: 20_000,
  checkMs: 5_000,
  idleMs: 120_000,
  keepAliveMs: 72_000,
  bodyMs: 30_000,
  bodyBytesPerSecond: 16 * 1024,
  drainMs: 20_000,
}

/**
 * Answers what is no request, or one whose headers are late. A connection that has sent nothing at all is left to the time-out of idle ones,
 * although Node finds its headers late: a client that opened it in reserve (undici does when a request is aborted while it connects) and
 * sends a request at that moment would read the 408 as its answer.
 */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  if (socket.destroyed || (isLate && socket.bytesRead === 0)) return
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request'
  const status = isLate ? '408 Request Timeout' : tooLarge
  if (socket.writable) socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  socket.destroy(error)
}

/**
 * Aborts requests whose body arrives too slowly: a client that sends a byte from time to time would hold a connection for ever. What
 * comes of a body after the answer is discarded, as long as the client needs to read the answer, and then the connection is closed.
 */
export function limitSlowBodies(app: FastifyInstance, { bodyMs, bodyBytesPerSecond }: Timeouts): void {
  app.addHook('preParsing', async (request, reply) => {
    const { raw } = request
    const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers
    if (!encoding && !Number(length)) return
    const bytes = Number(length ?? request.routeOptions.bodyLimit)
    const timer = setTimeout(
      () => {
        // what has arrived waits to be read: the server is slow, for instance at a lock of the database, and not the client
        if (raw.readableLength > 0 && !reply.raw.writableEnded) return void timer.refresh()
        // half a body has arrived: this connection can carry no answer
        if (!reply.raw.headersSent) reply.raw.writeHead(408, { connection: 'close' }).end()
        raw.destroy()
      },
      bodyMs + (bytes / bodyBytesPerSecond) * 1000,
    )
    const stop = (): void => clearTimeout(timer)
    raw.once('end', stop).once('close', stop)
  })
  app.addHook('onResponse', async ({ raw }) => {
    // undefined for a request that does not leave the process
    if (raw.complete !== false || raw.destroyed) return
    const timer = setTimeout(() => raw.destroy(), bodyMs)
    const stop = (): void => clearTimeout(timer)
    raw.once('end', stop).once('close', stop)
  })
}

/**
 * On shutdown, running requests get some time and are then aborted. Keep-alive connections are closed with the answer to their
 * request: Node closes only connections that are idle when it begins to close, and would wait for these. A client that reads
 * 'connection: close' while the process is still listening opens its next connection elsewhere.
 */
export function drainAtEnd(app: FastifyInstance, { drainMs }: Timeouts, isStopping = (): boolean => false): void {
  let isEnding = false
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    if (isStopping()) reply.header('connection', 'close')
    reply.raw.once('finish', () => {
      if (isEnding) socket.destroySoon()
    })
  })
  app.addHook('preClose', async () => {
    isEnding = true
    const timer = setTimeout(() => {
      app.log.warn('running requests were aborted at shutdown')
      app.server.closeAllConnections()
    }, drainMs)
    app.server.once('close', () => clearTimeout(timer))
  })
}
