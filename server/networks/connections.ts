import type { Database } from '../db/database.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { createBreaker, createDisabledBreaker } from './breaker.ts'
import { CallLimiter } from './call-limiter.ts'
import { type GuardedNetwork, guardNetwork } from './guarded-network.ts'
import { createHealthRecorder, type HealthRecorder } from './health-recorder.ts'
import type { KindServices, NetworkKind, OpenKind } from './kind.ts'
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
export function createConnections({ db, secrets, disconnect, kinds }: ConnectionsOptions, services: KindServices) {
  const { pool, log, clock } = services
  const open = new Map<string, OpenKind>()
  const connected = new Map<string, Connection>()

  const openKind = (name: string, kind: NetworkKind): OpenKind => {
    const known = open.get(name) ?? kind.open(services)
    open.set(name, known)
    return known
  }
  const connect = (row: Row, kind: NetworkKind, settings: unknown, stored: StoredLink | undefined): void => {
    const id = row.network_id
    const previous = connected.get(id)
    const limits = JSON.stringify([
      row.kind,
      row.name,
      row.requests_per_second,
      row.max_in_flight,
      row.timeout_ms,
      row.max_attempts,
      row.ask_after_ms,
      row.enabled,
      stored?.version,
    ])
    if (previous?.limits === limits) {
      previous.settings = settings
      return
    }
    const plain = openKind(row.kind, kind).connect(id, () => connected.get(id)?.settings ?? settings)
    void previous?.link?.close()
    const link = stored && openSmppLink({ networkId: id, pool, clock, log, settings: async () => stored.settings() })
    const linked = link ? withMessageLink(plain, link) : plain
    const network = disconnect ? withDisconnect(linked, disconnect) : linked
    const rateSlots = row.requests_per_second === null ? undefined : createRateSlots(db, id, row.requests_per_second)
    const health = previous?.health ?? createHealthRecorder(db, id, clock)
    const guarded = guardNetwork(
      { id, name: row.name },
      {
        network,
        limits: {
          maxInFlight: row.max_in_flight,
          timeoutMs: row.timeout_ms,
          maxAttempts: row.max_attempts,
          lookupAfterMs: row.ask_after_ms,
        },
        limiter: new CallLimiter(row.max_in_flight, rateSlots),
        breaker: row.enabled ? createBreaker(clock) : createDisabledBreaker(clock),
        isEnabled: row.enabled,
        health,
      },
    )
    connected.set(id, { guarded, health, limits, link, settings })
  }
  const update = (rows: readonly Row[], links: ReadonlyMap<string, StoredLink>): void => {
    const ids = new Set(rows.map((row) => row.network_id))
    for (const [id, { link }] of connected) {
      if (ids.has(id)) continue
      connected.delete(id)
      void link?.close()
    }
    for (const row of rows) {
      const kind = kinds[row.kind]
      // a network whose new settings are invalid keeps the previous ones
      try {
        if (!kind) throw new Error(`there is no kind ${row.kind}`)
        connect(row, kind, readSettings(row, kind, secrets), links.get(row.network_id))
      } catch (error) {
        log.warn({ err: error, network: row.network_id, kind: row.kind }, 'a network cannot be opened')
      }
    }
  }
  const close = async (): Promise<void> => {
    for (const { link } of connected.values()) await link?.close()
    for (const kind of open.values()) await kind.close()
  }
  return { connected, update, close }
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
