import type { ReportedState } from '#domain/sim-lifecycle.ts'
import type {
  CommandKind,
  DataSession,
  RadioTechnology,
  RejectCause,
  ServingNetwork,
  SessionEndCause,
} from './network-types.ts'

/** The fields of every event. */
interface EventBase {
  /** the network's id of this event, the same when it is sent again: receivers deduplicate by it */
  readonly id: string
  readonly iccid: string
  /** when it happened, by the network's clock */
  readonly at: Date
}

/**
 * A change of state is in force: requested by a command (then with its ids where the network keeps them) or made by the
 * network.
 */
export interface StateConfirmed extends EventBase {
  readonly kind: 'stateConfirmed'
  readonly state: ReportedState
  readonly vendorState: string
  /** the command that caused it; undefined when it was not the portal's */
  readonly command: CommandKind | undefined
  readonly requestId: string
  readonly reference: string
}

/** An accepted command will not be carried out. */
export interface CommandRefused extends EventBase {
  readonly kind: 'commandRefused'
  readonly command: CommandKind
  readonly requestId: string
  readonly reference: string
  readonly cause: RejectCause
  readonly text: string
  readonly retryable: boolean
}

/** A connection reset was carried out, at once or after waiting for the device. */
export interface ConnectionReset extends EventBase {
  readonly kind: 'connectionReset'
  readonly requestId: string
  readonly reference: string
}

/** The device attached, moved to another network or technology, or refreshed its registration. */
export interface Registered extends EventBase {
  readonly kind: 'registered'
  readonly servingNetwork: ServingNetwork
  readonly radioTechnology: RadioTechnology
  /** '' when the network does not report it */
  readonly imei: string
}

/** The device detached, or the network gave it up (implicit detach, 3GPP TS 23.060 section 6.6.2.1). */
export interface Deregistered extends EventBase {
  readonly kind: 'deregistered'
}

/** The device was located: degrees, WGS 84. */
export interface Located extends EventBase {
  readonly kind: 'located'
  readonly latitude: number
  readonly longitude: number
}

/** A data session began. */
export interface DataSessionStarted extends EventBase, Omit<DataSession, 'stoppedAt' | 'endCause'> {
  readonly kind: 'dataSessionStarted'
  /** 15 digits; absent or '' when the network does not report it */
  readonly imei?: string
}

/**
 * Usage of an open data session so far. `dataBytes` counts from the session's start; a lower value than before is a
 * counter reset.
 */
export interface DataSessionUpdated extends EventBase {
  readonly kind: 'dataSessionUpdated'
  readonly sessionKey: string
  readonly startedAt: Date
  readonly dataBytes: number
}

export interface DataSessionStopped extends EventBase {
  readonly kind: 'dataSessionStopped'
  readonly sessionKey: string
  readonly startedAt: Date
  readonly dataBytes: number
  readonly endCause: SessionEndCause
}

/** A voice call ended; whole seconds. */
export interface CallEnded extends EventBase {
  readonly kind: 'callEnded'
  readonly voiceSeconds: number
}

/** A message to the device arrived (delivery report, 3GPP TS 23.040 section 9.2.3.15, TP-Status). */
export interface SmsDelivered extends EventBase {
  readonly kind: 'smsDelivered'
  /** the portal's reference, as given with the message */
  readonly reference: string
  /** number of parts, each counted as a message */
  readonly segments: number
}

/** A message to the device will not arrive. */
export interface SmsFailed extends EventBase {
  readonly kind: 'smsFailed'
  readonly reference: string
  readonly cause: 'expired' | 'absent_subscriber' | 'memory_full' | 'rejected' | 'unknown'
}

/** A message to the device is buffered at the network (SMPP 3.4 section 5.2.28, ENROUTE and ACCEPTED). */
export interface SmsBuffered extends EventBase {
  readonly kind: 'smsBuffered'
  readonly reference: string
}

/** A message from the device. */
export interface SmsReceived extends EventBase {
  readonly kind: 'smsReceived'
  /** the number or name it was addressed to */
  readonly to: string
  readonly text: string
  readonly segments: number
  /** some parts never arrived; the text has a placeholder for each */
  readonly isIncomplete?: boolean
}

/** Events of data sessions; a network with `capabilities.reportsUsage` false sends none. */
export type DataSessionEvent = DataSessionStarted | DataSessionUpdated | DataSessionStopped

export type NetworkEvent =
  | StateConfirmed
  | CommandRefused
  | ConnectionReset
  | Registered
  | Deregistered
  | Located
  | DataSessionEvent
  | CallEnded
  | SmsDelivered
  | SmsFailed
  | SmsBuffered
  | SmsReceived

/**
 * Receives events. When it resolves, they are stored and the network may discard them; when it rejects, the network
 * sends them again. Events of one SIM arrive in order as far as the network keeps order; duplicates are possible.
 */
export type EventSink = (events: readonly NetworkEvent[]) => Promise<void>
