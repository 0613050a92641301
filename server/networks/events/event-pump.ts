import type { Logger } from 'pino'
import type { Database, DatabaseTransaction } from '../../db/database.ts'
import { isUnfitData } from '../../db/errors.ts'
import type { EventSink } from '../network.ts'
import type { NetworkEvent } from '../network-events.ts'
import type { Networks } from '../registry.ts'
import { applyEvents, type PlacedEvent } from './apply-events.ts'

/** Takes in new events in the transaction that takes them in everywhere else: each exactly once. */
export type EventConsumer = (trx: DatabaseTransaction, events: readonly PlacedEvent[], now: Date) => Promise<void>

/**
 * Hears events after they were taken in, in transactions of its own. The same may come again after a crash or a failure, and what
 * was seen before may come: it must not matter.
 */
export type EventListener = (events: readonly NetworkEvent[]) => Promise<void>

export interface PumpOptions {
  readonly db: Database
  readonly networks: Networks
  readonly log: Pick<Logger, 'error'>
  readonly clock: () => Date
  readonly consumers?: readonly EventConsumer[]
  readonly listeners?: readonly EventListener[]
}

/** How often networks are looked for that came or changed since. */
const FOLLOW_MS = 5_000

/** Listens to every network and takes in what they say, until the returned function is called. Runs in worker processes. */
export function startEventPump(options: PumpOptions): () => Promise<void> {
  const { networks } = options
  const listening = new Map<string, { readonly network: object; readonly stop: () => Promise<void> }>()
  const follow = (): void => {
    for (const network of networks.all()) {
      const known = listening.get(network.id)
      if (known?.network === network) continue
      void known?.stop()
      listening.set(network.id, { network, stop: network.listen(sinkOf(options, network.id)) })
    }
    for (const [id, { stop }] of listening) {
      if (networks.find(id)) continue
      listening.delete(id)
      void stop()
    }
  }
  follow()
  const timer = setInterval(follow, FOLLOW_MS)
  return async () => {
    clearInterval(timer)
    await Promise.all([...listening.values()].map(({ stop }) => stop()))
  }
}

/** Where a network's events go. */
export function sinkOf(options: PumpOptions, networkId: string): EventSink {
  const { log, listeners = [] } = options
  return async (events) => {
    try {
      await takeIn(options, networkId, events)
      for (const listen of listeners) await listen(events)
    } catch (error) {
      log.error({ err: error, network: networkId, events: events.length }, 'events could not be taken in; they come again')
      throw error
    }
  }
}

/** One event that cannot be kept must not hold up all that come after it: it is left out, loudly. */
async function takeIn(options: PumpOptions, networkId: string, events: readonly NetworkEvent[]): Promise<void> {
  const { db, log, clock, consumers = [] } = options
  const now = clock()
  try {
    await db.transaction().execute(async (trx) => {
      const fresh = await applyEvents(trx, networkId, events, now)
      if (fresh.length > 0) for (const consume of consumers) await consume(trx, fresh, now)
    })
  } catch (error) {
    if (!isUnfitData(error)) throw error
    if (events.length === 1)
      log.error({ err: error, network: networkId, event: events[0] }, 'an event cannot be kept and is left out')
    else for (const event of events) await takeIn(options, networkId, [event])
  }
}
