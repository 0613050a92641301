import { NetworkFault } from '../network.ts'
import { connectTcp, type DaemonAddress } from './connect-tcp.ts'
import { createIpaReader, IPA, ipaFrame } from './ipa.ts'
import type { DaemonConnection } from './reconnecting.ts'

/** The control interface (CTRL) of a daemon: variables by name, and traps. */
export interface Control extends DaemonConnection {
  /** @throws ControlRefusal, NetworkFault */
  readonly get: (variable: string) => Promise<string>
}

/** A daemon's error answer, in its own words. */
export class ControlRefusal extends Error {
  override name = 'ControlRefusal'
}

export interface ControlListeners {
  readonly onTrap?: (variable: string, value: string) => void
  readonly onClose?: () => void
}

interface PendingRequest {
  readonly resolve: (value: string) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

const ANSWER_TIMEOUT_MS = 4_000
/** The protocol number of CTRL within the Osmocom stream. */
const CTRL = 0
const [PING, PONG] = [0, 1] as const
const MESSAGE = /^(\S+) (\S+) ?(\S*) ?([\s\S]*)$/

/**
 * Connects and answers the daemon's pings.
 * @param timeoutMs longest wait for an answer; milliseconds
 * @throws NetworkFault 'unreachable'
 */
export async function openControl(
  address: DaemonAddress,
  listeners: ControlListeners = {},
  timeoutMs = ANSWER_TIMEOUT_MS,
): Promise<Control> {
  const name = `${address.host}:${address.port}`
  const socket = await connectTcp(address)
  const pending = new Map<string, PendingRequest>()
  let lastId = 0
  const takePending = (id: string): PendingRequest | undefined => {
    const request = pending.get(id)
    pending.delete(id)
    clearTimeout(request?.timer)
    return request
  }
  const dispatch = (text: string): void => {
    const [, verb, id = '', variable = '', value = ''] = MESSAGE.exec(text) ?? []
    if (verb === 'TRAP') listeners.onTrap?.(variable, value)
    else if (verb === 'ERROR') takePending(id)?.reject(new ControlRefusal(`${variable} ${value}`.trim()))
    else takePending(id)?.resolve(value)
  }
  socket.on(
    'data',
    createIpaReader((stream, message) => {
      if (stream === IPA.connection && message[0] === PING) socket.write(ipaFrame(IPA.connection, Buffer.of(PONG)))
      if (stream === IPA.osmo && message[0] === CTRL) dispatch(message.toString('utf8', 1))
    }),
  )
  socket.on('close', () => {
    for (const id of [...pending.keys()])
      takePending(id)?.reject(new NetworkFault('connection', `${name}: the connection broke`))
    listeners.onClose?.()
  })
  const get = (variable: string): Promise<string> =>
    new Promise((resolve, reject) => {
      if (socket.destroyed) return reject(new NetworkFault('unreachable', `${name}: the connection broke`))
      const id = String(++lastId)
      const timer = setTimeout(() => {
        takePending(id)?.reject(new NetworkFault('timeout', `${name}: no answer`))
        socket.destroy()
      }, timeoutMs)
      pending.set(id, { resolve, reject, timer })
      socket.write(ipaFrame(IPA.osmo, Buffer.concat([Buffer.of(CTRL), Buffer.from(`GET ${id} ${variable}`)])))
    })
  return { get, isOpen: () => !socket.destroyed, close: () => socket.destroy() }
}
