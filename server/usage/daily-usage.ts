import type { SimKey } from '../records/sim-key.ts'
import type { AddedUsage } from './live-change.ts'

/** Usage of a SIM on a day, to be added to the sums of that day. */
export interface DailyUsage extends AddedUsage, SimKey {
  readonly planCode: string
  /** bytes of the 24 hours of the company's clock; undefined for usage without hours */
  readonly hours: readonly number[] | undefined
}
