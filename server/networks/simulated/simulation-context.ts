import type { KindServices } from '../kind.ts'
import type { EventSink } from '../network-events.ts'
import type { SimulatedSettings } from './settings.ts'
import type { SimulationStore } from './store.ts'

/** Reads the current settings of a network; undefined for one that is not connected. */
export type SettingsLookup = (networkId: string) => SimulatedSettings | undefined

export interface RunnerOptions extends Pick<KindServices, 'roster' | 'log' | 'clock' | 'reportUsage'> {
  readonly store: SimulationStore
}

/** The context of a round. */
export interface SimulationContext extends RunnerOptions {
  readonly settingsOf: SettingsLookup
  /** sinks of this process; networks without a sink keep their events */
  readonly sinks: ReadonlyMap<string, EventSink>
}
