import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Pool } from 'pg'
import { databaseFigures } from './database-figures.ts'
import { COUNTED } from './figures.ts'
import { processFigures, watchEventLoop } from './process-figures.ts'

const TYPE = 'text/plain; version=0.0.4; charset=utf-8'

interface Metrics {
  readonly port: number
  readonly close: () => Promise<void>
}

interface MetricsOptions {
  readonly host: string
  readonly port: number
  /** by name; what the database knows is read over the first one */
  readonly pools: { readonly people: Pool; readonly background?: Pool }
}

/** Serves this process's figures at /metrics, on a port of its own: it is nobody's who reaches the portal. */
export async function serveMetrics({ host, port, pools }: MetricsOptions): Promise<Metrics> {
  const delay = watchEventLoop()
  const page = async (): Promise<string> =>
    processFigures(delay, { ...pools }) +
    COUNTED.map((figure) => figure.print()).join('') +
    (await databaseFigures(pools.people))
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
