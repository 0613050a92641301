import { BlockList, isIPv6 } from 'node:net'
import type { Logger } from 'pino'
import type { Database } from '../../db/database.ts'
import { startPoller } from '../../jobs/poller.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'

/** An access server, or a range of them, that may send accounting messages. */
export interface RadiusClient {
  readonly clientId: number
  readonly secret: Buffer
}

export interface RadiusClients {
  /** the client with the narrowest range that holds an address; undefined when nobody may send from there */
  readonly at: (address: string) => RadiusClient | undefined
  /** reads the table anew; happens by itself every few seconds */
  readonly reload: () => Promise<void>
  readonly end: () => Promise<void>
}

interface Options {
  readonly db: Database
  readonly secrets: SecretBox
  readonly log: Pick<Logger, 'error'>
}

const RELOAD_MS = 5_000
/** Addresses whose client is remembered. */
const REMEMBERED = 10_000

/** What a client's secret is sealed for. */
export const secretPlace = (clientId: number): string => `radius-client:${clientId}`

/** The clients of the table, kept up to date until they are ended. */
export async function openRadiusClients({ db, secrets, log }: Options): Promise<RadiusClients> {
  let ranges: readonly { readonly list: BlockList; readonly client: RadiusClient }[] = []
  const remembered = new Map<string, RadiusClient | undefined>()
  const reload = async (): Promise<void> => {
    const rows = await readClients(db)
    ranges = rows.flatMap(({ clientId, addresses, secret }) => {
      try {
        const client = { clientId, secret: Buffer.from(secrets.open(secret, secretPlace(clientId))) }
        return [{ list: listOf(addresses), client }]
      } catch (error) {
        log.error({ err: error, client: clientId }, 'the secret of a RADIUS client cannot be read; its packets are dropped')
        return []
      }
    })
    remembered.clear()
  }
  await reload()
  const end = startPoller(reload, { everyMs: RELOAD_MS, log, failure: 'the RADIUS clients could not be read' })
  return {
    at: (address) => {
      if (remembered.has(address)) return remembered.get(address)
      const family = isIPv6(address) ? 'ipv6' : 'ipv4'
      const found = ranges.find(({ list }) => list.check(address, family))?.client
      if (remembered.size >= REMEMBERED) remembered.clear()
      remembered.set(address, found)
      return found
    },
    reload,
    end,
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
