import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { openCells } from '../cells/cells.ts'
import type { Config } from '../config.ts'
import { createPool } from '../db/pool.ts'
import { serveMetrics } from '../metrics/serve-metrics.ts'
import type { Lifetime } from './lifetime.ts'
import { metricsFailure } from './listen.ts'

interface Parts {
  readonly config: Config
  readonly pool: Pool
  readonly backgroundPool: Pool
  readonly log: Logger
  readonly lifetime: Pick<Lifetime, 'onEnd'>
}

/** Serves this process's metrics if the configuration sets a port. */
export async function startMetrics({ config, pool, backgroundPool, log, lifetime }: Parts): Promise<void> {
  const { METRICS_HOST: host, METRICS_PORT: port } = config
  if (port === undefined) return
  const pools = { people: pool, background: backgroundPool }
  const cells = await openCells(pool, (connectionString) => createPool({ connectionString, max: 1 }))
  const metrics = await serveMetrics({ host, port, pools, cells }).catch((error: unknown) =>
    Promise.reject(metricsFailure(error, { host, port })),
  )
  lifetime.onEnd('metrics', async () => {
    await metrics.close()
    await cells.close()
  })
  log.info(`Enlace serves metrics on ${host} port ${metrics.port}`)
}
