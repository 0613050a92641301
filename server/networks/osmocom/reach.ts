import { connect, type Socket } from 'node:net'
import { NetworkFault } from '../network.ts'

/** Where an interface of a daemon listens. */
export interface Place {
  readonly host: string
  readonly port: number
}

const CONNECT_MS = 3_000

/** A connection to a daemon; it ends with 'close', also after an error. @throws NetworkFault 'unreachable' */
export function reach({ host, port }: Place): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true })
    const fail = (why: string): void => {
      clearTimeout(timer)
      socket.destroy()
      reject(new NetworkFault('unreachable', `${host}:${port}: ${why}`))
    }
    const timer = setTimeout(fail, CONNECT_MS, 'no answer')
    socket.on('error', (error) => fail(error.message || 'no connection'))
    socket.once('connect', () => {
      clearTimeout(timer)
      resolve(socket)
    })
  })
}
