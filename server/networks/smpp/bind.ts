import { randomUUID } from 'node:crypto'
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { type Connection, openConnection, type PduResponse } from './connection.ts'
import { type Pdu, statusName } from './pdu.ts'

/** Address, account and limits of a message centre. */
export interface SmppLinkSettings {
  readonly host: string
  readonly port: number
  readonly isEncrypted: boolean
  readonly systemId: string
  readonly password: string
  readonly systemType: string
  /** the sender of messages: a number, or a name of up to 11 letters; '' where the centre sets it */
  readonly source: string
  /** the address of a SIM at the centre */
  readonly addressing: 'msisdn' | 'iccid'
  /** messages that may be unanswered at a time */
  readonly windowSize: number
  /** messages per second; undefined: as fast as they are answered */
  readonly submitsPerSecond: number | undefined
  /** request intermediate notifications while a message waits for its device */
  readonly wantsInterim: boolean
  /** the centre recognises a repeated request by its id (a vendor-specific field), and does not send twice */
  readonly isIdempotent: boolean
}

export interface SmppBind {
  readonly connection: Connection
  /** unique per bind */
  readonly bindId: string
}

/** The reason why a bind failed, in one line. */
export class BindFailed extends Error {
  override name = 'BindFailed'
}

const CONNECT_TIMEOUT_MS = 10_000
/** SMPP 3.4. */
const INTERFACE_VERSION = 0x34

interface BindOptions {
  readonly onRequest: (pdu: Pdu, bindId: string) => Promise<PduResponse | undefined>
  readonly onEnd: (why: string) => void
  /** receives as well as sends */
  readonly receives: boolean
}

/** Connects and binds. @throws BindFailed */
export async function openBind(settings: SmppLinkSettings, { onRequest, onEnd, receives }: BindOptions): Promise<SmppBind> {
  const socket = await openSocket(settings)
  const bindId = randomUUID()
  let isBound = false
  const connection = openConnection({
    socket,
    windowSize: settings.windowSize,
    requestsPerSecond: settings.submitsPerSecond,
    onRequest: (pdu) => onRequest(pdu, bindId),
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
    return { connection, bindId }
  }
  connection.destroy('not bound')
  throw new BindFailed(
    reply.kind === 'answer' ? `the bind was refused: ${statusName(reply.pdu.status)}` : 'no answer to the bind',
  )
}

function openSocket({ host, port, isEncrypted }: SmppLinkSettings): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = isEncrypted
      ? connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }) })
      : connectPlain({ host, port })
    const fail = (why: string): void => {
      clearTimeout(timer)
      socket.destroy()
      reject(new BindFailed(why))
    }
    const timer = setTimeout(fail, CONNECT_TIMEOUT_MS, `${host}:${port} does not answer`)
    socket.once('error', (error) => fail(error.message || `no connection to ${host}:${port}`))
    socket.once(isEncrypted ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer)
      socket.removeAllListeners('error')
      resolve(socket)
    })
  })
}
