import type {
  CommandKind,
  DataSession,
  NetworkState,
  RadioTechnology,
  RejectCause,
  ServingNetwork,
  SessionEndCause,
} from './network.ts'

/** What all events have in common. */
interface Happening {
  /** the network's name for this event, the same when it is told again: whoever has seen it does nothing */
  readonly id: string
  readonly iccid: string
  /** when it happened, by the network's clock */
  readonly at: Date
}

/** A change of state is in force: asked for by a command (then with its ids where the network keeps them) or the network's own. */
export interface StateConfirmed extends Happening {
  readonly kind: 'stateConfirmed'
  readonly state: NetworkState
  readonly vendorState: string
  /** what it was asked by; undefined when nobody of ours asked */
  readonly command: CommandKind | undefined
  readonly requestId: string
  readonly reference: string
}

/** A command that had been accepted will not be carried out. */
export interface CommandRefused extends Happening {
  readonly kind: 'commandRefused'
  readonly command: CommandKind
  readonly requestId: string
  readonly reference: string
  readonly cause: RejectCause
  readonly text: string
  readonly retryable: boolean
}

/** A reset that waited for the device, or one that was carried out at once. */
export interface ConnectionReset extends Happening {
  readonly kind: 'connectionReset'
  readonly requestId: string
  readonly reference: string
}

/** The device attached, moved to another network or technology, or refreshed its registration. */
export interface Registered extends Happening {
  readonly kind: 'registered'
  readonly servingNetwork: ServingNetwork
  readonly radioTechnology: RadioTechnology
  /** '' when the network does not tell */
  readonly imei: string
}

/** The device detached, or the network gave it up (implicit detach, 3GPP TS 23.060 section 6.6.2.1). */
export interface Deregistered extends Happening {
  readonly kind: 'deregistered'
}

/** The device was seen somewhere: degrees, WGS 84. */
export interface Located extends Happening {
  readonly kind: 'located'
  readonly latitude: number
  readonly longitude: number
}

/** A data session began. */
export interface DataSessionStarted extends Happening, Omit<DataSession, 'stoppedAt' | 'endCause'> {
  readonly kind: 'dataSessionStarted'
  /** 15 digits; left out or '' when the network does not tell */
  readonly imei?: string
}

/** What an open data session has used so far. `dataBytes` counts from the session's beginning; lower than before is a counter reset. */
export interface DataSessionUpdated extends Happening {
  readonly kind: 'dataSessionUpdated'
  readonly sessionKey: string
  readonly startedAt: Date
  readonly dataBytes: number
}

export interface DataSessionStopped extends Happening {
  readonly kind: 'dataSessionStopped'
  readonly sessionKey: string
  readonly startedAt: Date
  readonly dataBytes: number
  readonly endCause: SessionEndCause
}

/** A voice call ended; whole seconds. */
export interface CallEnded extends Happening {
  readonly kind: 'callEnded'
  readonly voiceSeconds: number
}

/** A message to the device arrived (delivery report, 3GPP TS 23.040 section 9.2.3.15, TP-Status). */
export interface SmsDelivered extends Happening {
  readonly kind: 'smsDelivered'
  /** ours, as given with the message */
  readonly reference: string
  /** parts that were sent, each counted as a message */
  readonly segments: number
}

/** A message to the device will not arrive. */
export interface SmsFailed extends Happening {
  readonly kind: 'smsFailed'
  readonly reference: string
  readonly cause: 'expired' | 'absent_subscriber' | 'memory_full' | 'rejected' | 'unknown'
}

/** A message to the device waits for it at the network (SMPP 3.4 section 5.2.28, ENROUTE and ACCEPTED). */
export interface SmsBuffered extends Happening {
  readonly kind: 'smsBuffered'
  readonly reference: string
}

/** A message from the device. */
export interface SmsReceived extends Happening {
  readonly kind: 'smsReceived'
  /** the number or name that it was sent to */
  readonly to: string
  readonly text: string
  readonly segments: number
  /** parts of it never came; the text has a mark in the place of each */
  readonly isIncomplete?: boolean
}

/** Events that carry usage of data; a network with `capabilities.reportsUsage` false gives none. */
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
