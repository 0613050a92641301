import type { Database } from '../db/database.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { createBreaker, createDisabledBreaker } from './breaker.ts'
import { CallLimiter } from './call-limiter.ts'
import { type GuardedNetwork, guardNetwork } from './guarded-network.ts'
import { createHealthRecorder, type HealthRecorder } from './health-recorder.ts'
import type { KindServices, NetworkKind, OpenKind } from './kind.ts'
import type { Network } from './network.ts'
import { createRateSlots } from './rate-slots.ts'
import { openSmppLink, type SmppLink } from './smpp/link.ts'
import type { StoredLink } from './smpp/stored-links.ts'
import { withMessageLink } from './smpp/with-message-link.ts'
import { openSecrets } from './stored-secrets.ts'
import { type Disconnect, withDisconnect } from './with-disconnect.ts'

interface ConnectionsOptions {
  readonly db: Database
  readonly kinds: Readonly<Record<string, NetworkKind>>
  readonly secrets?: SecretBox
  readonly disconnect?: Disconnect | undefined
}

type Row = Awaited<ReturnType<typeof readNetworkRows>>[number]

interface Connection {
  readonly guarded: GuardedNetwork
  readonly health: HealthRecorder
  /** the limits that the guard was built with; a change rebuilds it */
  readonly limits: string
  /** the connection to its own message centre, if it has one */
  readonly link: SmppLink | undefined
  settings: unknown
}

/** Opens each kind with its first network, and keeps one guard per network. */
export class NetworkConnections {
  readonly #options: ConnectionsOptions
  readonly #services: KindServices
  readonly #kinds = new Map<string, OpenKind>()
  readonly #connections = new Map<string, Connection>()

  constructor(options: ConnectionsOptions, services: KindServices) {
    this.#options = options
    this.#services = services
  }

  get(networkId: string): Connection | undefined {
    return this.#connections.get(networkId)
  }

  all(): readonly Connection[] {
    return [...this.#connections.values()]
  }

  /** Opens new networks, rebuilds those whose limits changed, and closes those that are gone. */
  update(rows: readonly Row[], links: ReadonlyMap<string, StoredLink>): void {
    this.#closeAllBut(new Set(rows.map((row) => row.network_id)))
    for (const row of rows) {
      const kind = this.#options.kinds[row.kind]
      // a network whose new settings are invalid keeps the previous ones
      try {
        if (!kind) throw new Error(`there is no kind ${row.kind}`)
        this.#connect(row, kind, links.get(row.network_id))
      } catch (error) {
        this.#services.log.warn({ err: error, network: row.network_id, kind: row.kind }, 'a network cannot be opened')
      }
    }
  }

  async close(): Promise<void> {
    for (const { link } of this.#connections.values()) await link?.close()
    for (const kind of this.#kinds.values()) await kind.close()
  }

  #closeAllBut(ids: ReadonlySet<string>): void {
    for (const [id, { link }] of this.#connections) {
      if (ids.has(id)) continue
      this.#connections.delete(id)
      void link?.close()
    }
  }

  #connect(row: Row, kind: NetworkKind, stored: StoredLink | undefined): void {
    const id = row.network_id
    const settings = readSettings(row, kind, this.#options.secrets)
    const limits = limitsKey(row, stored)
    const previous = this.#connections.get(id)
    if (previous?.limits === limits) {
      previous.settings = settings
      return
    }
    const plain = this.#openKind(row.kind, kind).connect(id, () => this.#connections.get(id)?.settings ?? settings)
    void previous?.link?.close()
    const link = stored && this.#openLink(id, stored)
    const health = previous?.health ?? createHealthRecorder(this.#options.db, id, this.#services.clock)
    const guarded = this.#guard(row, this.#wrap(plain, link), health)
    this.#connections.set(id, { guarded, health, limits, link, settings })
  }

  #openKind(name: string, kind: NetworkKind): OpenKind {
    const open = this.#kinds.get(name) ?? kind.open(this.#services)
    this.#kinds.set(name, open)
    return open
  }

  #openLink(networkId: string, stored: StoredLink): SmppLink {
    const { pool, askCells, clock, log } = this.#services
    return openSmppLink({ networkId, pool, askCells, clock, log, settings: async () => stored.settings() })
  }

  #wrap(plain: Network, link: SmppLink | undefined): Network {
    const network = link ? withMessageLink(plain, link) : plain
    return this.#options.disconnect ? withDisconnect(network, this.#options.disconnect) : network
  }

  #guard(row: Row, network: Network, health: HealthRecorder): GuardedNetwork {
    const { clock } = this.#services
    const { network_id: id, name, requests_per_second: rate } = row
    return guardNetwork({
      id,
      name,
      network,
      limits: {
        maxInFlight: row.max_in_flight,
        timeoutMs: row.timeout_ms,
        maxAttempts: row.max_attempts,
        lookupAfterMs: row.ask_after_ms,
      },
      limiter: new CallLimiter(row.max_in_flight, rate === null ? undefined : createRateSlots(this.#options.db, id, rate)),
      breaker: row.enabled ? createBreaker(clock) : createDisabledBreaker(clock),
      isEnabled: row.enabled,
      health,
    })
  }
}

/** What a connection is built with; a change rebuilds it, where changed settings are only replaced. */
function limitsKey(row: Row, stored: StoredLink | undefined): string {
  const { kind, name, requests_per_second, max_in_flight, timeout_ms, max_attempts, ask_after_ms, enabled } = row
  const own = [kind, name, requests_per_second, max_in_flight, timeout_ms, max_attempts, ask_after_ms, enabled]
  return JSON.stringify([...own, stored?.version])
}

/** @throws SecretUnreadable or ZodError, whose message names the invalid fields and never their values */
function readSettings(row: Row, { settings, secretNames = [] }: NetworkKind, secrets: SecretBox | undefined): unknown {
  const opened = secrets ? openSecrets(secrets, row.network_id, row.sealed_secrets, secretNames) : {}
  return settings.parse({ ...Object(row.settings), ...opened })
}

/** Reads the rows of all networks, ordered by id. */
export function readNetworkRows(db: Database) {
  return db
    .selectFrom('networks')
    .select([
      'network_id',
      'name',
      'kind',
      'settings',
      'sealed_secrets',
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
