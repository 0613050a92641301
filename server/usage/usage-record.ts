import type { SubscriberIds } from '../cells/sim-places.ts'

/** The source of a record. */
export interface UsageSource {
  /** the RADIUS client; 0: a network by another protocol */
  readonly clientId: number
  /** the access server (NAS) behind it, by its own name or address; '' when there is none */
  readonly nas: string
}

/** Facts of a data session; absent ones stay as they were. */
export interface SessionFacts {
  readonly apn?: string
  readonly ip?: string
  readonly imei?: string
  readonly sgsnIp?: string
  readonly ggsnIp?: string
  /** '730-02' (ITU-T E.212) */
  readonly servingNetwork?: string
  /** common name, such as LTE-M */
  readonly radioTechnology?: string
  readonly areaCode?: number
  readonly cellId?: number
}

/**
 * A report on a data session, from any network by any protocol: the common form of usage intake. A field added here is
 * also added to message-text.ts, which stores it until it is counted.
 */
export interface UsageRecord extends SubscriberIds, UsageSource {
  readonly kind: 'started' | 'updated' | 'stopped'
  /** the session's key in the network (Acct-Session-Id, RFC 2866 section 5.5) */
  readonly sessionKey: string
  /** start of the session if the source gives it, milliseconds since 1970 */
  readonly startedAtMs?: number
  /** time of the report, milliseconds since 1970 */
  readonly atMs: number
  /** whether `atMs` is from the source's own clock; otherwise it is the time of receipt less the delay */
  readonly hasSourceClock: boolean
  /** duration of the session by the source, seconds */
  readonly seconds?: number
  /** bytes since the start of the session: from the device, and to it */
  readonly inputBytes: number
  readonly outputBytes: number
  /** as the network port names it */
  readonly endCause?: string
  readonly facts: SessionFacts
  /** a charging record (TS 32.298): its totals are billed instead of what was counted; the name of its file */
  readonly finalBy?: string
  /** distinguishes this record from all others of its session and time; the same when it is received again */
  readonly fingerprint: string
}

/** An access server starts or stops: its sessions are over (RFC 2866 section 5.1, Accounting-On and -Off). */
export interface SourceReset extends UsageSource {
  readonly kind: 'reset'
  readonly atMs: number
  /** the same when it is received again */
  readonly fingerprint: string
}

export type UsageMessage = UsageRecord | SourceReset
