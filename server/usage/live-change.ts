import type { Day } from '#domain/billing-cycle.ts'
import type { SimKey } from '../records/sim-key.ts'

/** The state of a SIM before a write; its rows are locked. */
export interface LockedSim extends SimKey {
  readonly administrativeStatus: number
  readonly planCode: string
  readonly gprsStatus: number
  readonly imei: string
  /** when its serving network was reported last; null: never */
  readonly networkAt: Date | null
  /** when it was located last; null: never */
  readonly locatedAt: Date | null
  readonly connectionStartedAt: Date | null
  readonly timeZone: string
  readonly cycleAnchorDay: number
}

/** Usage of a SIM on one local day, to be added. */
export interface AddedUsage {
  readonly day: Day
  readonly cycleStart: Day
  dataBytes: number
  voiceSeconds: number
  sms: number
}

/** Changes of a SIM's live row; undefined fields stay. */
export interface LiveRowChange {
  gprsStatus?: number
  /** null: there is no open data session */
  ip?: string | null
  sgsnIp?: string
  ggsnIp?: string
  servingNetwork?: string
  radioTechnology?: string
  /** IMEI and APN as reported by the network */
  deviceImei?: string
  usedApn?: string
  areaCode?: number
  cellId?: number
  /** the latest proof that the SIM is in a network; an earlier one than the row's is ignored */
  seenAt?: Date
  latitude?: number
  longitude?: number
  locatedAt?: Date
  connectionStartedAt?: Date
  connectionStoppedAt?: Date | null
}

export interface TimelineEntry {
  readonly at: Date
  readonly kind: string
  readonly detail: Record<string, unknown>
}

/** Everything to be written for one SIM besides its sums. */
export interface LiveUpdate {
  readonly before: LockedSim
  readonly live: LiveRowChange
  readonly usage: readonly AddedUsage[]
  readonly timeline: readonly TimelineEntry[]
  readonly lastAt: Date
  /** whether the network has the SIM, as far as the last report says; undefined when it says nothing of it */
  readonly isInNetwork?: boolean | undefined
  /** when its device and network were reported, if not at `lastAt`, which may be of another session */
  readonly reportedAt?: Date
}
