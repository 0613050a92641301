import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { expect } from 'vitest'
import { askOne } from '#server/cells/ask-cells.ts'
import type { CommandAnswer } from '#server/networks/network.ts'
import type { NetworkEvent } from '#server/networks/network-events.ts'
import type { NetworkSim } from '#server/networks/network-types.ts'
import type { SmppLinkSettings } from '#server/networks/smpp/bind.ts'
import { openSmppLink, type SmppLink } from '#server/networks/smpp/link.ts'
import { numberField, type Pdu } from '#server/networks/smpp/pdu.ts'
import { decodeText, partOf } from '#server/networks/smpp/short-message.ts'
import type { TestDatabase } from './database.ts'
import { openTestCentre, type TestCentre } from './message-centre.ts'

/** The interval of `expect.poll` in tests of messages, ms. */
export const SMPP_POLL = { interval: 20 }

export const SMPP_SIM: NetworkSim = { iccid: '8956030000000800019', imsi: '', msisdn: '56900000001' }

/** A message centre with links of one network to it. */
export interface SmppRig {
  readonly centre: TestCentre
  readonly networkId: string
  readonly clock: { now: Date }
  /** Opens a link; a second one is another process of the portal, or the same one after it was killed. */
  readonly open: (settings?: Partial<SmppLinkSettings>, pollIntervalMs?: number) => SmppLink
  /** resolves once the centre has a bind */
  readonly bound: () => Promise<void>
  readonly close: () => Promise<void>
}

export async function openSmppRig({ pool }: TestDatabase): Promise<SmppRig> {
  const centre = await openTestCentre()
  const networkId = `n-${randomUUID().slice(0, 8)}`
  const clock = { now: new Date() }
  const links: SmppLink[] = []
  return {
    centre,
    networkId,
    clock,
    open: (given = {}, pollIntervalMs) => {
      const settings: SmppLinkSettings = {
        host: '127.0.0.1',
        port: centre.port,
        isEncrypted: false,
        systemId: 'portal',
        password: 'secret',
        systemType: '',
        source: '777',
        addressing: 'iccid',
        windowSize: 10,
        submitsPerSecond: undefined,
        wantsInterim: true,
        isIdempotent: false,
        ...given,
      }
      const link = openSmppLink({
        networkId,
        pool,
        askCells: askOne(pool),
        clock: () => clock.now,
        log: pino({ level: 'silent' }),
        settings: async () => settings,
        ...(pollIntervalMs !== undefined && { pollIntervalMs }),
      })
      links.push(link)
      return link
    },
    bound: () => expect.poll(() => centre.isBound(), SMPP_POLL).toBe(true),
    close: async () => {
      await Promise.all(links.map((link) => link.close()))
      await centre.down()
    },
  }
}

/** The events of a link, from now on. */
export function collectEvents(link: SmppLink): NetworkEvent[] {
  const received: NetworkEvent[] = []
  link.listen(async (events) => {
    received.push(...events)
  })
  return received
}

export const sendText = (link: SmppLink, text: string, reference: string = randomUUID()): Promise<CommandAnswer> =>
  link.sendSms(SMPP_SIM, { text, reference, validitySeconds: 86_400 }, { requestId: reference })

export const textsOf = (pdus: readonly Pdu[]): string[] =>
  pdus.map((pdu) => decodeText(partOf(pdu).octets, numberField(pdu, 'data_coding') ?? 0))

/** The fields of a delivery receipt. */
export const receiptFields = (fields: object, stat = 'DELIVRD'): object => ({
  source_addr: SMPP_SIM.iccid,
  esm_class: 4,
  short_message: Buffer.from(`id:x sub:001 dlvrd:001 stat:${stat} err:000 text:`),
  ...fields,
})

/** The fields of a device's message. */
export const messageFields = (text: string, fields: object = {}): object => ({
  source_addr: SMPP_SIM.iccid,
  destination_addr: '1500',
  short_message: Buffer.from(text, 'latin1'),
  ...fields,
})
