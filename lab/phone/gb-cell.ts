import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { imsiToOctets, octets, u16, u32 } from './octets.ts'

/** Messages of the network service that carries Gb over UDP, and their elements (3GPP TS 48.016 sections 9.2 and 10.3). */
const NS = { unitdata: 0, reset: 2, resetAck: 3, unblock: 6, unblockAck: 7, alive: 10, aliveAck: 11 } as const
const NS_IE = { cause: 0, nsvci: 1, nsei: 4 } as const
/** Messages between cell and SGSN, and their elements (3GPP TS 48.018 section 11.3). */
const BSSGP = {
  downlinkUnitdata: 0,
  uplinkUnitdata: 1,
  paging: 6,
  bvcReset: 0x22,
  bvcResetAck: 0x23,
  flowControl: 0x26,
  flowControlAck: 0x27,
} as const
const BSSGP_IE = {
  ...{ bucketDefault: 1, leakRate: 3, circuit: 4, bucketSize: 5, cause: 7, cell: 8, imsi: 0x0d },
  ...{ frame: 0x0e, rateDefault: 0x1c, tag: 0x1e },
} as const
/** The BVCI of signalling about a whole cell. */
const SIGNALLING_BVCI = 0
const CAUSE_OM_INTERVENTION = 8

export interface RoutingArea {
  readonly mcc: string
  readonly mnc: string
  readonly areaCode: number
  readonly cellId: number
}

/** A phone in the cell. */
export interface CellListener {
  readonly imsi: string
  readonly receiveFrame: (frame: Buffer) => void
  readonly respondToPaging: () => void
}

/** A cell at an SGSN's Gb interface: it carries the frames of phones by their TLLI, the temporary identity of a logical link. */
export interface GbCell {
  readonly area: RoutingArea
  /** registers the cell at the SGSN; again after the SGSN was restarted */
  readonly open: () => Promise<void>
  readonly listen: (tlli: number, phone: CellListener) => void
  readonly release: (tlli: number) => void
  readonly send: (tlli: number, frame: Buffer) => void
  /** resolves when the SGSN has received all frames: its socket buffers some hundred frames and drops further ones */
  readonly flush: () => Promise<void>
  readonly close: () => void
}

const TIMEOUT_MS = 10_000
const RETRY_MS = 300
let nextNsei = 1000

export async function openGbCell(host: string, area: RoutingArea, port = 23_000): Promise<GbCell> {
  const nsei = u16(nextNsei++)
  const identity = octets(plmnToOctets(area), u16(area.areaCode), 1, u16(area.cellId))
  const socket = createSocket('udp4')
  const phones = new Map<number, CellListener>()
  const listeners = new Map<string, Set<() => void>>()
  let isClosed = false
  const send = (message: Buffer): void => {
    // a phone may still send
    if (!isClosed) socket.send(message, port, host)
  }
  const sendBssgp = (circuit: Uint8Array, type: number, ...elements: (number | Uint8Array)[]): void =>
    send(octets(NS.unitdata, 0, circuit, type, ...elements))
  const receive = createReceiver({ phones, notify: notifierOf(listeners), send, sendBssgp, nsei })
  socket.on('message', receive)
  // the SGSN is unreachable while it restarts
  socket.on('error', () => undefined)
  socket.bind()
  await once(socket, 'listening')
  const request = (answer: string, request: () => void): Promise<void> => requestUntilAnswered(listeners, answer, request)
  const cause = element(BSSGP_IE.cause, Buffer.of(CAUSE_OM_INTERVENTION))
  const open = async (): Promise<void> => {
    const parts = [element(NS_IE.cause, Buffer.of(0)), element(NS_IE.nsvci, nsei), element(NS_IE.nsei, nsei)]
    await request('reset', () => send(octets(NS.reset, ...parts)))
    await request('unblock', () => send(octets(NS.unblock)))
    const signalling = u16(SIGNALLING_BVCI)
    await request('bvcReset', () => sendBssgp(signalling, BSSGP.bvcReset, element(BSSGP_IE.circuit, signalling), cause))
    const cellElements = [element(BSSGP_IE.circuit, nsei), cause, element(BSSGP_IE.cell, identity)]
    await request('bvcReset', () => sendBssgp(signalling, BSSGP.bvcReset, ...cellElements))
    await request('flowControl', () => sendBssgp(nsei, BSSGP.flowControl, ...unlimitedFlow()))
  }
  await open()
  // one request at a time: its answer does not cover frames that were sent after it
  let previous = Promise.resolve()
  const flush = (): Promise<void> => {
    previous = previous.catch(() => undefined).then(() => request('alive', () => send(octets(NS.alive))))
    return previous
  }
  return {
    area,
    open,
    listen: (tlli, phone) => phones.set(tlli, phone),
    release: (tlli) => phones.delete(tlli),
    send: (tlli, frame) =>
      sendBssgp(
        nsei,
        BSSGP.uplinkUnitdata,
        u32(tlli),
        QUALITY,
        element(BSSGP_IE.cell, identity),
        element(BSSGP_IE.frame, frame),
      ),
    flush,
    close: () => {
      isClosed = true
      socket.close()
    },
  }
}

/** The best value; without other phones it has no effect. */
const QUALITY = Buffer.from('000080', 'hex')

/** The largest values. */
function unlimitedFlow(): Buffer[] {
  const max = u16(0xffff)
  const { tag, bucketSize, leakRate, bucketDefault, rateDefault } = BSSGP_IE
  return [element(tag, Buffer.of(1)), ...[bucketSize, leakRate, bucketDefault, rateDefault].map((one) => element(one, max))]
}

/** Country and network, digits swapped in pairs (3GPP TS 24.008 section 10.5.1.3). */
function plmnToOctets({ mcc, mnc }: RoutingArea): Buffer {
  const third = mnc[2] ?? 'f'
  return Buffer.from(`${mcc[1]}${mcc[0]}${third}${mcc[2]}${mnc[1]}${mnc[0]}`, 'hex')
}

/** An element: tag, length (one octet with its highest bit set, or two) and value. */
function element(tag: number, value: Uint8Array): Buffer {
  return value.length < 0x80 ? octets(tag, 0x80 | value.length, value) : octets(tag, u16(value.length), value)
}

function elementsOf(message: Buffer, from: number): ReadonlyMap<number, Buffer> {
  const found = new Map<number, Buffer>()
  for (let at = from; at + 1 < message.length; ) {
    const [tag = 0, first = 0, second = 0] = message.subarray(at, at + 3)
    const isShort = (first & 0x80) !== 0
    const begin = at + (isShort ? 2 : 3)
    const end = begin + (isShort ? first & 0x7f : (first << 8) | second)
    found.set(tag, message.subarray(begin, end))
    at = end
  }
  return found
}

async function requestUntilAnswered(
  listeners: Map<string, Set<() => void>>,
  answer: string,
  request: () => void,
): Promise<void> {
  let isAnswered = false
  const onAnswer = (): void => {
    isAnswered = true
  }
  const ofAnswer = listeners.get(answer) ?? new Set()
  listeners.set(answer, ofAnswer.add(onAnswer))
  const deadline = performance.now() + TIMEOUT_MS
  try {
    while (!isAnswered) {
      request()
      for (let waited = 0; !isAnswered && waited < RETRY_MS; waited += 2) await sleep(2)
      if (performance.now() > deadline) throw new Error(`the SGSN does not answer: ${answer}`)
    }
  } finally {
    ofAnswer.delete(onAnswer)
  }
}

const notifierOf =
  (listeners: ReadonlyMap<string, ReadonlySet<() => void>>) =>
  (what: string): void => {
    for (const onAnswer of listeners.get(what) ?? []) onAnswer()
  }

interface ReceiverParts {
  readonly phones: ReadonlyMap<number, CellListener>
  readonly notify: (what: string) => void
  readonly send: (message: Buffer) => void
  readonly sendBssgp: (circuit: Uint8Array, type: number, ...parts: (number | Uint8Array)[]) => void
  readonly nsei: Buffer
}

function createReceiver({ phones, notify, send, sendBssgp, nsei }: ReceiverParts): (message: Buffer) => void {
  const receiveBssgp = (message: Buffer): void => {
    const type = message[0]
    if (type === BSSGP.bvcResetAck) notify('bvcReset')
    else if (type === BSSGP.flowControlAck) notify('flowControl')
    else if (type === BSSGP.bvcReset) {
      const circuit = elementsOf(message, 1).get(BSSGP_IE.circuit) ?? u16(SIGNALLING_BVCI)
      sendBssgp(u16(SIGNALLING_BVCI), BSSGP.bvcResetAck, element(BSSGP_IE.circuit, circuit))
    } else if (type === BSSGP.paging) {
      const imsi = elementsOf(message, 1).get(BSSGP_IE.imsi)
      const called = [...phones.values()].find((phone) => imsi?.equals(imsiToOctets(phone.imsi)))
      called?.respondToPaging()
    } else if (type === BSSGP.downlinkUnitdata) {
      // the phone's TLLI and a quality of service precede the elements, without tags
      const frame = elementsOf(message, 8).get(BSSGP_IE.frame)
      if (frame) phones.get(message.readUInt32BE(1))?.receiveFrame(frame)
    }
  }
  return (message: Buffer): void => {
    const type = message[0]
    if (type === NS.unitdata) receiveBssgp(message.subarray(4))
    else if (type === NS.resetAck) notify('reset')
    else if (type === NS.unblockAck) notify('unblock')
    else if (type === NS.aliveAck) notify('alive')
    else if (type === NS.alive) send(octets(NS.aliveAck))
    else if (type === NS.unblock) send(octets(NS.unblockAck))
    else if (type === NS.reset) send(octets(NS.resetAck, element(NS_IE.nsvci, nsei), element(NS_IE.nsei, nsei)))
  }
}
