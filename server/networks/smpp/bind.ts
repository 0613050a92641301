import { randomUUID } from 'node:crypto'
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { type Answered, type Connection, openConnection } from './connection.ts'
import { type Pdu, statusName } from './pdu.ts'

/** How a message centre is reached and used. */
export interface SmppSettings {
  readonly host: string
  readonly port: number
  readonly isEncrypted: boolean
  readonly systemId: string
  readonly password: string
  readonly systemType: string
  /** who messages are from: a number, or a name of up to 11 letters; '' where the centre knows */
  readonly source: string
  /** by what SIMs are called */
  readonly addressing: 'msisdn' | 'iccid'
  /** messages that may be unanswered at a time */
  readonly windowSize: number
  /** messages in a second; undefined: as fast as they are answered */
  readonly submitsPerSecond: number | undefined
  /** ask to be told that a message waits for its device */
  readonly wantsInterim: boolean
  /** the centre knows a request that comes again by its name (a field of ours), and does not send twice */
  readonly remembersRequests: boolean
}

export interface Bound {
  readonly connection: Connection
  /** another one for each bind */
  readonly name: string
}

/** Why no bind came about, in one line. */
export class BindFailed extends Error {
  override name = 'BindFailed'
}

const CONNECT_MS = 10_000
/** SMPP 3.4. */
const INTERFACE_VERSION = 0x34

interface BindOptions {
  readonly onRequest: (pdu: Pdu, bind: string) => Promise<Answered | undefined>
  readonly onEnd: (why: string) => void
  /** receives as well as sends */
  readonly receives: boolean
}

/** Connects and binds. @throws BindFailed */
export async function bind(settings: SmppSettings, { onRequest, onEnd, receives }: BindOptions): Promise<Bound> {
  const socket = await reach(settings)
  const name = randomUUID()
  let isBound = false
  const connection = openConnection({
    socket,
    windowSize: settings.windowSize,
    requestsPerSecond: settings.submitsPerSecond,
    onRequest: (pdu) => onRequest(pdu, name),
    onEnd: (why) => isBound && onEnd(why),
  })
  const reply = await connection.request(receives ? 'bind_transceiver' : 'bind_transmitter', {
    system_id: settings.systemId,
    password: settings.password,
    system_type: settings.systemType,
    interface_version: INTERFACE_VERSION,
  })
  if (reply.kind === 'answer' && reply.pdu.status === 0) {
    isBound = true
    return { connection, name }
  }
  connection.destroy('not bound')
  throw new BindFailed(
    reply.kind === 'answer' ? `the bind was refused: ${statusName(reply.pdu.status)}` : 'no answer to the bind',
  )
}

function reach({ host, port, isEncrypted }: SmppSettings): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = isEncrypted
      ? connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }) })
      : connectPlain({ host, port })
    const fail = (why: string): void => {
      clearTimeout(timer)
      socket.destroy()
      reject(new BindFailed(why))
    }
    const timer = setTimeout(fail, CONNECT_MS, `${host}:${port} does not answer`)
    socket.once('error', (error) => fail(error.message || `no connection to ${host}:${port}`))
    socket.once(isEncrypted ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer)
      socket.removeAllListeners('error')
      resolve(socket)
    })
  })
}
