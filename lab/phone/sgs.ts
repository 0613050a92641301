import { connect, type Socket } from 'node:net'
import { digitsToOctets, imsiToOctets, lengthValue, octets, octetsToImsi, tagged, u16 } from './octets.ts'
import { type PhoneMessage, readDeliverTpdu, submitTpdu } from './transfer.ts'

/** Messages of SGs and their elements (3GPP TS 29.118 sections 9.2 and 9.3). */
const SGS = {
  paging: 0x01,
  serviceRequest: 0x06,
  downlink: 0x07,
  uplink: 0x08,
  locationUpdate: 0x09,
  locationAccepted: 0x0a,
  reallocationComplete: 0x0c,
  detach: 0x11,
  detached: 0x12,
  reset: 0x15,
  resetDone: 0x16,
} as const
const IE = {
  imsi: 0x01,
  area: 0x04,
  mme: 0x09,
  updateType: 0x0a,
  identity: 0x0e,
  detachType: 0x10,
  nas: 0x16,
  service: 0x20,
  mode: 0x25,
}

/** Between phone and centre (3GPP TS 24.011 sections 8.1 and 8.2). */
const [CP_DATA, CP_ACK, SMS] = [0x01, 0x04, 9] as const
const RP = { dataUp: 0, dataDown: 1, ackUp: 2, ackDown: 3, errorDown: 5 } as const

const MME = octets(
  ...'mmec01.mmegi0001.mme.epc.mnc070.mcc901.3gppnetwork.org'.split('.').map((label) => lengthValue(Buffer.from(label))),
)
/** Network 901-70, area 1. */
const AREA = Buffer.from('09f1070001', 'hex')
const CENTRE = octets(0x91, digitsToOctets('447785016005'))
const TIMEOUT_MS = 5_000

/** A cell at the SGs interface of osmo-msc, as a 4G network has it. */
export interface SgsCell {
  readonly phone: (imsi: string) => Phone
  readonly close: () => void
}

export interface Phone {
  /** received messages, in order */
  readonly messages: PhoneMessage[]
  readonly attach: () => Promise<void>
  /** until the next attach it is unreachable */
  readonly detach: () => Promise<void>
  /** resolves when the centre has accepted it */
  readonly send: (to: string, text: string) => Promise<void>
}

type Elements = ReadonlyMap<number, Buffer>
type Receive = (type: number, elements: Elements) => void

export async function openCell(host: string): Promise<SgsCell> {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const made = connect({ host, port: 29118, noDelay: true }, () => resolve(made))
    made.once('error', reject)
  })
  const phones = new Map<string, Receive>()
  const send = (type: number, ...elements: Buffer[]): void => {
    const message = octets(type, ...elements)
    socket.write(octets(u16(message.length), message))
  }
  let rest = Buffer.alloc(0)
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 2 && rest.length >= 2 + rest.readUInt16BE(0)) {
      const end = 2 + rest.readUInt16BE(0)
      const message = rest.subarray(2, end)
      const elements = elementsOf(message)
      if (message[0] === SGS.reset) send(SGS.resetDone, tagged(IE.mme, MME))
      const imsi = elements.get(IE.imsi)
      if (imsi) phones.get(octetsToImsi(imsi))?.(message[0] ?? 0, elements)
      rest = rest.subarray(end)
    }
  })
  return {
    phone: (imsi) => {
      const { phone, receive } = createPhone(imsi, send)
      phones.set(imsi, receive)
      return phone
    },
    close: () => socket.destroy(),
  }
}

function elementsOf(message: Buffer): Elements {
  const elements = new Map<number, Buffer>()
  for (let at = 1; at + 1 < message.length; at += 2 + (message[at + 1] ?? 0)) {
    elements.set(message[at] ?? 0, message.subarray(at + 2, at + 2 + (message[at + 1] ?? 0)))
  }
  return elements
}

function createPhone(imsi: string, sendSgs: (type: number, ...elements: Buffer[]) => void): { phone: Phone; receive: Receive } {
  const messages: PhoneMessage[] = []
  const pending = new Map<string, (refusal?: string) => void>()
  let reference = 0
  const send = (type: number, ...elements: Buffer[]): void => sendSgs(type, tagged(IE.imsi, imsiToOctets(imsi)), ...elements)
  const sendUplink = (transaction: number, type: number, ...more: Buffer[]): void =>
    send(SGS.uplink, tagged(IE.nas, octets((transaction << 4) | SMS, type, ...more)))
  const request = (what: string, request: () => void): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no answer: ${what} of ${imsi}`)), TIMEOUT_MS)
      pending.set(what, (refusal) => {
        clearTimeout(timer)
        pending.delete(what)
        if (refusal === undefined) resolve()
        else reject(new Error(refusal))
      })
      request()
    })
  const receiveDownlink = (nas: Buffer): void => {
    if (nas[1] !== CP_DATA) return
    // the highest bit is the side that started it (3GPP TS 24.007 section 11.2.3.1.3)
    const transaction = ((nas[0] ?? 0) >> 4) ^ 8
    const [kind, number = 0] = nas.subarray(3)
    sendUplink(transaction, CP_ACK)
    if (kind === RP.ackDown) pending.get(`message ${number}`)?.()
    if (kind === RP.errorDown) pending.get(`message ${number}`)?.(`refused: ${nas[6]}`)
    if (kind !== RP.dataDown) return
    sendUplink(transaction, CP_DATA, lengthValue(octets(RP.ackUp, number)))
    const addresses = 2 + 1 + (nas[5] ?? 0)
    messages.push(readDeliverTpdu(nas.subarray(3 + addresses + 1 + (nas[3 + addresses] ?? 0) + 1)))
  }
  const receive: Receive = (type, elements) => {
    if (type === SGS.locationAccepted) {
      if (elements.has(IE.identity)) send(SGS.reallocationComplete)
      pending.get('attach')?.()
    } else if (type === SGS.detached) pending.get('detach')?.()
    else if (type === SGS.paging) send(SGS.serviceRequest, tagged(IE.service, Buffer.of(2)), tagged(IE.mode, Buffer.of(1)))
    else if (type === SGS.downlink) receiveDownlink(elements.get(IE.nas) ?? Buffer.alloc(0))
  }
  const phone: Phone = {
    messages,
    attach: () =>
      request('attach', () =>
        send(SGS.locationUpdate, tagged(IE.mme, MME), tagged(IE.updateType, Buffer.of(1)), tagged(IE.area, AREA)),
      ),
    detach: () => request('detach', () => send(SGS.detach, tagged(IE.mme, MME), tagged(IE.detachType, Buffer.of(2)))),
    send: (to, text) => {
      reference = (reference + 1) & 0xff
      const own = reference
      const relay = octets(RP.dataUp, own, 0, lengthValue(CENTRE), lengthValue(submitTpdu(own, to, text)))
      return request(`message ${own}`, () => sendUplink(own % 7, CP_DATA, lengthValue(relay)))
    },
  }
  return { phone, receive }
}
