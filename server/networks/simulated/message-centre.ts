import { randomUUID } from 'node:crypto'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { CommandAnswer, OutgoingSms } from '../network.ts'
import type { NetworkEvent } from '../network-events.ts'
import { type Connection, openConnection, type PduResponse } from '../smpp/connection.ts'
import { numberField, octetsField, type Pdu, STATUS, textField } from '../smpp/pdu.ts'
import { receiptText } from '../smpp/receipt.ts'
import { decodeText, encodeText, partOf } from '../smpp/short-message.ts'
import { referenceOf } from './execute-command.ts'

/** A message received over SMPP: one part of a text. */
export interface SubmittedSms {
  /** the sender: the id of the network */
  readonly networkId: string
  readonly iccid: string
  readonly requestId: string
  readonly message: OutgoingSms
}

/** Handles a submitted message. undefined: the answer is lost in transit. */
export type SubmitHandler = (submitted: SubmittedSms) => Promise<CommandAnswer | undefined>

type SmsEvent = Extract<NetworkEvent, { kind: `sms${string}` }>

/** The embedded networks' message centre: an SMPP 3.4 server on loopback, on a free port. */
export interface MessageCentre {
  readonly port: () => Promise<number>
  /** the bind password; random per process */
  readonly password: string
  /**
   * Delivers receipts and messages to the receiver bound for a network. @throws when one was not acknowledged: it is
   * delivered again
   */
  readonly deliver: (networkId: string, events: readonly SmsEvent[]) => Promise<void>
  readonly close: () => Promise<void>
}

export const isSmsEvent = (event: NetworkEvent): event is SmsEvent => event.kind.startsWith('sms')

/** Window of unanswered deliveries, and their time-out: a receiver stores a message before it acknowledges. */
const [DELIVERY_WINDOW, DELIVERY_TIMEOUT_MS] = [100, 60_000] as const
/** How long a delivery waits for a receiver to bind. */
const BIND_TIMEOUT_MS = 3_000

/** The stored reference of a message: what a receipt returns, and the sender's name for it. */
const storedReference = (userReference: number, requestId: string): string => `${userReference}:${requestId}`

export function openMessageCentre(onSubmit: SubmitHandler): MessageCentre {
  const password = randomUUID().slice(0, 8)
  const receivers = new Map<string, Connection>()
  const connections = new Set<Connection>()
  let waiters: (() => void)[] = []
  const server = createServer((socket) => accept(socket))
  server.unref()
  const listening = new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })

  const accept = (socket: Socket): void => {
    let networkId: string | undefined
    const connection = openConnection({
      socket,
      windowSize: DELIVERY_WINDOW,
      onRequest: async (pdu) => {
        if (pdu.command.startsWith('bind_')) {
          if (textField(pdu, 'password') !== password) return { status: STATUS.wrongPassword }
          networkId = textField(pdu, 'system_id')
          if (pdu.command !== 'bind_transmitter') addReceiver(networkId, connection)
          return { status: STATUS.ok, fields: { system_id: 'enlace-simulated' } }
        }
        if (networkId === undefined) return { status: STATUS.notBound }
        return pdu.command === 'submit_sm' ? submit(onSubmit, networkId, pdu) : { status: STATUS.unknownCommand }
      },
      onEnd: () => {
        connections.delete(connection)
        if (networkId !== undefined && receivers.get(networkId) === connection) receivers.delete(networkId)
      },
    })
    connections.add(connection)
  }
  const addReceiver = (networkId: string, connection: Connection): void => {
    receivers.set(networkId, connection)
    for (const go of waiters) go()
    waiters = []
  }
  const receiverOf = async (networkId: string): Promise<Connection> => {
    const until = performance.now() + BIND_TIMEOUT_MS
    for (;;) {
      const receiver = receivers.get(networkId)
      if (receiver?.isOpen()) return receiver
      const leftMs = until - performance.now()
      if (leftMs <= 0) throw new Error(`no receiver is bound for ${networkId}`)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs)
        waiters.push(() => {
          clearTimeout(timer)
          resolve()
        })
      })
    }
  }
  return {
    password,
    port: async () => {
      await listening
      return (server.address() as AddressInfo).port
    },
    deliver: async (networkId, events) => {
      const receiver = await receiverOf(networkId)
      const all = events.flatMap(deliveriesOf)
      for (let from = 0; from < all.length; from += DELIVERY_WINDOW) {
        const some = all.slice(from, from + DELIVERY_WINDOW)
        const replies = await Promise.all(
          some.map((fields) => receiver.request('deliver_sm', fields, { timeoutMs: DELIVERY_TIMEOUT_MS })),
        )
        const isTaken = replies.every((reply) => reply.kind === 'answer' && reply.pdu.status === STATUS.ok)
        if (!isTaken) throw new Error(`a message of ${networkId} was not acknowledged`)
      }
    },
    close: async () => {
      await Promise.all([...connections].map((connection) => connection.close()))
      await listening.catch(() => undefined)
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function submit(onSubmit: SubmitHandler, networkId: string, pdu: Pdu): Promise<PduResponse | undefined> {
  const { octets, dataCoding } = partOf(pdu)
  const userReference = numberField(pdu, 'user_message_reference') ?? 0
  const requestId = octetsField(pdu, 'enlace_request_id').toString('latin1') || randomUUID()
  const message = {
    text: decodeText(octets, dataCoding),
    reference: storedReference(userReference, requestId),
    validitySeconds: secondsOf(textField(pdu, 'validity_period')),
  }
  const answer = await onSubmit({ networkId, iccid: textField(pdu, 'destination_addr'), requestId, message })
  if (answer === undefined) return undefined
  // a truncated answer has no id
  if (answer.kind === 'unknown') return { status: STATUS.ok, fields: { message_id: '' } }
  if (answer.kind !== 'rejected') {
    return { status: STATUS.ok, fields: { message_id: answer.kind === 'accepted' ? answer.reference : requestId } }
  }
  return { status: SUBMIT_STATUS[answer.cause] ?? STATUS.systemError, text: answer.text }
}

const SUBMIT_STATUS: Readonly<Record<string, number>> = {
  unknown_sim: STATUS.wrongDestination,
  wrong_state: STATUS.submitFailed,
  rate_limited: STATUS.throttled,
  network_error: STATUS.systemError,
  invalid: 0x01,
}

/** A relative validity period, YYMMDDhhmmss000R (SMPP 3.4 section 7.1.1.2), in seconds; a day by default. */
function secondsOf(period: string): number {
  const [, days, hours, minutes, seconds] = /^\d{4}(\d\d)(\d\d)(\d\d)(\d\d)/.exec(period) ?? []
  if (seconds === undefined) return 86_400
  return Number(days) * 86_400 + Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
}

/** MAP error codes in receipts (3GPP TS 29.002 section 17.6). */
const ERRORS = { absent_subscriber: 27, memory_full: 32, rejected: 11, expired: 0, unknown: 0 } as const
/** message_state (SMPP 3.4 section 5.2.28) and its word in a receipt's text. */
const [ENROUTE, DELIVERED, EXPIRED, UNDELIVERABLE] = [
  [1, 'ENROUTE'],
  [2, 'DELIVRD'],
  [3, 'EXPIRED'],
  [5, 'UNDELIV'],
] as const
const [RECEIPT, INTERMEDIATE] = [0x04, 0x20] as const

/** The deliveries of an event: a receipt, or a message in one or more parts. */
function deliveriesOf(event: SmsEvent): Record<string, unknown>[] {
  const from = { source_addr: event.iccid, destination_addr: event.kind === 'smsReceived' ? event.to : '1500' }
  if (event.kind === 'smsReceived') {
    return encodeText(event.text, event.id).map(({ dataCoding, esmClass, octets, userReference }) => ({
      ...from,
      data_coding: dataCoding,
      esm_class: esmClass,
      short_message: octets,
      user_message_reference: userReference,
    }))
  }
  const [userReference = '', requestId = ''] = event.reference.split(/:(.*)/)
  const error = event.kind === 'smsFailed' ? ERRORS[event.cause] : 0
  const [state, word] = messageStateOf(event)
  const id = referenceOf(requestId)
  const fields = {
    ...from,
    data_coding: 0,
    esm_class: event.kind === 'smsBuffered' ? INTERMEDIATE : RECEIPT,
    short_message: Buffer.from(receiptText(id, word, error, event.at), 'latin1'),
    user_message_reference: Number(userReference),
    receipted_message_id: Buffer.from(`${id}\0`, 'latin1'),
    message_state: state,
  }
  // a GSM network (3) and its error
  return [error === 0 ? fields : { ...fields, network_error_code: Buffer.of(3, 0, error) }]
}

function messageStateOf(event: SmsEvent): readonly [number, string] {
  if (event.kind === 'smsDelivered') return DELIVERED
  if (event.kind === 'smsBuffered') return ENROUTE
  return event.kind === 'smsFailed' && event.cause === 'expired' ? EXPIRED : UNDELIVERABLE
}
