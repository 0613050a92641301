import { NetworkFault } from '../network.ts'
import { createIpaReader, IPA, ipaFrame } from './ipa.ts'
import type { Breakable } from './keep-open.ts'
import { type Place, reach } from './reach.ts'

/** The control interface (CTRL) of a daemon: variables by name, and what it tells unasked. */
export interface Control extends Breakable {
  /** @throws ControlRefusal, NetworkFault */
  readonly get: (variable: string) => Promise<string>
}

/** A daemon that answers with an error, in its own words. */
export class ControlRefusal extends Error {
  override name = 'ControlRefusal'
}

export interface ControlEars {
  readonly onTrap?: (variable: string, value: string) => void
  readonly onClose?: () => void
}

interface Waiting {
  readonly resolve: (value: string) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

const ANSWER_MS = 4_000
/** The extension of the Osmocom stream that CTRL is. */
const CTRL = 0
const [PING, PONG] = [0, 1] as const
const MESSAGE = /^(\S+) (\S+) ?(\S*) ?([\s\S]*)$/

/**
 * Connects, and answers the daemon's pings.
 * @param answerMs longest wait for an answer; milliseconds
 * @throws NetworkFault 'unreachable'
 */
export async function openControl(place: Place, ears: ControlEars = {}, answerMs = ANSWER_MS): Promise<Control> {
  const name = `${place.host}:${place.port}`
  const socket = await reach(place)
  const waiting = new Map<string, Waiting>()
  let asked = 0
  const settle = (id: string): Waiting | undefined => {
    const one = waiting.get(id)
    waiting.delete(id)
    clearTimeout(one?.timer)
    return one
  }
  const hear = (text: string): void => {
    const [, verb, id = '', variable = '', value = ''] = MESSAGE.exec(text) ?? []
    if (verb === 'TRAP') ears.onTrap?.(variable, value)
    else if (verb === 'ERROR') settle(id)?.reject(new ControlRefusal(`${variable} ${value}`.trim()))
    else settle(id)?.resolve(value)
  }
  socket.on(
    'data',
    createIpaReader((stream, message) => {
      if (stream === IPA.connection && message[0] === PING) socket.write(ipaFrame(IPA.connection, Buffer.of(PONG)))
      if (stream === IPA.osmo && message[0] === CTRL) hear(message.toString('utf8', 1))
    }),
  )
  socket.on('close', () => {
    for (const id of [...waiting.keys()]) settle(id)?.reject(new NetworkFault('connection', `${name}: the connection broke`))
    ears.onClose?.()
  })
  const get = (variable: string): Promise<string> =>
    new Promise((resolve, reject) => {
      if (socket.destroyed) return reject(new NetworkFault('unreachable', `${name}: the connection broke`))
      const id = String(++asked)
      const timer = setTimeout(() => {
        settle(id)?.reject(new NetworkFault('timeout', `${name}: no answer`))
        socket.destroy()
      }, answerMs)
      waiting.set(id, { resolve, reject, timer })
      socket.write(ipaFrame(IPA.osmo, Buffer.concat([Buffer.of(CTRL), Buffer.from(`GET ${id} ${variable}`)])))
    })
  return { get, isOpen: () => !socket.destroyed, close: () => socket.destroy() }
}
