import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A comment line, so that proxies and browsers see that the connection lives. */
const PULSE_MS = 15_000

/**
 * Sends values as server-sent events (HTML standard, section 9.2) until they end, the reader goes away, or may not read any more: a
 * stream lasts for an hour, and a right that was taken away meanwhile is gone.
 */
export function sendEvents(reply: FastifyReply, values: AsyncIterable<unknown>, mayRead: () => Promise<boolean>): FastifyReply {
  const out = new Readable({ read: () => undefined })
  const pulse = setInterval(() => out.push(': \n\n'), PULSE_MS)
  const iterator = values[Symbol.asyncIterator]()
  const pump = async (): Promise<void> => {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      if (!(await mayRead())) break
      out.push(`data: ${JSON.stringify(next.value)}\n\n`)
    }
    out.push(null)
  }
  out.on('close', () => {
    clearInterval(pulse)
    void iterator.return?.(undefined)
  })
  out.push('retry: 2000\n\n')
  pump().catch((error: Error) => out.destroy(error))
  return (
    reply
      .type('text/event-stream; charset=utf-8')
      .header('x-accel-buffering', 'no')
      // a connection that stayed open after its stream would keep a server that stops waiting for its next request
      .header('connection', 'close')
      .send(out)
  )
}
