import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { NUMBER_RELEASED_STATUSES } from '#domain/sim-status.ts'
import type { AskCells } from '#server/cells/ask-cells.ts'
import type { EventSink, NetworkEvent } from '../network-events.ts'
import type { SmppLinkSettings } from './bind.ts'
import { numberField, type Pdu, textField } from './pdu.ts'
import { isReceipt, readReceipt } from './receipt.ts'
import { type IncomingPart, readIncomplete, storeParts } from './received-parts.ts'
import type { MessageState, SentPartStore } from './sent-part-store.ts'
import { partOf } from './short-message.ts'

export interface InboundContext {
  readonly pool: Pool
  readonly askCells: AskCells
  readonly networkId: string
  readonly sentParts: SentPartStore
  readonly addressing: () => Promise<SmppLinkSettings['addressing']>
  readonly sink: () => EventSink | undefined
  readonly clock: () => Date
  readonly log: Pick<Logger, 'error' | 'warn'>
}

/** A PDU with the id of the bind that it arrived on. */
export interface InboundPdu {
  readonly pdu: Pdu
  readonly bindId: string
}

/**
 * Processes a batch of a centre's deliveries: receipts, and messages of devices. When it resolves, all are stored and may be
 * acknowledged; when it rejects, none is acknowledged and the centre delivers them again.
 */
export async function processInbound(context: InboundContext, received: readonly InboundPdu[]): Promise<void> {
  const sink = context.sink()
  if (!sink) throw new Error('this process has no listener for this network')
  const now = context.clock()
  const iccids = await findSims(context, received)
  const simOf = ({ pdu }: InboundPdu): string | undefined => iccids.get(addressOf(pdu))
  const receipts = received.filter(({ pdu }) => isReceipt(pdu))
  const states = await context.sentParts.applyReceipts(
    receipts.map((received) => ({ receipt: readReceipt(received.pdu), iccid: simOf(received) })),
  )
  const messages = received.filter(({ pdu }) => !isReceipt(pdu))
  const texts = await storeParts(
    context.pool,
    context.networkId,
    messages.flatMap((message) => incomingPart(message, simOf(message)) ?? []),
    now,
  )
  for (const message of messages) {
    if (simOf(message) !== undefined) continue
    const from = addressOf(message.pdu)
    context.log.warn({ network: context.networkId, from }, 'a message from a number without a SIM was discarded')
  }
  const events = [
    ...states.flatMap((state) => eventOf(state, now)),
    ...texts.events.map((event): NetworkEvent => ({ kind: 'smsReceived', at: now, ...event })),
  ]
  if (events.length > 0) await sink(events)
  await texts.markDelivered()
}

/** The sender: digits without plus sign. */
const addressOf = (pdu: Pdu): string => textField(pdu, 'source_addr').replace(/^\+/, '')

/** ICCIDs by sender; of a number that was issued again, the SIM that has it now. */
async function findSims({ askCells, networkId, addressing }: InboundContext, received: readonly InboundPdu[]) {
  const addresses = [...new Set(received.map(({ pdu }) => addressOf(pdu)))].filter((address) => address !== '')
  if ((await addressing()) === 'iccid') return new Map(addresses.map((address) => [address, address]))
  const rows = await askCells<{ msisdn: string; iccid: string; status: number; isCarried: boolean }>({
    name: 'smpp-devices',
    text: `SELECT s.msisdn, s.iccid, s.administrative_status AS status, r.network_id IS NOT NULL AS "isCarried" FROM sims s
      LEFT JOIN network_routes r ON r.origin_id = s.origin_id AND r.sim_type_id = s.sim_type_id AND r.network_id = $2
      WHERE s.msisdn = ANY($1::text[])`,
    values: [addresses, networkId],
  })
  const rank = ({ status, isCarried }: (typeof rows)[number]): number =>
    (NUMBER_RELEASED_STATUSES.includes(status) ? 0 : 2) + (isCarried ? 1 : 0)
  // the last one of a number is taken
  return new Map(rows.sort((a, b) => rank(a) - rank(b)).map(({ msisdn, iccid }) => [msisdn, iccid]))
}

function eventOf({ iccid, reference, parts, state, cause }: MessageState, at: Date): NetworkEvent[] {
  const about = { id: `mt:${iccid}:${reference}:${state}`, iccid, at, reference }
  if (state === 'delivered') return [{ kind: 'smsDelivered', ...about, segments: parts }]
  if (state === 'failed') return [{ kind: 'smsFailed', ...about, cause: cause || 'unknown' }]
  return state === 'buffered' ? [{ kind: 'smsBuffered', ...about }] : []
}

function incomingPart({ pdu, bindId }: InboundPdu, iccid: string | undefined): IncomingPart | undefined {
  if (iccid === undefined) return undefined
  const { octets, dataCoding, concatenation } = partOf(pdu)
  const userReference = numberField(pdu, 'user_message_reference')
  const to = textField(pdu, 'destination_addr')
  const content = [iccid, to, dataCoding, JSON.stringify(concatenation ?? null), userReference ?? ''].join('\n')
  const fingerprint = createHash('sha256').update(content).update(octets).digest('hex').slice(0, 32)
  return { iccid, to, octets, dataCoding, concatenation, fingerprint, isNumbered: userReference !== undefined, bindId }
}

/** Sends the texts that stay incomplete to the listener. */
export async function deliverIncomplete({ pool, networkId, sink, clock }: InboundContext): Promise<void> {
  const listener = sink()
  if (!listener) return
  const now = clock()
  const { events, markDelivered } = await readIncomplete(pool, networkId, now)
  if (events.length === 0) return
  await listener(events.map((event): NetworkEvent => ({ kind: 'smsReceived', at: now, ...event })))
  await markDelivered()
}
