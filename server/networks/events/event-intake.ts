import type { Logger } from 'pino'
import type { Cell, Cells } from '#server/cells/cells.ts'
import { requireUnmoved, whileNoneMoves } from '#server/cells/moves.ts'
import { bySimCell } from '#server/cells/sim-places.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { isUnfitData } from '#server/db/errors.ts'
import { startPoller } from '#server/jobs/poller.ts'
import type { EventSink, NetworkEvent } from '../network-events.ts'
import type { NetworkRegistry } from '../registry.ts'
import { applyEvents, type OwnedEvent } from './apply-events.ts'

/** Processes new events in the transaction that applies them: each exactly once. */
export type EventConsumer = (trx: DatabaseTransaction, events: readonly OwnedEvent[], now: Date) => Promise<void>

/**
 * Is called with events of a cell's SIMs after they were applied, in its own transactions. Events may be repeated after a crash or
 * failure: it must be idempotent.
 */
export type EventListener = (cell: Cell, events: readonly NetworkEvent[]) => Promise<void>

export interface IntakeOptions {
  readonly cells: Cells
  readonly networks: NetworkRegistry
  readonly log: Pick<Logger, 'error'>
  readonly clock: () => Date
  readonly consumers?: readonly EventConsumer[]
  readonly listeners?: readonly EventListener[]
}

/** How often new and changed networks are picked up. */
const SYNC_INTERVAL_MS = 5_000

/** Listens to every network and stores its events, until the returned function is called. Runs in worker processes. */
export function startEventIntake(options: IntakeOptions): () => Promise<void> {
  const { networks, log } = options
  const listening = new Map<string, { readonly network: object; readonly stop: () => Promise<void> }>()
  const syncListeners = async (): Promise<void> => {
    for (const network of networks.all()) {
      const known = listening.get(network.id)
      if (known?.network === network) continue
      void known?.stop()
      listening.set(network.id, { network, stop: network.listen(createEventSink(options, network.id)) })
    }
    for (const [id, { stop }] of listening) {
      if (networks.find(id)) continue
      listening.delete(id)
      void stop()
    }
  }
  const failure = 'new and changed networks could not be picked up'
  const endSync = startPoller(syncListeners, { everyMs: SYNC_INTERVAL_MS, isFirstAtOnce: true, log, failure })
  return async () => {
    await endSync()
    await Promise.all([...listening.values()].map(({ stop }) => stop()))
  }
}

/** Creates the sink for a network's events. */
export function createEventSink(options: IntakeOptions, networkId: string): EventSink {
  const { cells, log, listeners = [] } = options
  return async (events) => {
    try {
      await whileNoneMoves(cells, async (moves) => {
        for (const [cell, own] of await bySimCell(cells, events, ({ iccid }) => iccid)) {
          await storeEvents(options, { cell, moves }, networkId, own)
          for (const listen of listeners) await listen(cell, own)
        }
      })
    } catch (error) {
      log.error(
        { err: error, network: networkId, events: events.length },
        'events could not be stored; the network sends them again',
      )
      throw error
    }
  }
}

/** A single event that cannot be stored must not block the following ones: it is dropped with an error. */
async function storeEvents(
  options: IntakeOptions,
  { cell, moves }: { cell: Cell; moves: number | undefined },
  networkId: string,
  events: readonly NetworkEvent[],
): Promise<void> {
  const { log, clock, consumers = [] } = options
  const now = clock()
  try {
    await cell.db.transaction().execute(async (trx) => {
      if (moves !== undefined) await requireUnmoved(trx, moves)
      const fresh = await applyEvents(trx, networkId, events, now)
      if (fresh.length > 0) for (const consume of consumers) await consume(trx, fresh, now)
    })
  } catch (error) {
    if (!isUnfitData(error)) throw error
    if (events.length === 1)
      log.error({ err: error, network: networkId, event: events[0] }, 'an event cannot be stored and is dropped')
    else for (const event of events) await storeEvents(options, { cell, moves }, networkId, [event])
  }
}
