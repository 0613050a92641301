import type { Day } from '#domain/billing-cycle.ts'

/** A SIM as it stands before something is written of it; its rows are locked. */
export interface SimBefore {
  readonly companyId: number
  readonly iccid: string
  readonly administrativeStatus: number
  readonly planCode: string
  readonly gprsStatus: number
  readonly imei: string
  readonly connectionStartedAt: Date | null
  readonly timeZone: string
  readonly cycleAnchorDay: number
}

/** Usage of a SIM on one day of its company, to be added. */
export interface UsageAdded {
  readonly day: Day
  readonly cycleStart: Day
  dataBytes: number
  voiceSeconds: number
  sms: number
}

/** What changes of a SIM's live row; what is undefined stays. */
export interface LiveChange {
  gprsStatus?: number
  /** null: no data session is open */
  ip?: string | null
  sgsnIp?: string
  ggsnIp?: string
  servingNetwork?: string
  radioTechnology?: string
  /** IMEI and APN as the network says */
  deviceImei?: string
  usedApn?: string
  areaCode?: number
  cellId?: number
  registeredAt?: Date
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

/** All that is to be written of one SIM beside its sums. */
export interface LiveUpdate {
  readonly before: SimBefore
  readonly live: LiveChange
  readonly usage: readonly UsageAdded[]
  readonly timeline: readonly TimelineEntry[]
  readonly lastAt: Date
}
