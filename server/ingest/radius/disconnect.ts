import { isIP } from 'node:net'
import { sql } from 'kysely'
import type { Cells } from '#server/cells/cells.ts'
import { cellOfSim } from '#server/cells/sim-places.ts'
import type { Database } from '#server/db/database.ts'
import type { Disconnect, DisconnectResult } from '#server/networks/with-disconnect.ts'
import { ATTRIBUTE, ATTRIBUTE_3GPP, CODE, SESSION_NOT_FOUND } from './attributes.ts'
import type { RadiusClients } from './clients.ts'
import { type Attribute, eachAttribute, type Packet, RADIUS_HEADER_OCTETS } from './packet.ts'
import { NoAnswer, openSender } from './sender.ts'

interface OpenSession {
  readonly sessionKey: string
  readonly nas: string
  readonly imsi: string
  readonly addresses: string
  readonly port: number
}

/** RFC 5176 section 2.1 leaves the interval to the sender; a user waits for the result. */
const MAX_ATTEMPTS = 3
const TIMEOUT_MS = 1_500

/** Sends Disconnect-Requests (RFC 5176) to the gateways that accounting messages come from. */
export function createDisconnect(cells: Cells, clients: RadiusClients): Disconnect {
  return async ({ iccid }) => {
    const { db } = await cellOfSim(cells, iccid)
    const session = await openSessionOf(db, iccid)
    const host = session && hostOf(session)
    const client = host === undefined ? undefined : clients.find(host)
    if (!session || host === undefined || !client) return undefined
    const target = { host, port: session.port, secret: client.secret }
    const sender = await openSender({ ...target, maxAttempts: MAX_ATTEMPTS, timeoutMs: TIMEOUT_MS })
    try {
      return outcomeOf(await sender.request(CODE.disconnectRequest, sessionAttributes(session)))
    } catch (error) {
      if (error instanceof NoAnswer) return 'silent'
      throw error
    } finally {
      await sender.close()
    }
  }
}

async function openSessionOf(db: Database, iccid: string): Promise<OpenSession | undefined> {
  const { rows } = await sql<OpenSession>`
    SELECT d.session_key AS "sessionKey", d.nas, s.imsi, c.addresses, c.disconnect_port AS port
    FROM sim_registry r
    JOIN sims s ON s.company_id = r.company_id AND s.iccid = r.iccid
    JOIN data_sessions d ON d.company_id = r.company_id AND d.iccid = r.iccid AND d.stopped_at IS NULL
    JOIN radius_clients c ON c.client_id = d.client_id AND c.disconnect_port IS NOT NULL
    WHERE r.iccid = ${iccid} ORDER BY d.started_at DESC LIMIT 1`.execute(db)
  return rows[0]
}

/** The gateway's address: its NAS name when that is an address, else the client's when it is a single one. */
function hostOf({ nas, addresses }: OpenSession): string | undefined {
  if (isIP(nas)) return nas
  const [address = '', bits] = addresses.split('/')
  return Number(bits) === (isIP(address) === 6 ? 128 : 32) ? address : undefined
}

/** Attributes that identify a session for its gateway (RFC 5176 section 3): its key, its NAS and its IMSI. */
function sessionAttributes({ sessionKey, nas, imsi }: OpenSession): Attribute[] {
  return [
    { type: ATTRIBUTE.acctSessionId, value: Buffer.from(sessionKey) },
    ...(nas && !isIP(nas) ? [{ type: ATTRIBUTE.nasIdentifier, value: Buffer.from(nas) }] : []),
    ...(imsi ? [{ type: ATTRIBUTE_3GPP.imsi, value: Buffer.from(imsi), is3gpp: true }] : []),
  ]
}

function outcomeOf({ code, octets }: Packet): DisconnectResult {
  if (code === CODE.disconnectAck) return 'ended'
  let cause = 0
  eachAttribute(octets, RADIUS_HEADER_OCTETS, octets.length, (type, from, to) => {
    if (type === ATTRIBUTE.errorCause && to - from === 4) cause = octets.readUInt32BE(from)
  })
  return cause === SESSION_NOT_FOUND ? 'gone' : 'refused'
}
