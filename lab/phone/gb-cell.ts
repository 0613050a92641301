import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { imsiToOctets, octets, u16, u32 } from './octets.ts'

/** Messages of the network service that carries Gb over UDP, and their parts (3GPP TS 48.016 sections 9.2 and 10.3). */
const NS = { unitdata: 0, reset: 2, resetDone: 3, unblock: 6, unblockDone: 7, alive: 10, aliveDone: 11 } as const
const NS_IE = { cause: 0, circuit: 1, entity: 4 } as const
/** Messages between cell and SGSN, and their parts (3GPP TS 48.018 section 11.3). */
const BSSGP = { down: 0, up: 1, paging: 6, reset: 0x22, resetDone: 0x23, flow: 0x26, flowDone: 0x27 } as const
const BSSGP_IE = {
  ...{ bucketDefault: 1, leakRate: 3, circuit: 4, bucketSize: 5, cause: 7, cell: 8, imsi: 0x0d },
  ...{ frame: 0x0e, rateDefault: 0x1c, tag: 0x1e },
} as const
/** The circuit for what is about all of a cell. */
const SIGNALLING = 0
const BY_OPERATION = 8

export interface RoutingArea {
  readonly mcc: string
  readonly mnc: string
  readonly areaCode: number
  readonly cellId: number
}

/** What a cell keeps of a phone. */
export interface CellListener {
  readonly imsi: string
  readonly takeFrame: (frame: Buffer) => void
  readonly answerPage: () => void
}

/** A cell on the side of an SGSN where base stations are: it carries the frames of phones, by their temporary names. */
export interface GbCell {
  readonly area: RoutingArea
  /** makes itself known to the SGSN; again after that was started anew */
  readonly open: () => Promise<void>
  readonly listen: (name: number, phone: CellListener) => void
  readonly release: (name: number) => void
  readonly send: (name: number, frame: Buffer) => void
  /** resolves when the SGSN has taken all that was sent: its socket holds some hundred frames, and drops the others */
  readonly caughtUp: () => Promise<void>
  readonly close: () => void
}

const TIMEOUT_MS = 10_000
const AGAIN_MS = 300
let entities = 1000

export async function openGbCell(host: string, area: RoutingArea, port = 23_000): Promise<GbCell> {
  const entity = u16(entities++)
  const identity = octets(plmnToOctets(area), u16(area.areaCode), 1, u16(area.cellId))
  const socket = createSocket('udp4')
  const phones = new Map<number, CellListener>()
  const listeners = new Map<string, Set<() => void>>()
  let isClosed = false
  const send = (message: Buffer): void => {
    // a phone may still want to say something
    if (!isClosed) socket.send(message, port, host)
  }
  const sendBssgp = (circuit: Uint8Array, type: number, ...parts: (number | Uint8Array)[]): void =>
    send(octets(NS.unitdata, 0, circuit, type, ...parts))
  const receive = createReceiver({ phones, listeners: notifyOf(listeners), send, sendBssgp, entity })
  socket.on('message', receive)
  // the SGSN is away for a moment when it is started anew
  socket.on('error', () => undefined)
  socket.bind()
  await once(socket, 'listening')
  const ask = (answer: string, request: () => void): Promise<void> => askUntil(listeners, answer, request)
  const cause = element(BSSGP_IE.cause, Buffer.of(BY_OPERATION))
  const open = async (): Promise<void> => {
    const parts = [element(NS_IE.cause, Buffer.of(0)), element(NS_IE.circuit, entity), element(NS_IE.entity, entity)]
    await ask('reset', () => send(octets(NS.reset, ...parts)))
    await ask('unblock', () => send(octets(NS.unblock)))
    const signalling = u16(SIGNALLING)
    await ask('cells', () => sendBssgp(signalling, BSSGP.reset, element(BSSGP_IE.circuit, signalling), cause))
    const own = [element(BSSGP_IE.circuit, entity), cause, element(BSSGP_IE.cell, identity)]
    await ask('cells', () => sendBssgp(signalling, BSSGP.reset, ...own))
    await ask('flow', () => sendBssgp(entity, BSSGP.flow, ...widestFlow()))
  }
  await open()
  // one question at a time: its answer says nothing of frames that were sent behind it
  let turn = Promise.resolve()
  const caughtUp = (): Promise<void> => {
    turn = turn.catch(() => undefined).then(() => ask('alive', () => send(octets(NS.alive))))
    return turn
  }
  return {
    area,
    open,
    listen: (name, phone) => phones.set(name, phone),
    release: (name) => phones.delete(name),
    send: (name, frame) =>
      sendBssgp(entity, BSSGP.up, u32(name), QUALITY, element(BSSGP_IE.cell, identity), element(BSSGP_IE.frame, frame)),
    caughtUp,
    close: () => {
      isClosed = true
      socket.close()
    },
  }
}

/** The best value; without other phones on the air it has no effect. */
const QUALITY = Buffer.from('000080', 'hex')

/** So fast as the numbers go. */
function widestFlow(): Buffer[] {
  const most = u16(0xffff)
  const { tag, bucketSize, leakRate, bucketDefault, rateDefault } = BSSGP_IE
  return [element(tag, Buffer.of(1)), ...[bucketSize, leakRate, bucketDefault, rateDefault].map((one) => element(one, most))]
}

/** Country and network, digits swapped in pairs (3GPP TS 24.008 section 10.5.1.3). */
function plmnToOctets({ mcc, mnc }: RoutingArea): Buffer {
  const third = mnc[2] ?? 'f'
  return Buffer.from(`${mcc[1]}${mcc[0]}${third}${mcc[2]}${mnc[1]}${mnc[0]}`, 'hex')
}

/** A part behind its tag and its length, which is one octet with its highest bit set, or two. */
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

async function askUntil(listeners: Map<string, Set<() => void>>, answer: string, request: () => void): Promise<void> {
  let isAnswered = false
  const onAnswer = (): void => {
    isAnswered = true
  }
  const those = listeners.get(answer) ?? new Set()
  listeners.set(answer, those.add(onAnswer))
  const until = performance.now() + TIMEOUT_MS
  try {
    while (!isAnswered) {
      request()
      for (let waited = 0; !isAnswered && waited < AGAIN_MS; waited += 2) await sleep(2)
      if (performance.now() > until) throw new Error(`the SGSN does not answer: ${answer}`)
    }
  } finally {
    those.delete(onAnswer)
  }
}

const notifyOf =
  (listeners: ReadonlyMap<string, ReadonlySet<() => void>>) =>
  (what: string): void => {
    for (const onAnswer of listeners.get(what) ?? []) onAnswer()
  }

interface ReceiverParts {
  readonly phones: ReadonlyMap<number, CellListener>
  readonly listeners: (what: string) => void
  readonly send: (message: Buffer) => void
  readonly sendBssgp: (circuit: Uint8Array, type: number, ...parts: (number | Uint8Array)[]) => void
  readonly entity: Buffer
}

function createReceiver({ phones, listeners, send, sendBssgp, entity }: ReceiverParts): (message: Buffer) => void {
  const receiveBssgp = (message: Buffer): void => {
    const type = message[0]
    if (type === BSSGP.resetDone) listeners('cells')
    else if (type === BSSGP.flowDone) listeners('flow')
    else if (type === BSSGP.reset) {
      const circuit = elementsOf(message, 1).get(BSSGP_IE.circuit) ?? u16(SIGNALLING)
      sendBssgp(u16(SIGNALLING), BSSGP.resetDone, element(BSSGP_IE.circuit, circuit))
    } else if (type === BSSGP.paging) {
      const imsi = elementsOf(message, 1).get(BSSGP_IE.imsi)
      const called = [...phones.values()].find((phone) => imsi?.equals(imsiToOctets(phone.imsi)))
      called?.answerPage()
    } else if (type === BSSGP.down) {
      // the phone's name and a quality of service come first, without tags
      const frame = elementsOf(message, 8).get(BSSGP_IE.frame)
      if (frame) phones.get(message.readUInt32BE(1))?.takeFrame(frame)
    }
  }
  return (message: Buffer): void => {
    const type = message[0]
    if (type === NS.unitdata) receiveBssgp(message.subarray(4))
    else if (type === NS.resetDone) listeners('reset')
    else if (type === NS.unblockDone) listeners('unblock')
    else if (type === NS.aliveDone) listeners('alive')
    else if (type === NS.alive) send(octets(NS.aliveDone))
    else if (type === NS.unblock) send(octets(NS.unblockDone))
    else if (type === NS.reset) send(octets(NS.resetDone, element(NS_IE.circuit, entity), element(NS_IE.entity, entity)))
  }
}
