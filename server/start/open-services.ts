import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { openCells } from '../cells/cells.ts'
import { openReadReplica } from '../cells/read-replica.ts'
import { followCells } from '../cells/start-in-each-cell.ts'
import type { Config } from '../config.ts'
import type { Services } from '../context.ts'
import { Notifications } from '../db/notifications.ts'
import { createPool } from '../db/pool.ts'
import { ensureNetworks } from '../networks/ensure-networks.ts'
import { openNetworkRegistry, type RegistryOptions } from '../networks/registry.ts'
import { createSecretBox } from '../secrets/secret-box.ts'
import { readSecretKey } from '../secrets/secret-key.ts'
import type { Lifetime } from './lifetime.ts'

interface Parts {
  readonly config: Config
  readonly pool: Pool
  readonly log: Logger
  readonly lifetime: Pick<Lifetime, 'onEnd'>
  readonly kinds?: RegistryOptions['kinds']
  readonly reportUsage?: RegistryOptions['reportUsage']
  readonly disconnect?: RegistryOptions['disconnect']
}

/** What the server's features work with, for as long as the process lives. */
export async function openServices({
  config,
  pool: given,
  log,
  lifetime,
  kinds,
  reportUsage,
  disconnect,
}: Parts): Promise<Services> {
  const cells = await openCells(given, (connectionString) => createPool({ connectionString, max: config.DATABASE_POOL }))
  lifetime.onEnd('connections to cells', cells.close)
  lifetime.onEnd('polling for cells', followCells(cells, log))
  const { pool, db } = cells.home
  const secrets = createSecretBox(readSecretKey(config))
  const clock = (): Date => new Date()
  await ensureNetworks(db, clock())
  const networks = await openNetworkRegistry({
    db,
    pool,
    cells,
    log,
    clock,
    secrets,
    reportUsage,
    disconnect,
    ...(kinds && { kinds }),
  })
  lifetime.onEnd('networks', networks.close)
  const notifications = new Notifications({ connectionString: pool.options.connectionString ?? '', log })
  lifetime.onEnd('the connection that listens', () => notifications.close())
  const { DATABASE_REPLICA_URL: replicaUrl, DATABASE_POOL: max } = config
  const replica = replicaUrl ? await openReadReplica({ connectionString: replicaUrl, max, primary: pool, log }) : undefined
  lifetime.onEnd('connections to the replica', async () => replica?.close())
  return { config, cells, replica, pool, db, clock, checkAnswers: false, networks, secrets, notifications }
}
