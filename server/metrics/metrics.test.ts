import { afterAll, expect, test } from 'vitest'
import { getSession } from '#contract/identity/identity.calls.ts'
import { getSim } from '#contract/sims/sims.calls.ts'
import { type Portal, startPortal } from '#test/portal.ts'
import { Counter, Histogram } from './registry.ts'
import { serveMetrics } from './serve-metrics.ts'

const portal = await startPortal()
afterAll(() => portal.close())

/** The value of a sample in a page of figures; NaN without it. */
const samplesOf =
  (page: string) =>
  (sample: string): number =>
    Number(
      page
        .split('\n')
        .find((line) => line.startsWith(`${sample} `))
        ?.split(' ')
        .at(-1),
    )

test('figures are printed as Prometheus reads them', () => {
  const counter = new Counter({ name: 'x_total', help: 'Of "x"\nand y.', labels: ['call', 'status'] })
  counter.add(['GET /a"\\', '200'])
  counter.add(['GET /a"\\', '200'], 2)
  expect(counter.print()).toBe(
    '# HELP x_total Of "x"\\nand y.\n# TYPE x_total counter\nx_total{call="GET /a\\"\\\\",status="200"} 3\n',
  )
  const histogram = new Histogram({ name: 'x_seconds', help: 'Of x.' }, [0.1, 1])
  for (const value of [0.1, 0.5, 5]) histogram.observe([], value)
  expect(histogram.print().split('\n').slice(2, -1)).toEqual([
    'x_seconds_bucket{le="0.1"} 1',
    'x_seconds_bucket{le="1"} 2',
    'x_seconds_bucket{le="+Inf"} 3',
    'x_seconds_sum 5.6',
    'x_seconds_count 3',
  ])
})

test('a process exposes its requests, queues and state on a port of its own', async () => {
  const metrics = await serveMetrics({
    host: '127.0.0.1',
    port: 0,
    pools: { people: portal.services.pool },
    cells: portal.services.cells,
  })
  const before = samplesOf(await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text())
  await portal.data(getSession, 'ana')
  await portal.request(getSim, 'ana', { params: { icc: '8956030999999999999' } })
  const response = await fetch(`http://127.0.0.1:${metrics.port}/metrics`)
  const text = await response.text()
  expect((await fetch(`http://127.0.0.1:${metrics.port}/`)).status).toBe(404)
  await metrics.close()
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const sampleOf = samplesOf(text)
  expect(sampleOf('enlace_http_requests_total{call="GET /users/session/",status="200"}')).toBeGreaterThan(0)
  // by call, not by address, so that the number of series is bounded
  for (const sample of [
    'enlace_http_requests_total{call="GET /sim/{icc}",status="404"}',
    'enlace_http_request_duration_seconds_bucket{call="GET /sim/{icc}",le="+Inf"}',
  ]) {
    expect(sampleOf(sample) - (before(sample) || 0)).toBe(1)
  }
  expect(sampleOf('enlace_database_up')).toBe(1)
  expect(sampleOf('process_resident_memory_bytes')).toBeGreaterThan(1e7)
  for (const name of [
    'enlace_webhooks_waiting',
    'enlace_mails_waiting',
    'enlace_accounting_batches_waiting',
    'enlace_alarm_actions_waiting',
  ])
    expect(sampleOf(name), name).toBe(0)
  expect(sampleOf('enlace_network_up{network="simulated-1"}')).toBeGreaterThan(0)
  // each line is a comment or a sample, and each name has its type once
  for (const line of text.trimEnd().split('\n'))
    expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="([^"\\]|\\.)*",?)+\})? [\d.e+-]+)$/)
  const types = text.match(/^# TYPE \w+/gm) ?? []
  expect(new Set(types).size).toBe(types.length)
})

test('an unreachable database is reported, and the other metrics stay', async () => {
  const away = {
    ...portal.services.pool,
    connect: () => Promise.reject(new Error('away')),
  } as unknown as Portal['services']['pool']
  const home = { ...portal.services.cells.home, pool: away }
  const cells = { all: [home], home, refresh: async () => undefined }
  const metrics = await serveMetrics({ host: '127.0.0.1', port: 0, pools: { people: away }, cells })
  const text = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text()
  await metrics.close()
  expect(text).toContain('enlace_database_up 0\n')
  expect(text).toContain('enlace_http_requests_total')
})
