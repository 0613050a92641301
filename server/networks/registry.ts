import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { createBreaker, switchedOff } from './breaker.ts'
import { type Disconnect, disconnecting } from './disconnecting.ts'
import { createGate } from './gate.ts'
import { type GuardedNetwork, guardNetwork } from './guarded-network.ts'
import { createHealthRecorder, type HealthRecorder } from './health-recorder.ts'
import type { NetworkKind, OpenKind, TellUsage } from './kind.ts'
import { createRateSlots } from './rate-slots.ts'
import { createRoster } from './roster.queries.ts'
import { SIMULATED } from './simulated/simulated-kind.ts'
import { openSmppLink, type SmppLink } from './smpp/link.ts'
import { sendingOver } from './smpp/sending-over.ts'
import { readLinks, type StoredLink } from './smpp/stored-links.ts'

/** Every kind of network that there is, one line each. */
const KINDS: Readonly<Record<string, NetworkKind>> = { simulated: SIMULATED }

/** The networks of the installation, as an administrator has set them up. */
export interface Networks {
  /** undefined: there is no such network, or its settings can't be read */
  readonly find: (networkId: string) => GuardedNetwork | undefined
  /** the network that carries SIMs of an origin and a type; queries join `network_routes` instead */
  readonly carrying: (originId: number, simTypeId: number) => GuardedNetwork | undefined
  readonly all: () => readonly GuardedNetwork[]
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
  /** opens the passwords of message centres; without it there are none */
  readonly secrets?: SecretBox
}

type Row = Awaited<ReturnType<typeof readNetworks>>[number]

interface Connected {
  readonly guarded: GuardedNetwork
  readonly health: HealthRecorder
  /** what the guard was built from; another one is built when it changes */
  readonly limits: string
  /** the message centre, where it has one of its own */
  readonly link: SmppLink | undefined
  settings: unknown
}

const RELOAD_MS = 5_000

/** Opens the networks that the tables name, and follows changes of their limits, settings and routes. */
export async function openNetworks(options: NetworksOptions): Promise<Networks> {
  const { db, log } = options
  const shop = createShop(options)
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
  let upkeep: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    upkeep = upkeep.then(async () => {
      await reload()
      await flushHealth()
    })
    upkeep = upkeep.catch((error: unknown) => log.warn({ err: error }, 'the networks could not be read'))
  }, RELOAD_MS)
  timer.unref()
  await reload()
  return {
    find: (networkId) => shop.connected.get(networkId)?.guarded,
    carrying: (originId, simTypeId) => shop.connected.get(routes.get(`${originId} ${simTypeId}`) ?? '')?.guarded,
    all: () => [...shop.connected.values()].map(({ guarded }) => guarded),
    messageProblem: (networkId) => shop.connected.get(networkId)?.link?.problem(),
    reload,
    flushHealth,
    close: async () => {
      clearInterval(timer)
      await upkeep
      await flushHealth()
      await shop.close()
    },
  }
}

/** Opens kinds when the first network of theirs appears, and keeps one guard for each network. */
function createShop({ db, pool, log, clock = () => new Date(), kinds = KINDS, tellUsage, disconnect }: NetworksOptions) {
  const open = new Map<string, OpenKind>()
  const connected = new Map<string, Connected>()

  const openKind = (name: string, kind: NetworkKind): OpenKind => {
    const known = open.get(name) ?? kind.open({ pool, roster: createRoster(pool), log, clock, tellUsage })
    open.set(name, known)
    return known
  }
  const connect = (row: Row, kind: NetworkKind, settings: unknown, stored: StoredLink | undefined): void => {
    const id = row.network_id
    const old = connected.get(id)
    const limits = JSON.stringify([
      row.kind,
      row.name,
      row.requests_per_second,
      row.max_in_flight,
      row.timeout_ms,
      row.max_attempts,
      row.ask_after_ms,
      row.enabled,
      stored?.stamp,
    ])
    if (old?.limits === limits) {
      old.settings = settings
      return
    }
    const plain = openKind(row.kind, kind).connect(id, () => connected.get(id)?.settings ?? settings)
    void old?.link?.close()
    const link = stored && openSmppLink({ networkId: id, pool, clock, log, settings: async () => stored.settings() })
    const linked = link ? sendingOver(plain, link) : plain
    const network = disconnect ? disconnecting(linked, disconnect) : linked
    const slots = row.requests_per_second === null ? undefined : createRateSlots(db, id, row.requests_per_second)
    const health = old?.health ?? createHealthRecorder(db, id, clock)
    const guarded = guardNetwork(
      { id, name: row.name },
      {
        network,
        limits: {
          maxInFlight: row.max_in_flight,
          timeoutMs: row.timeout_ms,
          maxAttempts: row.max_attempts,
          askAfterMs: row.ask_after_ms,
        },
        gate: createGate(row.max_in_flight, slots),
        breaker: row.enabled ? createBreaker(clock) : switchedOff(clock),
        isEnabled: row.enabled,
        health,
      },
    )
    connected.set(id, { guarded, health, limits, link, settings })
  }
  const follow = (rows: readonly Row[], links: ReadonlyMap<string, StoredLink>): void => {
    const ids = new Set(rows.map((row) => row.network_id))
    for (const [id, { link }] of connected) {
      if (ids.has(id)) continue
      connected.delete(id)
      void link?.close()
    }
    for (const row of rows) {
      const kind = kinds[row.kind]
      const settings = kind?.settings.safeParse(row.settings)
      if (kind && settings?.success) connect(row, kind, settings.data, links.get(row.network_id))
      // one whose settings were good before goes on with those
      else log.warn({ network: row.network_id, kind: row.kind, issues: settings?.error?.issues }, 'a network cannot be opened')
    }
  }
  const close = async (): Promise<void> => {
    for (const { link } of connected.values()) await link?.close()
    for (const kind of open.values()) await kind.close()
  }
  return { connected, follow, close }
}

function readNetworks(db: Database) {
  return db
    .selectFrom('networks')
    .select([
      'network_id',
      'name',
      'kind',
      'settings',
      'requests_per_second',
      'max_in_flight',
      'timeout_ms',
      'max_attempts',
      'ask_after_ms',
      'enabled',
    ])
    .orderBy('network_id')
    .execute()
}

async function readRoutes(db: Database): Promise<Map<string, string>> {
  const rows = await db.selectFrom('network_routes').select(['origin_id', 'sim_type_id', 'network_id']).execute()
  return new Map(rows.map((row) => [`${row.origin_id} ${row.sim_type_id}`, row.network_id]))
}
