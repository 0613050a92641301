import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { EventSink, NetworkEvent } from '../network-events.ts'
import type { SmppSettings } from './bind.ts'
import type { MessageFate, PartBook } from './part-book.ts'
import { numberField, type Pdu, textField } from './pdu.ts'
import { isReceipt, readReceipt } from './receipt.ts'
import { type ArrivedPart, takeIncomplete, takeParts } from './received-parts.ts'
import { partOf } from './short-message.ts'

export interface InboundParts {
  readonly pool: Pool
  readonly networkId: string
  readonly book: PartBook
  readonly addressing: () => Promise<SmppSettings['addressing']>
  readonly sink: () => EventSink | undefined
  readonly clock: () => Date
  readonly log: Pick<Logger, 'error' | 'warn'>
}

/** A PDU with the name of the connection that it came over. */
export interface Arrived {
  readonly pdu: Pdu
  readonly bind: string
}

/**
 * Takes in what a centre delivers, a batch at a time: receipts, and messages of devices. When it resolves all of it is kept, and the
 * centre may forget it; when it rejects, none of it is answered and the centre gives it again.
 */
export async function takeInbound(parts: InboundParts, arrived: readonly Arrived[]): Promise<void> {
  const sink = parts.sink()
  if (!sink) throw new Error('nobody listens to this network here')
  const now = parts.clock()
  const iccids = await findDevices(parts, arrived)
  const deviceOf = ({ pdu }: Arrived): string | undefined => iccids.get(addressOf(pdu))
  const receipts = arrived.filter(({ pdu }) => isReceipt(pdu))
  const fates = await parts.book.take(receipts.map((one) => ({ receipt: readReceipt(one.pdu), iccid: deviceOf(one) })))
  const messages = arrived.filter(({ pdu }) => !isReceipt(pdu))
  const texts = await takeParts(
    parts.pool,
    parts.networkId,
    messages.flatMap((one) => arrivedPart(one, deviceOf(one)) ?? []),
    now,
  )
  for (const one of messages) {
    if (deviceOf(one) === undefined)
      parts.log.warn({ network: parts.networkId, from: addressOf(one.pdu) }, 'a message came from a number that no SIM has')
  }
  const events = [
    ...fates.flatMap((fate) => eventOf(fate, now)),
    ...texts.events.map((event): NetworkEvent => ({ kind: 'smsReceived', at: now, ...event })),
  ]
  if (events.length > 0) await sink(events)
  await texts.done()
}

/** Who it is from: digits without plus sign. */
const addressOf = (pdu: Pdu): string => textField(pdu, 'source_addr').replace(/^\+/, '')

/** The SIMs that addresses mean. Numbers are unique among SIMs in service; of two, the one that the network carries. */
async function findDevices({ pool, networkId, addressing }: InboundParts, arrived: readonly Arrived[]) {
  const addresses = [...new Set(arrived.map(({ pdu }) => addressOf(pdu)))].filter((address) => address !== '')
  if ((await addressing()) === 'iccid') return new Map(addresses.map((address) => [address, address]))
  const { rows } = await pool.query<{ msisdn: string; iccid: string }>({
    name: 'smpp-devices',
    text: `SELECT s.msisdn, s.iccid FROM sims s
      LEFT JOIN network_routes r ON r.origin_id = s.origin_id AND r.sim_type_id = s.sim_type_id AND r.network_id = $2
      WHERE s.msisdn = ANY($1::text[]) ORDER BY r.network_id IS NOT NULL, s.administrative_status = 2`,
    values: [addresses, networkId],
  })
  return new Map(rows.map(({ msisdn, iccid }) => [msisdn, iccid]))
}

function eventOf({ iccid, reference, parts, state, cause }: MessageFate, at: Date): NetworkEvent[] {
  const about = { id: `mt:${iccid}:${reference}:${state}`, iccid, at, reference }
  if (state === 'delivered') return [{ kind: 'smsDelivered', ...about, segments: parts }]
  if (state === 'failed') return [{ kind: 'smsFailed', ...about, cause: cause || 'unknown' }]
  return state === 'buffered' ? [{ kind: 'smsBuffered', ...about }] : []
}

function arrivedPart({ pdu, bind }: Arrived, iccid: string | undefined): ArrivedPart | undefined {
  if (iccid === undefined) return undefined
  const { octets, dataCoding, joined } = partOf(pdu)
  const userReference = numberField(pdu, 'user_message_reference')
  const to = textField(pdu, 'destination_addr')
  const content = [iccid, to, dataCoding, JSON.stringify(joined ?? null), userReference ?? ''].join('\n')
  const fingerprint = createHash('sha256').update(content).update(octets).digest('hex').slice(0, 32)
  return { iccid, to, octets, dataCoding, joined, fingerprint, isNumbered: userReference !== undefined, bind }
}

/** Gives the texts that will never be whole to whoever listens. */
export async function giveIncomplete({ pool, networkId, sink, clock }: InboundParts): Promise<void> {
  const listener = sink()
  if (!listener) return
  const now = clock()
  const { events, done } = await takeIncomplete(pool, networkId, now)
  if (events.length === 0) return
  await listener(events.map((event): NetworkEvent => ({ kind: 'smsReceived', at: now, ...event })))
  await done()
}
