import type { ReportedState } from '#domain/sim-lifecycle.ts'

/** The identifiers of a SIM. Each network chooses which of the three it uses. */
export interface NetworkSim {
  /** 19 or 20 digits with the check digit (ITU-T E.118) */
  readonly iccid: string
  /** 14 or 15 digits (ITU-T E.212; 3GPP TS 23.003 section 2.2), '' when not known */
  readonly imsi: string
  /** digits without plus sign (ITU-T E.164; 3GPP TS 23.003 section 3.3), '' when not known */
  readonly msisdn: string
}

/** The commands that change something in a network. */
export const COMMAND_KINDS = [
  'activate',
  'suspend',
  'resume',
  'terminate',
  'cutData',
  'restoreData',
  'resetConnection',
  'sendSms',
] as const

export type CommandKind = (typeof COMMAND_KINDS)[number]

export type RejectCause =
  /** the network does not carry this SIM */
  | 'unknown_sim'
  /** the SIM's state does not allow it (a terminated one never comes back) */
  | 'wrong_state'
  /** the SIM already is in the requested state */
  | 'already_in_state'
  /** another change of this SIM is pending; a later attempt may be allowed */
  | 'change_pending'
  /** the network does not support the command at all */
  | 'not_supported'
  /** the portal's account is not authorised for it */
  | 'not_allowed'
  /** an argument is invalid, such as a text that is too long */
  | 'invalid'
  /** too many requests; nothing was carried out */
  | 'rate_limited'
  /** no connection, or the breaker is open: nothing was sent */
  | 'unreachable'
  /** the network reports a failure without effect */
  | 'network_error'

/** A change of state that the network accepted and has not completed. */
export interface PendingChange {
  readonly command: CommandKind
  /** the request id, where the network keeps it, else '' */
  readonly requestId: string
  readonly reference: string
  readonly since: Date
}

/** A SIM's subscription as the network has it. */
export interface NetworkView {
  readonly state: ReportedState
  /** the network's own word for the state */
  readonly vendorState: string
  /** start of the state; undefined where the network does not report it */
  readonly since: Date | undefined
  readonly pending: PendingChange | undefined
  /** what the SIM may use there, in the network's own word; undefined where it has no profiles */
  readonly profile?: string | undefined
  /** the IMEI to which it is held there, in the network's own word, '' for none; undefined where it holds no SIM to a device */
  readonly deviceLock?: string | undefined
  readonly asOf: Date
}

/** Country and network code of the serving network, digits (ITU-T E.212; 3GPP TS 23.003 section 12.1). */
export interface ServingNetwork {
  /** three digits */
  readonly mcc: string
  /** two or three digits */
  readonly mnc: string
}

/** Radio access technologies by their common names (values of 3GPP TS 29.061 section 16.4.7.2, 3GPP-RAT-Type). */
export type RadioTechnology = 'GSM' | 'UMTS' | 'LTE' | 'LTE-M' | 'NB-IoT' | 'NR'

export interface Registration {
  /** attached according to the network, which may keep a dead device attached for days */
  readonly isRegistered: boolean
  readonly servingNetwork: ServingNetwork | undefined
  readonly radioTechnology: RadioTechnology | undefined
  /** last location, routing or tracking area update (3GPP TS 23.012, TS 23.060 section 6.9, TS 23.401 section 5.3.3) */
  readonly lastUpdateAt: Date | undefined
  /** 15 digits, '' when unknown to the network (3GPP TS 23.003 section 6.2.1) */
  readonly imei: string
}

/**
 * The serving area and cell: location or tracking area and cell identity (3GPP TS 23.003 sections 4.1, 4.3.1, 19.4.2.3
 * and 19.6), numbers.
 */
export interface ServingCell {
  readonly areaCode: number
  readonly cellId: number
}

/** The open data session, or the last one (PDP context, PDN connection or PDU session). */
export interface DataSession {
  /** the network's key of the session, constant for its lifetime */
  readonly sessionKey: string
  readonly startedAt: Date
  /** undefined while it is open */
  readonly stoppedAt: Date | undefined
  /** dotted or colon form */
  readonly ip: string
  readonly apn: string
  /** address of the SGSN or S-GW, of the GGSN or P-GW (3GPP TS 29.061 section 16.4.7.2), '' when not reported */
  readonly sgsnIp: string
  readonly ggsnIp: string
  readonly servingNetwork: ServingNetwork | undefined
  readonly radioTechnology: RadioTechnology | undefined
  readonly cell: ServingCell | undefined
  /** bytes in both directions together since the start of the session */
  readonly dataBytes: number
  readonly endCause: SessionEndCause | undefined
}

/** Why a data session ended (RFC 2866 section 5.10, mapped to mobile networks). */
export type SessionEndCause = 'device' | 'idle' | 'lost_carrier' | 'network' | 'reset' | 'barred' | 'unknown'

/** The facts that a diagnosis needs. */
export interface NetworkSimStatus {
  readonly view: NetworkView
  /** undefined: never registered */
  readonly registration: Registration | undefined
  readonly dataSession: DataSession | undefined
  readonly asOf: Date
}

/** A position in degrees (WGS 84), with its uncertainty radius in metres. */
export interface Location {
  readonly latitude: number
  readonly longitude: number
  readonly uncertaintyMetres: number
  readonly locatedAt: Date
}

/** A SIM in the network's own inventory. */
export interface NetworkInventoryRow extends NetworkSim {
  /** '' when unknown to the network */
  readonly imei: string
  readonly state: ReportedState
  /** the network's own word for the state */
  readonly vendorState: string
  /** its label in the network, '' without one */
  readonly label: string
}

/** Formats a serving network, such as '730-02'; '' when it is not known. */
export function formatPlmn(network: ServingNetwork | undefined): string {
  return network ? `${network.mcc}-${network.mnc}` : ''
}
