import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import type { UsageRecord } from '../../usage/usage-record.ts'
import { CODE } from './attributes.ts'
import { type Attribute, encodeRequest, HEADER, openResponse, type Packet, PacketFault } from './packet.ts'
import { accountingAttributes } from './write-accounting.ts'

/** Nobody answered, however often it was asked. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

export interface Sender {
  /** sends a request until it is answered; resolves to the verified answer. @throws NoAnswer */
  readonly ask: (code: number, attributes: readonly Attribute[]) => Promise<Packet>
  readonly end: () => Promise<void>
}

export interface SenderOptions {
  readonly host: string
  readonly port: number
  readonly secret: Buffer
  /** the first time and the repetitions */
  readonly tries?: number
  readonly timeoutMs?: number
  readonly isSigned?: boolean
}

interface Open {
  readonly octets: Buffer
  readonly done: (packet: Packet) => void
  readonly fail: (error: Error) => void
  timer?: NodeJS.Timeout
}

/** Requests without an answer that one socket may have: an identifier has eight bits (RFC 2865 section 3). */
const WINDOW = 256

/** A client of RADIUS: what a gateway has within it, and what sends Disconnect-Requests to one. */
export async function openSender(options: SenderOptions): Promise<Sender> {
  const { host, port } = options
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4')
  socket.connect(port, host)
  await once(socket, 'connect')
  const open = new Map<number, Open>()
  const queue: (() => void)[] = []
  let next = 0
  const release = (identifier: number): void => {
    clearTimeout(open.get(identifier)?.timer)
    open.delete(identifier)
    queue.shift()?.()
  }
  socket.on('message', (datagram) => {
    const asked = open.get(datagram[1] ?? -1)
    const packet = asked && answerTo(datagram, asked.octets, options.secret)
    if (!packet) return
    release(packet.identifier)
    asked.done(packet)
  })
  // nobody listens there yet: the next try may find somebody
  socket.on('error', () => undefined)
  const ask = async (code: number, attributes: readonly Attribute[]): Promise<Packet> => {
    while (open.size >= WINDOW) await new Promise<void>((resolve) => queue.push(resolve))
    while (open.has(next)) next = (next + 1) % WINDOW
    const identifier = next
    next = (next + 1) % WINDOW
    const octets = encodeRequest({ code, identifier, attributes, isSigned: options.isSigned ?? true }, options.secret)
    return new Promise<Packet>((done, fail) => {
      const asked: Open = { octets, done, fail }
      open.set(identifier, asked)
      tryUntilAnswered(socket, asked, options, () => release(identifier))
    })
  }
  return {
    ask,
    end: async () => {
      for (const [identifier, { fail }] of [...open]) {
        release(identifier)
        fail(new NoAnswer('the sender was ended'))
      }
      socket.close()
      await once(socket, 'close')
    },
  }
}

function tryUntilAnswered(
  socket: Socket,
  asked: Open,
  { host, port, tries = 5, timeoutMs = 1_000 }: SenderOptions,
  release: () => void,
): void {
  let sent = 0
  const send = (): void => {
    if (sent++ === tries) {
      release()
      asked.fail(new NoAnswer(`no answer from ${host} port ${port}`))
      return
    }
    socket.send(asked.octets)
    asked.timer = setTimeout(send, timeoutMs)
  }
  send()
}

/** The answer to a request, undefined when it is none: forged, or to an older one of that identifier. */
function answerTo(datagram: Buffer, request: Buffer, secret: Buffer): Packet | undefined {
  try {
    return openResponse(datagram, request.subarray(4, HEADER), secret)
  } catch (error) {
    if (error instanceof PacketFault) return undefined
    throw error
  }
}

/** Tells a record as an Accounting-Request; resolves when it is answered. @throws NoAnswer */
export async function sendRecord(sender: Sender, record: UsageRecord): Promise<void> {
  await sender.ask(CODE.accountingRequest, accountingAttributes(record))
}
