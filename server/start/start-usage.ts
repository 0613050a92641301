import { join } from 'node:path'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { openCells } from '../cells/cells.ts'
import { startInEachCell } from '../cells/start-in-each-cell.ts'
import type { Config } from '../config.ts'
import { createDatabase } from '../db/database.ts'
import { createPool } from '../db/pool.ts'
import { watchChargingFolder } from '../ingest/cdr/watch-folder.ts'
import { openRadiusClients } from '../ingest/radius/clients.ts'
import { createDisconnect } from '../ingest/radius/disconnect.ts'
import { listenForAccounting } from '../ingest/radius/listener.ts'
import { createRefusalCounter } from '../ingest/radius/refusals.ts'
import { openUsageReporter } from '../ingest/radius/report-usage.ts'
import { ensureDemoClient } from '../ingest/radius/save-client.ts'
import { accountingMessages } from '../metrics/counters.ts'
import type { ReportUsage } from '../networks/kind.ts'
import type { Disconnect } from '../networks/with-disconnect.ts'
import { createSecretBox } from '../secrets/secret-box.ts'
import { readSecretKey } from '../secrets/secret-key.ts'
import { storeInCells } from '../usage/intake.ts'
import { startCounterThread } from '../usage/start-counter-thread.ts'
import type { UsageCounter } from '../usage/usage-counter.ts'
import type { Lifetime } from './lifetime.ts'
import { radiusFailure } from './listen.ts'

interface Parts {
  readonly config: Config
  readonly pool: Pool
  readonly backgroundPool: Pool
  readonly log: Logger
  readonly lifetime: Pick<Lifetime, 'onEnd' | 'isStopping'>
}

export interface UsageWork {
  /** port for RADIUS accounting */
  readonly port: number
  /** undefined: this process sends no accounting for the embedded networks */
  readonly reportUsage: ReportUsage | undefined
  readonly disconnect: Disconnect
}

/** Starts to receive and count usage, as far as this process's role includes it. */
export async function startUsage({ config, pool, backgroundPool, log, lifetime }: Parts): Promise<UsageWork> {
  const cells = await openCells(pool, (connectionString) => createPool({ connectionString, max: config.DATABASE_POOL }))
  lifetime.onEnd('connections for usage', cells.close)
  const { db } = cells.home
  const clock = (): Date => new Date()
  const secrets = createSecretBox(readSecretKey(config))
  let address = { host: config.RADIUS_HOST, port: config.RADIUS_PORT, isShared: config.RADIUS_REUSE_PORT }
  if (config.SEED === 'demo') await ensureDemoClient(db, secrets, clock())
  const clients = await openRadiusClients({ db, secrets, log })
  lifetime.onEnd('RADIUS clients', clients.close)
  const disconnect = createDisconnect(cells, clients)
  if (config.ROLE === 'web') return { port: address.port, reportUsage: undefined, disconnect }
  const warningPercent = config.ALARM_WARNING_PERCENT
  const counters = new Set<UsageCounter>()
  const stopCounters = await startInEachCell(
    cells,
    (cell) => {
      const counter = startCounterThread({ connectionString: cell.pool.options.connectionString ?? '', warningPercent, log })
      counters.add(counter)
      return counter.stop
    },
    log,
  )
  lifetime.onEnd('counting of usage', stopCounters)
  const notifyCounters = (): void => {
    for (const counter of counters) counter.notify()
  }
  if (config.ROLE !== 'worker') {
    const refusals = createRefusalCounter(db, log, clock)
    lifetime.onEnd('refused packets', refusals.close)
    const onStored = (messages: number): void => {
      accountingMessages.add([], messages)
      notifyCounters()
    }
    const listener = await listenForAccounting({
      ...{ clients, refusals, log, clock, onStored },
      store: storeInCells(cells),
      address,
      isStopping: lifetime.isStopping,
    }).catch((error: unknown) => Promise.reject(radiusFailure(error, address)))
    lifetime.onEnd('RADIUS accounting', listener.close)
    const folder = join(config.DATA_DIR, 'cdr')
    lifetime.onEnd(
      'charging records',
      watchChargingFolder({ db: createDatabase(backgroundPool), log, clock, folder, onStored: notifyCounters }),
    )
    address = { ...address, port: listener.port }
  }
  return { port: address.port, reportUsage: await openReporter(), disconnect }

  /**
   * Only processes that run the embedded networks report for them; undefined without a known port, or without a client for its
   * address.
   */
  async function openReporter(): Promise<ReportUsage | undefined> {
    const host = isWildcard(address.host) ? '127.0.0.1' : address.host
    const client = clients.find(host)
    if (config.ROLE === 'ingest' || address.port === 0 || !client) return undefined
    const reporter = await openUsageReporter({ cells, clock, address: { host, port: address.port }, secret: client.secret })
    lifetime.onEnd('usage of embedded networks', reporter.close)
    return reporter.report
  }
}

const isWildcard = (host: string): boolean => host === '0.0.0.0' || host === '::'
