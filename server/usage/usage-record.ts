/** Who a record speaks of: the first of the three that is given counts. */
export interface Subscriber {
  /** 19 or 20 digits with the check digit (ITU-T E.118) */
  readonly iccid?: string
  /** 14 or 15 digits (ITU-T E.212) */
  readonly imsi?: string
  /** digits without plus sign (ITU-T E.164) */
  readonly msisdn?: string
}

/** Who told it. */
export interface Teller {
  /** the RADIUS client; 0: a network by another way */
  readonly clientId: number
  /** the access server behind it, by its own name or address; '' when there is none to tell apart */
  readonly nas: string
}

/** What is known of the circumstances of a data session; what a record leaves out stays as it was. */
export interface SessionFacts {
  readonly apn?: string
  readonly ip?: string
  readonly imei?: string
  readonly sgsnIp?: string
  readonly ggsnIp?: string
  /** '730-02' (ITU-T E.212) */
  readonly servingNetwork?: string
  /** by its usual name, such as LTE-M */
  readonly radioTechnology?: string
  readonly areaCode?: number
  readonly cellId?: number
}

/**
 * One message about a data session, from whatever network and by whatever protocol: the currency in which usage comes in. What is
 * added here is added to message-text.ts, where it is kept until it is counted.
 */
export interface UsageRecord extends Subscriber, Teller {
  readonly kind: 'started' | 'updated' | 'stopped'
  /** the network's name for the session */
  readonly sessionKey: string
  /** when the session began, where the teller says so; milliseconds since 1970 */
  readonly startedAtMs?: number
  /** when what it says was so, milliseconds since 1970 */
  readonly atMs: number
  /** whether `atMs` is the teller's own clock; if not, it is when the record came, less its delay */
  readonly hasClock: boolean
  /** seconds that the session has lasted, by the teller */
  readonly seconds?: number
  /** bytes since the session began: from the device, and to it */
  readonly inputBytes: number
  readonly outputBytes: number
  /** as the network port names it */
  readonly endCause?: string
  readonly facts: SessionFacts
  /** a charging record: what it says of the whole session is billed, whatever was counted; the file that says so */
  readonly finalBy?: string
  /** tells this record from all others of its session and moment: the same when the same record comes again */
  readonly print: string
}

/** An access server begins or ends its work: sessions that it had are over (RFC 2866 section 5.1, Accounting-On and -Off). */
export interface TellerReset extends Teller {
  readonly kind: 'reset'
  readonly atMs: number
}

export type UsageMessage = UsageRecord | TellerReset
