import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { startPoller } from '../jobs/poller.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { checkInTime } from './check-in-time.ts'
import type { Disconnect } from './disconnecting.ts'
import type { GuardedNetwork } from './guarded-network.ts'
import type { KindServices, NetworkKind, TellUsage } from './kind.ts'
import type { CallOptions, CheckStep } from './network.ts'
import { OSMOCOM } from './osmocom/osmocom-kind.ts'
import { createRoster } from './roster.queries.ts'
import { createShop, readNetworks } from './shop.ts'
import { SIMULATED } from './simulated/simulated-kind.ts'
import { readLinks } from './smpp/stored-links.ts'
import { SORACOM } from './soracom/soracom-kind.ts'

/** Every kind of network that there is, one line each. */
const KINDS: Readonly<Record<string, NetworkKind>> = { simulated: SIMULATED, osmocom: OSMOCOM, soracom: SORACOM }

/** The networks of the installation, as an administrator has set them up. */
export interface Networks {
  /** undefined: there is no such network, or its settings can't be read */
  readonly find: (networkId: string) => GuardedNetwork | undefined
  /** the network that carries SIMs of an origin and a type; queries join `network_routes` instead */
  readonly carrying: (originId: number, simTypeId: number) => GuardedNetwork | undefined
  readonly all: () => readonly GuardedNetwork[]
  /** the kinds of networks that there can be, by name */
  readonly kinds: Readonly<Record<string, NetworkKind>>
  /** Tries out settings that nobody has saved, as the kind's schema has read them. Ends in time, and never throws. */
  readonly tryOut: (kind: NetworkKind, settings: unknown, options?: CallOptions) => Promise<readonly CheckStep[]>
  /** why this process has no connection to a network's message centre, '' when it has one; undefined without a centre of its own */
  readonly messageProblem: (networkId: string) => string | undefined
  /** reads the tables anew; happens by itself every few seconds */
  readonly reload: () => Promise<void>
  /** writes the counts of calls; happens by itself every few seconds */
  readonly flushHealth: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface NetworksOptions {
  readonly db: Database
  readonly pool: Pool
  readonly log: Pick<Logger, 'error' | 'warn'>
  readonly clock?: () => Date
  readonly kinds?: Readonly<Record<string, NetworkKind>>
  readonly tellUsage?: TellUsage | undefined
  /** without it no gateway is asked to end sessions */
  readonly disconnect?: Disconnect | undefined
  /** opens what is sealed of networks and their message centres; without it there is nothing of the kind */
  readonly secrets?: SecretBox
}

const RELOAD_MS = 5_000

/** Opens the networks that the tables name, and follows changes of their limits, settings and routes. */
export async function openNetworks(options: NetworksOptions): Promise<Networks> {
  const { db, log, kinds = KINDS } = options
  const services = servicesOf(options)
  const shop = createShop({ ...options, kinds }, services)
  let routes = new Map<string, string>()

  const reload = async (): Promise<void> => {
    const { secrets } = options
    const [rows, pairs, links] = await Promise.all([
      readNetworks(db),
      readRoutes(db),
      secrets ? readLinks(db, secrets) : undefined,
    ])
    shop.follow(rows, links ?? new Map())
    routes = pairs
  }
  const flushHealth = async (): Promise<void> => {
    for (const { health, guarded } of shop.connected.values())
      await health.flush(guarded.isEnabled ? guarded.closedUntil() : undefined)
  }
  await reload()
  const endUpkeep = startPoller(
    async () => {
      await reload()
      await flushHealth()
    },
    { everyMs: RELOAD_MS, log, failure: 'the networks could not be read' },
  )
  return {
    find: (networkId) => shop.connected.get(networkId)?.guarded,
    carrying: (originId, simTypeId) => shop.connected.get(routes.get(`${originId} ${simTypeId}`) ?? '')?.guarded,
    all: () => [...shop.connected.values()].map(({ guarded }) => guarded),
    kinds,
    tryOut: async (kind, settings, call) => {
      const opened = kind.open(services)
      return checkInTime(
        opened.connect(TRIAL, () => settings),
        call,
      ).finally(opened.close)
    },
    messageProblem: (networkId) => shop.connected.get(networkId)?.link?.problem(),
    reload,
    flushHealth,
    close: async () => {
      await endUpkeep()
      await flushHealth()
      await shop.close()
    },
  }
}

/** No network has this name. */
const TRIAL = ''

function servicesOf({ pool, log, clock = () => new Date(), tellUsage }: NetworksOptions): KindServices {
  return { pool, roster: createRoster(pool), log, clock, tellUsage }
}

async function readRoutes(db: Database): Promise<Map<string, string>> {
  const rows = await db.selectFrom('network_routes').select(['origin_id', 'sim_type_id', 'network_id']).execute()
  return new Map(rows.map((row) => [`${row.origin_id} ${row.sim_type_id}`, row.network_id]))
}
