import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { askCells, askOne } from '../cells/ask-cells.ts'
import type { Cells } from '../cells/cells.ts'
import type { Database } from '../db/database.ts'
import { startPoller } from '../jobs/poller.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { checkNetwork } from './check-network.ts'
import { NetworkConnections, readNetworkRows } from './connections.ts'
import type { GuardedNetwork } from './guarded-network.ts'
import type { KindServices, NetworkKind, ReportUsage } from './kind.ts'
import type { CheckStep, NetworkCallOptions } from './network.ts'
import { OSMOCOM } from './osmocom/osmocom-kind.ts'
import { createRoster } from './roster.queries.ts'
import { SIMULATED } from './simulated/simulated-kind.ts'
import { readLinks } from './smpp/stored-links.ts'
import { SORACOM } from './soracom/soracom-kind.ts'
import type { Disconnect } from './with-disconnect.ts'

/** All kinds of networks, one line each. */
const KINDS: Readonly<Record<string, NetworkKind>> = { simulated: SIMULATED, osmocom: OSMOCOM, soracom: SORACOM }

/** The networks that administrators configured. */
export interface NetworkRegistry {
  /** undefined: there is no such network, or its settings are invalid */
  readonly find: (networkId: string) => GuardedNetwork | undefined
  /** the network that carries SIMs of an origin and a type; SQL queries join `network_routes` instead */
  readonly findByRoute: (originId: number, simTypeId: number) => GuardedNetwork | undefined
  readonly all: () => readonly GuardedNetwork[]
  /** all kinds of networks by name */
  readonly kinds: Readonly<Record<string, NetworkKind>>
  /** Checks unsaved settings parsed by the kind's schema, within a time limit. Never throws. */
  readonly checkSettings: (kind: NetworkKind, settings: unknown, options?: NetworkCallOptions) => Promise<readonly CheckStep[]>
  /**
   * why this process is not connected to a network's message centre, '' when it is; undefined for networks without one
   */
  readonly messageCentreProblem: (networkId: string) => string | undefined
  /** reloads the configuration; also done every few seconds */
  readonly reload: () => Promise<void>
  /** writes the call counts; also done every few seconds */
  readonly flushHealth: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface RegistryOptions {
  readonly db: Database
  readonly pool: Pool
  /** where SIMs are; without them all are in the schema of `pool` */
  readonly cells?: Pick<Cells, 'all'>
  readonly log: Pick<Logger, 'error' | 'warn'>
  readonly clock?: () => Date
  readonly kinds?: Readonly<Record<string, NetworkKind>>
  readonly reportUsage?: ReportUsage | undefined
  /** without it no Disconnect-Requests are sent */
  readonly disconnect?: Disconnect | undefined
  /** opens the sealed secrets of networks and message centres; without it secrets are unavailable */
  readonly secrets?: SecretBox
}

const RELOAD_INTERVAL_MS = 5_000

/** Opens the configured networks, and applies changes of their limits, settings and routes. */
export async function openNetworkRegistry(options: RegistryOptions): Promise<NetworkRegistry> {
  const { db, log, kinds = KINDS } = options
  const services = servicesOf(options)
  const connections = new NetworkConnections({ ...options, kinds }, services)
  let routes = new Map<string, string>()

  const reload = async (): Promise<void> => {
    const { secrets } = options
    const [rows, pairs, links] = await Promise.all([
      readNetworkRows(db),
      readRoutes(db),
      secrets ? readLinks(db, secrets) : undefined,
    ])
    connections.update(rows, links ?? new Map())
    routes = pairs
  }
  const flushHealth = async (): Promise<void> => {
    for (const { health, guarded } of connections.all()) await health.flush(guarded.isEnabled ? guarded.openUntil() : undefined)
  }
  await reload()
  const stopPolling = startPoller(
    async () => {
      await reload()
      await flushHealth()
    },
    { everyMs: RELOAD_INTERVAL_MS, log, failure: 'the network configuration could not be reloaded' },
  )
  return {
    find: (networkId) => connections.get(networkId)?.guarded,
    findByRoute: (originId, simTypeId) => connections.get(routes.get(`${originId} ${simTypeId}`) ?? '')?.guarded,
    all: () => connections.all().map(({ guarded }) => guarded),
    kinds,
    checkSettings: async (kind, settings, call) => {
      const opened = kind.open(services)
      const network = opened.connect(TRIAL_NETWORK_ID, () => settings)
      return checkNetwork(network, call).finally(opened.close)
    },
    messageCentreProblem: (networkId) => connections.get(networkId)?.link?.problem(),
    reload,
    flushHealth,
    close: async () => {
      await stopPolling()
      await flushHealth()
      await connections.close()
    },
  }
}

/** Not a valid network id, so it cannot collide. */
const TRIAL_NETWORK_ID = ''

function servicesOf({ pool, cells, log, clock = () => new Date(), reportUsage }: RegistryOptions): KindServices {
  const ask = cells ? askCells(cells) : askOne(pool)
  return { pool, askCells: ask, roster: createRoster(ask), log, clock, reportUsage }
}

async function readRoutes(db: Database): Promise<Map<string, string>> {
  const rows = await db.selectFrom('network_routes').select(['origin_id', 'sim_type_id', 'network_id']).execute()
  return new Map(rows.map((row) => [`${row.origin_id} ${row.sim_type_id}`, row.network_id]))
}
