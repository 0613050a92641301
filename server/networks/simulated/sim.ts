import type { CommandKind, RadioTechnology, ReportedState, SessionEndCause } from '../network-types.ts'

/** What the embedded network has taken on for a SIM and not carried out yet. */
export interface PendingOrder {
  readonly command: CommandKind
  readonly requestId: string
  readonly reference: string
  /** ISO 8601 */
  readonly since: string
  readonly isRefused: boolean
}

export interface WaitingReset {
  readonly requestId: string
  readonly reference: string
}

export interface SimSession {
  readonly key: string
  readonly startedAt: Date
  /** null: open */
  readonly stoppedAt: Date | null
  readonly bytes: number
  /** network seconds up to which the bytes are counted */
  readonly countedTo: number
  readonly ip: string
  readonly sgsnIp: string
  readonly ggsnIp: string
  readonly endCause: SessionEndCause | null
}

/** A device keeps to its habits, uses far too much, sends all that its radio can, or says nothing. */
export type Mood = 'well' | 'runaway' | 'flood' | 'silent'

export type SimState = Exclude<ReportedState, 'unrecognised'>

/** A subscription of the embedded network with its device. Times of the devices are network seconds. */
export interface Sim {
  readonly iccid: string
  readonly networkId: string
  readonly state: SimState
  readonly stateSince: Date
  readonly pending: PendingOrder | null
  readonly pendingDueAt: Date | null
  readonly waitingReset: WaitingReset | null
  readonly imei: string
  readonly apn: string
  readonly device: string
  readonly usualDayBytes: number
  readonly mood: Mood
  readonly moodUntil: number
  readonly isRegistered: boolean
  /** MCC-MNC */
  readonly servingNetwork: string
  readonly homeNetwork: string
  readonly radioTechnology: RadioTechnology
  readonly seenAt: Date | null
  /** latitude and longitude, degrees */
  readonly place: readonly [number, number] | null
  readonly home: readonly [number, number] | null
  readonly session: SimSession | null
  readonly wakeAt: number | null
}

/** The moment at which something happens: ours for the records, the devices' for their habits. */
export interface Moment {
  readonly now: Date
  /** network seconds */
  readonly seconds: number
}

export const isInService = (state: SimState): boolean => state === 'active' || state === 'data_cut'
export const hasOpenSession = ({ session }: Sim): boolean => session !== null && session.stoppedAt === null
