import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createSecureServer } from 'node:tls'
import { type Connection, openConnection, type PduResponse, type Reply } from '#server/networks/smpp/connection.ts'
import { type Pdu, STATUS, textField } from '#server/networks/smpp/pdu.ts'
import type { SelfSigned } from './self-signed.ts'

/** A message centre for tests: takes what the test says, delivers what the test gives, goes down and comes back. */
export interface TestCentre {
  readonly port: number
  /** what was submitted, in order */
  readonly submitted: Pdu[]
  /** binds that were asked for, by command */
  readonly binds: string[]
  /** what the next messages are answered; without it: taken, as m-1, m-2 … */
  onSubmit: (pdu: Pdu) => Promise<PduResponse | undefined>
  password: string
  readonly deliver: (fields: object) => Promise<Reply>
  readonly isBound: () => boolean
  /** cuts all connections, at once */
  readonly cut: () => void
  readonly down: () => Promise<void>
  readonly up: () => Promise<void>
}

/** @param secured speaks TLS with this key and certificate */
export async function openTestCentre(secured?: SelfSigned): Promise<TestCentre> {
  let server: Server | undefined
  let bound: Connection | undefined
  const open = new Set<Connection>()
  const start = (port: number): Promise<number> =>
    new Promise((resolve) => {
      const accept = (socket: Socket): void => {
        const connection = openConnection({
          socket,
          windowSize: 1000,
          onEnd: () => open.delete(connection),
          onRequest: async (pdu) => {
            if (!pdu.command.startsWith('bind_')) return centre.onSubmit(pdu)
            centre.binds.push(pdu.command)
            if (textField(pdu, 'password') !== centre.password) return { status: STATUS.wrongPassword }
            bound = connection
            return { status: STATUS.ok, fields: { system_id: 'test' } }
          },
        })
        open.add(connection)
      }
      const made = secured ? createSecureServer(secured, accept) : createServer(accept)
      server = made
      made.listen(port, '127.0.0.1', () => resolve((made.address() as AddressInfo).port))
    })
  const cut = (): void => {
    for (const connection of open) connection.destroy('cut by the test')
  }
  const take = async (pdu: Pdu): Promise<PduResponse> => {
    centre.submitted.push(pdu)
    return { status: STATUS.ok, fields: { message_id: `m-${centre.submitted.length}` } }
  }
  const port = await start(0)
  const centre: TestCentre = {
    port,
    submitted: [],
    binds: [],
    onSubmit: take,
    password: 'secret',
    isBound: () => bound?.isOpen() ?? false,
    deliver: async (fields) => bound?.request('deliver_sm', { data_coding: 0, ...fields }) ?? { kind: 'notSent' },
    cut,
    down: async () => {
      const closed = new Promise((resolve) => server?.close(resolve))
      cut()
      await closed
    },
    up: async () => {
      await start(port)
    },
  }
  return centre
}
