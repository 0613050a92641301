import { BlockList, isIPv6 } from 'node:net'
import type { Logger } from 'pino'
import type { Database } from '#server/db/database.ts'
import { startPoller } from '#server/jobs/poller.ts'
import type { SecretBox } from '#server/secrets/secret-box.ts'

/** An access server, or a range of them, that may send accounting messages. */
export interface RadiusClient {
  readonly clientId: number
  readonly secret: Buffer
}

export interface RadiusClients {
  /** the client with the narrowest range that contains an address; undefined for an unknown address */
  readonly find: (address: string) => RadiusClient | undefined
  /** reloads the table; also done every 5 s */
  readonly reload: () => Promise<void>
  readonly close: () => Promise<void>
}

interface Options {
  readonly db: Database
  readonly secrets: SecretBox
  readonly log: Pick<Logger, 'error'>
}

const RELOAD_INTERVAL_MS = 5_000
/** Addresses whose client is cached. */
const MAX_CACHED = 10_000

/** The context that the seal of a client's secret is bound to. */
export const secretSealContext = (clientId: number): string => `radius-client:${clientId}`

/** The configured clients, polled until `close`. */
export async function openRadiusClients({ db, secrets, log }: Options): Promise<RadiusClients> {
  let ranges: readonly { readonly list: BlockList; readonly client: RadiusClient }[] = []
  const cached = new Map<string, RadiusClient | undefined>()
  const reload = async (): Promise<void> => {
    const rows = await readClients(db)
    ranges = rows.flatMap(({ clientId, addresses, secret }) => {
      try {
        const client = { clientId, secret: Buffer.from(secrets.open(secret, secretSealContext(clientId))) }
        return [{ list: listOf(addresses), client }]
      } catch (error) {
        log.error({ err: error, client: clientId }, 'the secret of a RADIUS client cannot be opened; its packets are dropped')
        return []
      }
    })
    cached.clear()
  }
  await reload()
  const close = startPoller(reload, { everyMs: RELOAD_INTERVAL_MS, log, failure: 'the RADIUS clients could not be read' })
  return {
    find: (address) => {
      if (cached.has(address)) return cached.get(address)
      const family = isIPv6(address) ? 'ipv6' : 'ipv4'
      const found = ranges.find(({ list }) => list.check(address, family))?.client
      if (cached.size >= MAX_CACHED) cached.clear()
      cached.set(address, found)
      return found
    },
    reload,
    close,
  }
}

async function readClients(db: Database) {
  const rows = await db.selectFrom('radius_clients').select(['client_id', 'addresses', 'secret']).execute()
  const bits = (range: string): number => Number(range.split('/')[1])
  return rows
    .map(({ client_id, addresses, secret }) => ({ clientId: client_id, addresses, secret }))
    .sort((a, b) => bits(b.addresses) - bits(a.addresses) || a.clientId - b.clientId)
}

function listOf(range: string): BlockList {
  const [address = '', bits] = range.split('/')
  const list = new BlockList()
  list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
  return list
}
