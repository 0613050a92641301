import { connect, type Socket } from 'node:net'
import { NetworkFault } from '../network.ts'

/** Host and port of a daemon's interface. */
export interface DaemonAddress {
  readonly host: string
  readonly port: number
}

const CONNECT_TIMEOUT_MS = 3_000

/** Connects to a daemon; the socket ends with 'close', also after an error. @throws NetworkFault 'unreachable' */
export function connectTcp({ host, port }: DaemonAddress): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true })
    const fail = (why: string): void => {
      clearTimeout(timer)
      socket.destroy()
      reject(new NetworkFault('unreachable', `${host}:${port}: ${why}`))
    }
    const timer = setTimeout(fail, CONNECT_TIMEOUT_MS, 'no answer')
    socket.on('error', (error) => fail(error.message || 'no connection'))
    socket.once('connect', () => {
      clearTimeout(timer)
      resolve(socket)
    })
  })
}
