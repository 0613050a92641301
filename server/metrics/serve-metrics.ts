import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Pool } from 'pg'
import { PROCESS_COUNTERS } from './counters.ts'
import { databaseMetrics } from './database-metrics.ts'
import { monitorEventLoop, processMetrics } from './process-metrics.ts'

const TYPE = 'text/plain; version=0.0.4; charset=utf-8'

interface Metrics {
  readonly port: number
  readonly close: () => Promise<void>
}

interface MetricsOptions {
  readonly host: string
  readonly port: number
  /** by name */
  readonly pools: { readonly people: Pool; readonly background?: Pool }
  /** whose open work is counted */
  readonly cells: Parameters<typeof databaseMetrics>[0]
}

/** Serves this process's metrics at /metrics, on a port of its own: clients of the portal cannot reach it. */
export async function serveMetrics({ host, port, pools, cells }: MetricsOptions): Promise<Metrics> {
  const delay = monitorEventLoop()
  const page = async (): Promise<string> =>
    processMetrics(delay, { ...pools }) +
    PROCESS_COUNTERS.map((figure) => figure.print()).join('') +
    (await databaseMetrics(cells))
  const server = createServer((request, response) => {
    const isPage = request.method === 'GET' && request.url?.split('?')[0] === '/metrics'
    if (!isPage) return void response.writeHead(404).end()
    page().then(
      (text) => response.writeHead(200, { 'content-type': TYPE, 'cache-control': 'no-store' }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      delay.disable()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
