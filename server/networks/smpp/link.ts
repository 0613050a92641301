import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { AskCells } from '#server/cells/ask-cells.ts'
import { startPoller } from '#server/jobs/poller.ts'
import { createBatcher } from '../batcher.ts'
import type { Command, CommandAnswer, OutgoingSms } from '../network.ts'
import type { EventSink } from '../network-events.ts'
import type { NetworkSim } from '../network-types.ts'
import { openBind, type SmppLinkSettings } from './bind.ts'
import type { PduResponse } from './connection.ts'
import { deliverIncomplete, type InboundContext, type InboundPdu, processInbound } from './inbound.ts'
import { type Pdu, STATUS } from './pdu.ts'
import { openReconnectingBind } from './reconnecting-bind.ts'
import { createSentPartStore } from './sent-part-store.ts'
import { submitText } from './submit.ts'

export interface LinkOptions {
  readonly networkId: string
  readonly settings: () => Promise<SmppLinkSettings>
  readonly pool: Pool
  readonly askCells: AskCells
  readonly clock: () => Date
  readonly log: Pick<Logger, 'error' | 'warn'>
  /** how often incomplete texts are read, ms */
  readonly pollIntervalMs?: number
}

/** Messages of a network over SMPP 3.4: `sendSms` and the message events of the network port. */
export interface SmppLink {
  readonly sendSms: (sim: NetworkSim, message: OutgoingSms, command: Command) => Promise<CommandAnswer>
  /** receives the centre's deliveries, one batch at a time; without a listener in this process its bind only sends */
  readonly listen: (sink: EventSink) => () => Promise<void>
  /** why there is no connection, '' when there is one */
  readonly problem: () => string
  readonly close: () => Promise<void>
}

const DELIVERIES: readonly string[] = ['deliver_sm', 'data_sm']

const POLL_INTERVAL_MS = 60_000

export function openSmppLink(options: LinkOptions): SmppLink {
  const { networkId, settings, pool, askCells, clock, log, pollIntervalMs = POLL_INTERVAL_MS } = options
  let sink: EventSink | undefined
  let processing: Promise<unknown> = Promise.resolve()
  let stopPolling: () => Promise<void> = async () => undefined
  const sentParts = createSentPartStore(pool, networkId)
  const inbound: InboundContext = {
    pool,
    askCells,
    networkId,
    sentParts,
    clock,
    log,
    addressing: async () => (await settings()).addressing,
    sink: () => sink,
  }
  let count = 0
  const deliveries = createBatcher<InboundPdu & { readonly key: string }, number>({
    keyOf: ({ key }) => key,
    work: async (received) => {
      const current = processInbound(inbound, received)
      processing = current.catch(() => undefined)
      await current
      return received.map(() => STATUS.ok)
    },
    maxSize: 500,
    concurrency: 1,
    lingerMs: 2,
  })
  const onRequest = async (pdu: Pdu, bindId: string): Promise<PduResponse | undefined> => {
    if (!DELIVERIES.includes(pdu.command)) return { status: STATUS.unknownCommand }
    try {
      return { status: await deliveries.add({ pdu, bindId, key: String(count++) }) }
    } catch (error) {
      log.error(
        { err: error, network: networkId },
        'a delivery of the message centre could not be stored; it is delivered again',
      )
      return { status: STATUS.tryAgain }
    }
  }
  const bind = openReconnectingBind({
    networkId,
    log,
    bind: async (onEnd) => openBind(await settings(), { onRequest, onEnd, receives: sink !== undefined }),
  })
  return {
    sendSms: async (sim, message, command) =>
      submitText({ bind, sentParts, settings: await settings(), log }, sim, message, command),
    problem: bind.problem,
    listen: (newSink) => {
      sink = newSink
      // a bind without a listener is a transmitter and receives nothing
      bind.renew()
      void stopPolling()
      const end = startPoller(() => deliverIncomplete(inbound), {
        everyMs: pollIntervalMs,
        log,
        failure: 'incomplete texts could not be read',
        about: { network: networkId },
      })
      stopPolling = end
      return async () => {
        if (sink === newSink) sink = undefined
        await Promise.all([end(), processing])
      }
    },
    close: async () => {
      await stopPolling()
      await bind.close()
      await deliveries.close()
      await sentParts.close()
    },
  }
}
