import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import type { UsageRecord } from '#server/usage/usage-record.ts'
import { CODE } from './attributes.ts'
import { type Attribute, encodeRequest, openResponse, type Packet, PacketFault, RADIUS_HEADER_OCTETS } from './packet.ts'
import { accountingAttributes } from './write-accounting.ts'

/** No answer after all attempts. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

export interface RadiusSender {
  /** retransmits a request until it is answered; resolves to the verified answer. @throws NoAnswer */
  readonly request: (code: number, attributes: readonly Attribute[]) => Promise<Packet>
  readonly close: () => Promise<void>
}

export interface SenderOptions {
  readonly host: string
  readonly port: number
  readonly secret: Buffer
  /** including the first */
  readonly maxAttempts?: number
  readonly timeoutMs?: number
  readonly isSigned?: boolean
}

interface PendingRequest {
  readonly octets: Buffer
  readonly done: (packet: Packet) => void
  readonly fail: (error: Error) => void
  timer?: NodeJS.Timeout
}

/** Unanswered requests per socket: an identifier has eight bits (RFC 2865 section 3). */
const WINDOW = 256

/** A RADIUS client: sends accounting as a gateway does, and Disconnect-Requests to gateways. */
export async function openSender(options: SenderOptions): Promise<RadiusSender> {
  const { host, port } = options
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4')
  socket.connect(port, host)
  await once(socket, 'connect')
  const pending = new Map<number, PendingRequest>()
  const queue: (() => void)[] = []
  let next = 0
  const release = (identifier: number): void => {
    clearTimeout(pending.get(identifier)?.timer)
    pending.delete(identifier)
    queue.shift()?.()
  }
  socket.on('message', (datagram) => {
    const request = pending.get(datagram[1] ?? -1)
    const packet = request && answerTo(datagram, request.octets, options.secret)
    if (!packet) return
    release(packet.identifier)
    request.done(packet)
  })
  // nothing listens there yet: the next attempt may succeed
  socket.on('error', () => undefined)
  const request = async (code: number, attributes: readonly Attribute[]): Promise<Packet> => {
    while (pending.size >= WINDOW) await new Promise<void>((resolve) => queue.push(resolve))
    while (pending.has(next)) next = (next + 1) % WINDOW
    const identifier = next
    next = (next + 1) % WINDOW
    const octets = encodeRequest({ code, identifier, attributes, isSigned: options.isSigned ?? true }, options.secret)
    return new Promise<Packet>((done, fail) => {
      const asked: PendingRequest = { octets, done, fail }
      pending.set(identifier, asked)
      sendUntilAnswered(socket, asked, options, () => release(identifier))
    })
  }
  return {
    request,
    close: async () => {
      for (const [identifier, { fail }] of [...pending]) {
        release(identifier)
        fail(new NoAnswer('the sender was ended'))
      }
      socket.close()
      await once(socket, 'close')
    },
  }
}

function sendUntilAnswered(
  socket: Socket,
  request: PendingRequest,
  { host, port, maxAttempts = 5, timeoutMs = 1_000 }: SenderOptions,
  release: () => void,
): void {
  let sent = 0
  const send = (): void => {
    if (sent++ === maxAttempts) {
      release()
      request.fail(new NoAnswer(`no answer from ${host} port ${port}`))
      return
    }
    socket.send(request.octets)
    request.timer = setTimeout(send, timeoutMs)
  }
  send()
}

/** Verifies an answer; undefined when it is forged or belongs to an older request with that identifier. */
function answerTo(datagram: Buffer, request: Buffer, secret: Buffer): Packet | undefined {
  try {
    return openResponse(datagram, request.subarray(4, RADIUS_HEADER_OCTETS), secret)
  } catch (error) {
    if (error instanceof PacketFault) return undefined
    throw error
  }
}

/** Sends a record as an Accounting-Request; resolves when it is answered. @throws NoAnswer */
export async function sendRecord(sender: RadiusSender, record: UsageRecord): Promise<void> {
  await sender.request(CODE.accountingRequest, accountingAttributes(record))
}
