import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Interval of comment lines, so that proxies and browsers see that the connection is alive. */
const HEARTBEAT_INTERVAL_MS = 15_000

interface EventRules {
  readonly mayRead: () => Promise<boolean>
  /** awaited before each event: its reader reads anew then */
  readonly before?: () => Promise<void> | undefined
  /** the reader is to ask again: there is nothing more to come where it is read from; undefined when that cannot be */
  readonly isStale?: (() => Promise<boolean>) | undefined
}

/** How long a reader whose customer moved to another cell waits for what happens there. */
const STALE_INTERVAL_MS = 2_000

/**
 * Sends values as server-sent events (HTML standard, section 9.2) until they end, the reader disconnects, or may no longer read: a
 * stream lasts for an hour, and rights may be revoked meanwhile.
 */
export function sendEvents(
  reply: FastifyReply,
  values: AsyncIterable<unknown>,
  { mayRead, before, isStale }: EventRules,
): FastifyReply {
  const out = new Readable({ read: () => undefined })
  const heartbeat = setInterval(() => out.push(': \n\n'), HEARTBEAT_INTERVAL_MS)
  let isOver = false
  const end = (): void => {
    if (!isOver) out.push(null)
    isOver = true
  }
  const check = async (): Promise<void> => {
    if (await isStale?.().catch(() => false)) end()
  }
  const staleness = isStale && setInterval(() => void check(), STALE_INTERVAL_MS)
  const iterator = values[Symbol.asyncIterator]()
  const pump = async (): Promise<void> => {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      if (!(await mayRead())) break
      await before?.()
      if (isOver) return
      out.push(`data: ${JSON.stringify(next.value)}\n\n`)
    }
    end()
  }
  out.on('close', () => {
    clearInterval(heartbeat)
    clearInterval(staleness)
    void iterator.return?.(undefined)
  })
  out.push('retry: 2000\n\n')
  pump().catch((error: Error) => out.destroy(error))
  return (
    reply
      .type('text/event-stream; charset=utf-8')
      .header('x-accel-buffering', 'no')
      // a connection kept alive after its stream would hold up a stopping server until its next request
      .header('connection', 'close')
      .send(out)
  )
}
