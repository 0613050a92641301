import type { KindServices } from '../kind.ts'
import type { EventSink } from '../network-events.ts'
import { deliverEvents, forgetOldBooks, settleDue, settleMessages } from './due.ts'
import type { SimulatedSettings } from './settings.ts'
import type { Store } from './store.ts'
import { liveOneTick } from './tick.ts'

/** Runs the network: orders that fall due, messages, events to whoever listens, and the devices' life. */
export interface Runner {
  readonly follow: (networkId: string, settings: () => SimulatedSettings) => void
  readonly settingsOf: (networkId: string) => SimulatedSettings | undefined
  readonly listen: (networkId: string, sink: EventSink) => () => Promise<void>
  /** something was written that somebody waits for */
  readonly nudge: () => void
  readonly close: () => Promise<void>
}

export interface RunnerOptions extends Pick<KindServices, 'roster' | 'log' | 'clock' | 'reportUsage'> {
  readonly store: Store
}

/** What a round of the network works on. */
export interface World extends RunnerOptions {
  readonly settingsOf: Runner['settingsOf']
  /** who listens in this process; networks to which nobody listens keep their events */
  readonly sinks: ReadonlyMap<string, EventSink>
}

/** Between two rounds when nothing is known to wait, and when something is; a round that was full is followed by the next at once. */
const IDLE_MS = 500
const SOON_MS = 50
const TICK_MS = 1_000
const TIDY_MS = 3_600_000

/** The network runs in the processes that listen to it. Several may; each piece of work is done by one of them. */
export function createRunner(options: RunnerOptions): Runner {
  const settings = new Map<string, () => SimulatedSettings>()
  const sinks = new Map<string, EventSink>()
  const world: World = { ...options, settingsOf: (id) => settings.get(id)?.(), sinks }
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined
  let pauseMs = IDLE_MS
  let tickedAt = 0
  let tidiedAt = Number.NEGATIVE_INFINITY

  const runRound = async (): Promise<void> => {
    pauseMs = IDLE_MS
    if (performance.now() - tickedAt >= TICK_MS) {
      tickedAt = performance.now()
      await liveOneTick(world)
    }
    if (performance.now() - tidiedAt >= TIDY_MS) {
      tidiedAt = performance.now()
      await forgetOldBooks(world)
    }
    const orders = await settleDue(world)
    const messages = await settleMessages(world)
    const events = await deliverEvents(world)
    if (orders || messages || events) pauseMs = 0
  }
  const go = (): void => {
    timer = undefined
    round = runRound()
      .catch((error: unknown) => options.log.error({ err: error }, 'the embedded network stumbled'))
      .finally(() => {
        round = undefined
        plan()
      })
  }
  const plan = (): void => {
    if (sinks.size > 0 && !round) timer ??= setTimeout(go, pauseMs)
  }
  const nudge = (): void => {
    if (pauseMs <= SOON_MS) return
    pauseMs = SOON_MS
    if (round || sinks.size === 0) return
    clearTimeout(timer)
    timer = undefined
    plan()
  }
  const stop = async (networkId: string): Promise<void> => {
    sinks.delete(networkId)
    if (sinks.size === 0) {
      clearTimeout(timer)
      timer = undefined
    }
    await round
  }
  return {
    follow: (networkId, of) => settings.set(networkId, of),
    settingsOf: world.settingsOf,
    listen: (networkId, sink) => {
      sinks.set(networkId, sink)
      plan()
      return () => stop(networkId)
    },
    nudge,
    close: async () => {
      for (const networkId of [...sinks.keys()]) await stop(networkId)
    },
  }
}
