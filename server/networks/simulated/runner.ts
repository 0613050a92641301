import { HOUR_MS } from '#domain/time.ts'
import type { EventSink } from '../network-events.ts'
import { completeDueCommands, deleteOldRecords, deliverDueMessages, deliverEvents } from './due-work.ts'
import { runTick } from './run-tick.ts'
import type { SimulatedSettings } from './settings.ts'
import type { RunnerOptions, SettingsLookup, SimulationContext } from './simulation-context.ts'

/** Runs the network: due commands, messages, delivery of events, and the devices. */
export interface SimulationRunner {
  readonly register: (networkId: string, settings: () => SimulatedSettings) => void
  readonly settingsOf: SettingsLookup
  readonly listen: (networkId: string, sink: EventSink) => () => Promise<void>
  /** starts the next round soon: something was written */
  readonly notify: () => void
  readonly close: () => Promise<void>
}

/** Delay between rounds when idle, and after a notification; a full round is followed by the next at once. */
const POLL_INTERVAL_MS = 500
const NOTIFIED_DELAY_MS = 50
const TICK_INTERVAL_MS = 1_000
const CLEANUP_INTERVAL_MS = HOUR_MS

/**
 * Runs the network in the processes that listen to it. Several may run it; each piece of work is done by one of them.
 */
export function createRunner(options: RunnerOptions): SimulationRunner {
  const settings = new Map<string, () => SimulatedSettings>()
  const sinks = new Map<string, EventSink>()
  const context: SimulationContext = { ...options, settingsOf: (id) => settings.get(id)?.(), sinks }
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined
  let delayMs = POLL_INTERVAL_MS
  let lastTickAt = 0
  let lastCleanupAt = Number.NEGATIVE_INFINITY

  const runRound = async (): Promise<void> => {
    delayMs = POLL_INTERVAL_MS
    if (performance.now() - lastTickAt >= TICK_INTERVAL_MS) {
      lastTickAt = performance.now()
      await runTick(context)
    }
    if (performance.now() - lastCleanupAt >= CLEANUP_INTERVAL_MS) {
      lastCleanupAt = performance.now()
      await deleteOldRecords(context)
    }
    const orders = await completeDueCommands(context)
    const messages = await deliverDueMessages(context)
    const events = await deliverEvents(context)
    if (orders || messages || events) delayMs = 0
  }
  const startRound = (): void => {
    timer = undefined
    round = runRound()
      .catch((error: unknown) => options.log.error({ err: error }, 'a round of the embedded network failed'))
      .finally(() => {
        round = undefined
        scheduleRound()
      })
  }
  const scheduleRound = (): void => {
    if (sinks.size > 0 && !round) timer ??= setTimeout(startRound, delayMs)
  }
  const notify = (): void => {
    if (delayMs <= NOTIFIED_DELAY_MS) return
    delayMs = NOTIFIED_DELAY_MS
    if (round || sinks.size === 0) return
    clearTimeout(timer)
    timer = undefined
    scheduleRound()
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
    register: (networkId, of) => settings.set(networkId, of),
    settingsOf: context.settingsOf,
    listen: (networkId, sink) => {
      sinks.set(networkId, sink)
      scheduleRound()
      return () => stop(networkId)
    },
    notify,
    close: async () => {
      for (const networkId of [...sinks.keys()]) await stop(networkId)
    },
  }
}
