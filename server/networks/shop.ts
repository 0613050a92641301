import type { Database } from '../db/database.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { createBreaker, switchedOff } from './breaker.ts'
import { type Disconnect, disconnecting } from './disconnecting.ts'
import { createGate } from './gate.ts'
import { type GuardedNetwork, guardNetwork } from './guarded-network.ts'
import { createHealthRecorder, type HealthRecorder } from './health-recorder.ts'
import type { KindServices, NetworkKind, OpenKind } from './kind.ts'
import { createRateSlots } from './rate-slots.ts'
import { openSmppLink, type SmppLink } from './smpp/link.ts'
import { sendingOver } from './smpp/sending-over.ts'
import type { StoredLink } from './smpp/stored-links.ts'
import { openSecrets } from './stored-secrets.ts'

interface ShopOptions {
  readonly db: Database
  readonly kinds: Readonly<Record<string, NetworkKind>>
  readonly secrets?: SecretBox
  readonly disconnect?: Disconnect | undefined
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

/** Opens kinds when the first network of theirs appears, and keeps one guard for each network. */
export function createShop({ db, secrets, disconnect, kinds }: ShopOptions, services: KindServices) {
  const { pool, log, clock } = services
  const open = new Map<string, OpenKind>()
  const connected = new Map<string, Connected>()

  const openKind = (name: string, kind: NetworkKind): OpenKind => {
    const known = open.get(name) ?? kind.open(services)
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
      // one whose settings were good before goes on with those
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
  return { connected, follow, close }
}

/** @throws SecretUnreadable or ZodError, whose message names what is wrong and never a value */
function readSettings(row: Row, { settings, secretNames = [] }: NetworkKind, secrets: SecretBox | undefined): unknown {
  const opened = secrets ? openSecrets(secrets, row.network_id, row.sealed_secrets, secretNames) : {}
  return settings.parse({ ...Object(row.settings), ...opened })
}

/** What the table says of every network, by name. */
export function readNetworks(db: Database) {
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
