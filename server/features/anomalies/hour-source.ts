import type { AnomalyMeasure, Habits, HourProfile } from '#domain/anomalies.ts'
import type { SpannedHour } from '#server/usage/local-hours.ts'

/** A company's SIMs in one model of device. */
export interface DeviceProfile extends HourProfile {
  readonly device: string
}

/** Of a model: SIMs from an amount on are asked for. */
export interface FarAsk {
  readonly device: string
  readonly from: number
  /** the model as a whole departs: what a SIM itself did before does not matter */
  readonly isWhole: boolean
}

/** SIMs of a model that do far more than expected. */
export interface FarSims {
  readonly device: string
  /** all of them, and what a typical one does */
  readonly count: number
  readonly typical: number
  /** those that do most */
  readonly sims: readonly { readonly iccid: string; readonly amount: number; readonly own: number }[]
}

/** The habits of a model's SIMs, and some of those that are silent. */
export interface DeviceHabits extends Habits {
  readonly device: string
  readonly iccids: readonly string[]
}

/** What is recorded of a company by the hour. */
export interface HourSource {
  /** the models with enough peers; of an hour of a day of which no hours are recorded none */
  profiles(hour: SpannedHour): Promise<readonly DeviceProfile[]>
  far(measure: AnomalyMeasure, hour: SpannedHour, asks: readonly FarAsk[]): Promise<readonly FarSims[]>
  /** @param before the latest first, three or four */
  habits(hour: SpannedHour, before: readonly SpannedHour[], devices: readonly string[]): Promise<readonly DeviceHabits[]>
}
