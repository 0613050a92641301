import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { measureRequests } from './measure.ts'

test('each answer has a line in the log, and so has a request whose client left before it', async () => {
  const lines: Record<string, unknown>[] = []
  const log: FastifyBaseLogger = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) })
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
  })
  measureRequests(app)
  const left = new AbortController()
  app.get('/quick', () => 'done')
  app.get('/slow', async () => {
    left.abort()
    await expect.poll(() => lines.length).toBe(2)
    return 'too late'
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  lines.length = 0
  await fetch(`${address}/quick`)
  await expect(fetch(`${address}/slow`, { signal: left.signal })).rejects.toThrow('aborted')
  await expect
    .poll(() => lines.map(({ url, status, msg }) => [url, status, msg]))
    .toEqual([
      ['/quick', 200, 'request'],
      ['/slow', undefined, 'request aborted by its client'],
    ])
  expect(lines[1]?.ms).toEqual(expect.any(Number))
  await app.close()
})
