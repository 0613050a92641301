import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import type { Logger } from 'pino'
import type { Database } from '../../db/database.ts'
import { storeUsageMessages } from '../../usage/intake.ts'
import type { UsageMessage } from '../../usage/usage-record.ts'
import { createGatherer } from '../gatherer.ts'
import { createAnsweredRequests } from './answered.ts'
import { CODE } from './attributes.ts'
import type { RadiusClient, RadiusClients } from './clients.ts'
import { encodeResponse, openRequest, openStatusServer, type Packet, PacketFault } from './packet.ts'
import { readAccounting } from './read-accounting.ts'
import type { Refusals } from './refusals.ts'

export interface Listener {
  readonly port: number
  /** answers what it has taken, and takes no more */
  readonly end: () => Promise<void>
}

export interface ListenerOptions {
  readonly db: Database
  readonly clients: RadiusClients
  readonly refusals: Refusals
  readonly log: Pick<Logger, 'error'>
  readonly clock: () => Date
  readonly place: { readonly host: string; readonly port: number }
  /** something was kept */
  readonly onKept: (messages: number) => void
}

/** Messages that are made durable together, and how long the first waits for others: a commit costs as much for one as for many. */
const BATCH = 1_000
const LINGER_MS = 3
const LANES = 2
/** Messages that wait for the database; more are dropped, and whoever sent them sends them again. */
const ROOM = 20_000
/** What the kernel keeps while this process is busy, where it allows so much. */
const RECEIVE_BYTES = 8 * 1024 * 1024

interface Asked {
  readonly peer: string
  readonly from: RemoteInfo
  readonly client: RadiusClient
  readonly packet: Packet
  readonly message: UsageMessage
}

/**
 * Takes Accounting-Requests (RFC 2866) and answers each when its record is durable. What is not to be believed is dropped without
 * an answer and counted.
 * @throws the system's error when it cannot listen there
 */
export async function listenForAccounting(options: ListenerOptions): Promise<Listener> {
  const { clients, refusals, clock, place } = options
  const socket = createSocket({
    type: isIPv6(place.host) ? 'udp6' : 'udp4',
    recvBufferSize: RECEIVE_BYTES,
    // addresses come as numbers: nothing is to be looked up
    lookup: (address, _options, done) => done(null, address, isIPv6(address) ? 6 : 4),
  })
  const answered = createAnsweredRequests()
  const answer = (client: RadiusClient, packet: Packet, from: RemoteInfo): Buffer => {
    const octets = encodeResponse(packet, CODE.accountingResponse, client.secret)
    socket.send(octets, from.port, from.address)
    return octets
  }
  const gatherer = createGatherer<Asked>({
    work: async (batch) => {
      const isKept = await keep(options, batch)
      for (const { peer, from, client, packet } of batch) {
        if (isKept) answered.set(peer, packet.identifier, packet.authenticator, answer(client, packet, from))
        else answered.forget(peer, packet.identifier)
      }
    },
    most: BATCH,
    lanes: LANES,
    lingerMs: LINGER_MS,
    room: ROOM,
  })

  const take = (datagram: Buffer, from: RemoteInfo): void => {
    const address = plain(from.address)
    const client = clients.at(address)
    if (!client) refusals.note(address, 'unknown_client')
    // nobody can be answered there
    else if (from.port === 0) refusals.note(address, 'malformed')
    else if (datagram[0] === CODE.statusServer) answer(client, openStatusServer(datagram, client.secret), from)
    else if (datagram[0] === CODE.accountingRequest) takeRequest(datagram, from, client)
    else refusals.note(address, 'unexpected_code')
  }
  const takeRequest = (datagram: Buffer, from: RemoteInfo, client: RadiusClient): void => {
    const address = plain(from.address)
    const packet = openRequest(datagram, client.secret)
    const { identifier, authenticator } = packet
    const peer = `${address} ${from.port}`
    const known = answered.find(peer, identifier, authenticator)
    if (known && known !== 'pending') socket.send(known, from.port, from.address)
    if (known) return
    const message = readAccounting(packet, { clientId: client.clientId, address, receivedAtMs: clock().getTime() })
    if (!message) {
      answer(client, packet, from)
      return
    }
    answered.set(peer, identifier, authenticator, 'pending')
    if (gatherer.add({ peer, from, client, packet, message })) return
    answered.forget(peer, identifier)
    refusals.note(address, 'overloaded')
  }
  socket.on('message', (datagram, from) => {
    try {
      take(datagram, from)
    } catch (error) {
      if (!(error instanceof PacketFault)) throw error
      refusals.note(plain(from.address), error.reason)
    }
  })
  const port = await bind(socket, place)
  // what the system says of an answer that could not be sent concerns whoever asked: they ask again
  socket.on('error', (error) => options.log.error({ err: error }, 'the RADIUS socket'))
  return {
    port,
    end: async () => {
      await gatherer.end()
      socket.close()
      await once(socket, 'close')
    },
  }
}

async function bind(socket: Socket, { host, port }: ListenerOptions['place']): Promise<number> {
  // the look-up is done at once, so the socket may listen before bind returns
  const listening = once(socket, 'listening')
  socket.bind(port, host)
  await listening
  return socket.address().port
}

/** An IPv4 address that reached a socket for IPv6. */
const plain = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address)

/** @returns false when it failed: then nobody gets an answer */
async function keep({ db, clock, log, onKept }: ListenerOptions, batch: readonly Asked[]): Promise<boolean> {
  try {
    await storeUsageMessages(
      db,
      batch.map(({ message }) => message),
      clock(),
    )
    onKept(batch.length)
    return true
  } catch (error) {
    log.error({ err: error, messages: batch.length }, 'accounting messages could not be kept; they come again')
    return false
  }
}
