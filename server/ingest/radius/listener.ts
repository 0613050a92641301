import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import type { Logger } from 'pino'
import type { StoreUsage } from '#server/usage/intake.ts'
import type { UsageMessage } from '#server/usage/usage-record.ts'
import { type BoundedBatcher, createBoundedBatcher } from '../bounded-batcher.ts'
import { CODE } from './attributes.ts'
import type { RadiusClient, RadiusClients } from './clients.ts'
import { encodeResponse, openRequest, openStatusServer, type Packet, PacketFault } from './packet.ts'
import { readAccounting } from './read-accounting.ts'
import type { Refusal, RefusalCounter } from './refusals.ts'
import { createResponseCache } from './response-cache.ts'

export interface AccountingListener {
  readonly port: number
  /** answers the requests that were received, and closes the socket */
  readonly close: () => Promise<void>
}

export interface ListenerOptions {
  readonly store: StoreUsage
  readonly clients: RadiusClients
  readonly refusals: RefusalCounter
  readonly log: Pick<Logger, 'error'>
  readonly clock: () => Date
  readonly address: {
    readonly host: string
    readonly port: number
    /** other processes of this machine may listen at it, too; the kernel divides senders among them */
    readonly isShared?: boolean
  }
  /** the process received SIGTERM and still listens */
  readonly isStopping?: () => boolean
  /** called after messages were stored */
  readonly onStored: (messages: number) => void
}

/** Messages of one commit, and how long the first waits for others: a commit costs as much for one as for many. */
const [BATCH, LINGER_MS, CONCURRENCY] = [1_000, 3, 2] as const
/** Messages that wait for the database; further ones are dropped, and their senders retransmit them. */
const MAX_QUEUED = 20_000
/** The kernel's buffer while this process is busy, where it allows as much. */
const RECEIVE_BYTES = 8 * 1024 * 1024

/** An Accounting-Request, answered once its message is stored. */
interface PendingMessage {
  readonly peer: string
  readonly from: RemoteInfo
  readonly client: RadiusClient
  readonly packet: Packet
  readonly message: UsageMessage
}

/**
 * Receives Accounting-Requests (RFC 2866) and answers each once its record is durable. Invalid packets are dropped without an answer
 * and counted.
 * @throws the system's error when it cannot listen at the address
 */
export async function listenForAccounting(options: ListenerOptions): Promise<AccountingListener> {
  const { address, log } = options
  const socket = createSocket({
    type: isIPv6(address.host) ? 'udp6' : 'udp4',
    recvBufferSize: RECEIVE_BYTES,
    reusePort: address.isShared ?? false,
    // hosts are addresses already
    lookup: (host, _options, done) => done(null, host, isIPv6(host) ? 6 : 4),
  })
  const receiver = new AccountingReceiver(socket, options)
  socket.on('message', (datagram, from) => receiver.receive(datagram, from))
  const port = await bind(socket, address)
  // an answer that could not be sent: the client retransmits its request
  socket.on('error', (error) => log.error({ err: error }, 'the RADIUS socket'))
  return {
    port,
    close: async () => {
      await receiver.untilAnswered()
      socket.close()
      await once(socket, 'close')
    },
  }
}

class AccountingReceiver {
  readonly #socket: Socket
  readonly #options: ListenerOptions
  readonly #responses = createResponseCache()
  readonly #batcher: BoundedBatcher<PendingMessage>

  constructor(socket: Socket, options: ListenerOptions) {
    this.#socket = socket
    this.#options = options
    this.#batcher = createBoundedBatcher({
      work: (batch) => this.#storeAndAnswer(batch),
      maxSize: BATCH,
      concurrency: CONCURRENCY,
      lingerMs: LINGER_MS,
      maxQueued: MAX_QUEUED,
    })
  }

  receive(datagram: Buffer, from: RemoteInfo): void {
    const address = withoutMapping(from.address)
    try {
      const refusal = this.#dispatch(datagram, from, address)
      if (refusal) this.#options.refusals.count(address, refusal)
    } catch (error) {
      if (!(error instanceof PacketFault)) throw error
      this.#options.refusals.count(address, error.reason)
    }
  }

  untilAnswered(): Promise<void> {
    return this.#batcher.close()
  }

  /** @returns why the packet is dropped; undefined when it is accepted. @throws PacketFault */
  #dispatch(datagram: Buffer, from: RemoteInfo, address: string): Refusal | undefined {
    const client = this.#options.clients.find(address)
    if (!client) return 'unknown_client'
    // port 0 cannot be answered
    if (from.port === 0) return 'malformed'
    if (datagram[0] === CODE.accountingRequest) return this.#processRequest(datagram, from, address, client)
    if (datagram[0] !== CODE.statusServer) return 'unexpected_code'
    const packet = openStatusServer(datagram, client.secret)
    // a sender that gets no answer takes its accounting elsewhere (RFC 5997 section 4.2)
    if (!this.#options.isStopping?.()) this.#answer(client, packet, from)
    return undefined
  }

  #processRequest(datagram: Buffer, from: RemoteInfo, address: string, client: RadiusClient): Refusal | undefined {
    const packet = openRequest(datagram, client.secret)
    const { identifier, authenticator } = packet
    const peer = `${address} ${from.port}`
    const response = this.#responses.find(peer, identifier, authenticator)
    if (response && response !== 'pending') this.#socket.send(response, from.port, from.address)
    if (response) return undefined
    const receivedAtMs = this.#options.clock().getTime()
    const message = readAccounting(packet, { clientId: client.clientId, address, receivedAtMs })
    if (!message) {
      this.#answer(client, packet, from)
      return undefined
    }
    this.#responses.set(peer, identifier, authenticator, 'pending')
    if (this.#batcher.add({ peer, from, client, packet, message })) return undefined
    this.#responses.delete(peer, identifier)
    return 'overloaded'
  }

  async #storeAndAnswer(batch: readonly PendingMessage[]): Promise<void> {
    const isStored = await this.#store(batch.map(({ message }) => message))
    for (const { peer, from, client, packet } of batch) {
      const { identifier, authenticator } = packet
      if (isStored) this.#responses.set(peer, identifier, authenticator, this.#answer(client, packet, from))
      else this.#responses.delete(peer, identifier)
    }
  }

  /** @returns false when it failed: then no request of the batch is answered */
  async #store(messages: readonly UsageMessage[]): Promise<boolean> {
    const { store, clock, log, onStored } = this.#options
    try {
      await store(messages, clock())
      onStored(messages.length)
      return true
    } catch (error) {
      log.error({ err: error, messages: messages.length }, 'accounting messages could not be stored; clients retransmit them')
      return false
    }
  }

  #answer(client: RadiusClient, packet: Packet, from: RemoteInfo): Buffer {
    const octets = encodeResponse(packet, CODE.accountingResponse, client.secret)
    this.#socket.send(octets, from.port, from.address)
    return octets
  }
}

async function bind(socket: Socket, { host, port }: ListenerOptions['address']): Promise<number> {
  // the look-up calls back at once, so the socket may listen before bind returns
  const listening = once(socket, 'listening')
  socket.bind(port, host)
  await listening
  return socket.address().port
}

/** An IPv4 address in the form of a socket for IPv6. */
const withoutMapping = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address)
