import { type AddressInfo, connect, createServer } from 'node:net'
import { type Connection, openConnection } from '#server/networks/smpp/connection.ts'
import { numberField, type Pdu, STATUS, textField } from '#server/networks/smpp/pdu.ts'
import { receiptText } from '#server/networks/smpp/receipt.ts'
import { encodeText } from '#server/networks/smpp/short-message.ts'

/** A message centre that does nothing but take messages and say at once that they arrived. */
export interface FastCentre {
  readonly port: number
  readonly taken: () => number
  readonly close: () => Promise<void>
}

const WINDOW = 500
const PASSWORD = 'bench'
/** Who only sends: receipts are the portal's. */
const BARE = 'bare'

export async function openFastCentre(): Promise<FastCentre> {
  const open = new Set<Connection>()
  let receiver: Connection | undefined
  /** receipts without a receiver yet, as a centre stores them */
  const kept: (() => void)[] = []
  let taken = 0
  const confirm = (pdu: Pdu, smscId: string): void => {
    if (!receiver) {
      kept.push(() => confirm(pdu, smscId))
      return
    }
    const text = receiptText(smscId, 'DELIVRD', 0, new Date())
    void receiver.request('deliver_sm', {
      source_addr: textField(pdu, 'destination_addr'),
      esm_class: 4,
      data_coding: 0,
      short_message: Buffer.from(text, 'latin1'),
      user_message_reference: numberField(pdu, 'user_message_reference'),
    })
  }
  const server = createServer((socket) => {
    const connection = openConnection({
      socket,
      windowSize: WINDOW,
      onEnd: () => open.delete(connection),
      onRequest: async (pdu) => {
        if (pdu.command === 'bind_transceiver' && textField(pdu, 'system_id') !== BARE) {
          receiver = connection
          for (const again of kept.splice(0)) setImmediate(again)
        }
        if (pdu.command.startsWith('bind_')) return { status: STATUS.ok, fields: { system_id: 'bench' } }
        const smscId = `b${++taken}`
        setImmediate(confirm, pdu, smscId)
        return { status: STATUS.ok, fields: { message_id: smscId } }
      },
    })
    open.add(connection)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    taken: () => taken,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const connection of open) connection.destroy('the bench is over')
      await closed
    },
  }
}

/** Messages a second that a bare client of this protocol gets off, with nothing behind it. */
export async function bareRate(port: number, messages: number, windowSize: number): Promise<number> {
  const socket = connect(port, '127.0.0.1')
  const client = openConnection({
    socket,
    windowSize,
    onEnd: () => undefined,
    onRequest: async () => ({ status: STATUS.ok }),
  })
  await client.request('bind_transceiver', { system_id: BARE, password: PASSWORD, interface_version: 0x34 })
  const begin = performance.now()
  await Promise.all(
    Array.from({ length: messages }, (_, n) => {
      const [part] = encodeText('Actualice su equipo', `bare-${n}`)
      return client.request('submit_sm', {
        destination_addr: '8956030000000800019',
        esm_class: 3,
        registered_delivery: 1,
        data_coding: part?.dataCoding,
        short_message: part?.octets,
        user_message_reference: part?.userReference,
      })
    }),
  )
  const seconds = (performance.now() - begin) / 1000
  await client.close()
  return messages / seconds
}
