import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { startPoller } from '../../jobs/poller.ts'
import { createBatcher } from '../batcher.ts'
import type { Command, CommandAnswer, OutgoingSms } from '../network.ts'
import type { EventSink } from '../network-events.ts'
import type { NetworkSim } from '../network-types.ts'
import { bind, type SmppSettings } from './bind.ts'
import type { Answered } from './connection.ts'
import { type Arrived, giveIncomplete, type InboundParts, takeInbound } from './inbound.ts'
import { keepBound } from './keep-bound.ts'
import { createPartBook } from './part-book.ts'
import { type Pdu, STATUS } from './pdu.ts'
import { submitText } from './submit.ts'

export interface LinkOptions {
  readonly networkId: string
  readonly settings: () => Promise<SmppSettings>
  readonly pool: Pool
  readonly clock: () => Date
  readonly log: Pick<Logger, 'error' | 'warn'>
  /** how often texts are looked for that will never be whole, ms */
  readonly lookMs?: number
}

/** Messages of a network over SMPP 3.4: the part of the network port that tells of messages. */
export interface SmppLink {
  readonly sendSms: (sim: NetworkSim, message: OutgoingSms, command: Command) => Promise<CommandAnswer>
  /** what comes from the centre, one batch at a time; without a listener in this process its bind only sends */
  readonly listen: (sink: EventSink) => () => Promise<void>
  /** why there is no connection, '' when there is one */
  readonly problem: () => string
  readonly close: () => Promise<void>
}

const DELIVERIES: readonly string[] = ['deliver_sm', 'data_sm']

const LOOK_MS = 60_000

export function openSmppLink({ networkId, settings, pool, clock, log, lookMs = LOOK_MS }: LinkOptions): SmppLink {
  let sink: EventSink | undefined
  let sinkEnd: Promise<unknown> = Promise.resolve()
  let endPoller: () => Promise<void> = async () => undefined
  const book = createPartBook(pool, networkId)
  const inbound: InboundParts = {
    pool,
    networkId,
    book,
    clock,
    log,
    addressing: async () => (await settings()).addressing,
    sink: () => sink,
  }
  let count = 0
  const deliveries = createBatcher<Arrived & { readonly key: string }, number>({
    keyOf: ({ key }) => key,
    work: async (arrived) => {
      const taking = takeInbound(inbound, arrived)
      sinkEnd = taking.catch(() => undefined)
      await taking
      return arrived.map(() => STATUS.ok)
    },
    maxSize: 500,
    concurrency: 1,
    lingerMs: 2,
  })
  const onRequest = async (pdu: Pdu, name: string): Promise<Answered | undefined> => {
    if (!DELIVERIES.includes(pdu.command)) return { status: STATUS.unknownCommand }
    try {
      return { status: await deliveries.add({ pdu, bind: name, key: String(count++) }) }
    } catch (error) {
      log.error({ err: error, network: networkId }, 'what a message centre delivered could not be kept; it comes again')
      return { status: STATUS.tryAgain }
    }
  }
  const kept = keepBound({
    networkId,
    log,
    bind: async (onEnd) => bind(await settings(), { onRequest, onEnd, receives: sink !== undefined }),
  })
  return {
    sendSms: async (sim, message, command) => submitText({ kept, book, settings: await settings() }, sim, message, command),
    problem: kept.problem,
    listen: (given) => {
      sink = given
      // a bind that was made only to send receives nothing
      kept.renew()
      void endPoller()
      const end = startPoller(() => giveIncomplete(inbound), {
        everyMs: lookMs,
        log,
        failure: 'texts without all their parts wait',
        about: { network: networkId },
      })
      endPoller = end
      return async () => {
        if (sink === given) sink = undefined
        await Promise.all([end(), sinkEnd])
      }
    },
    close: async () => {
      await endPoller()
      await kept.close()
      await deliveries.close()
      await book.end()
    },
  }
}
