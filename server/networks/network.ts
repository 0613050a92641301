import type { NetworkEvent } from './network-events.ts'

/**
 * The port to every platform or core that carries SIMs: carriers' HTTP interfaces, an own mobile core, the embedded one.
 *
 * Commands never throw. They say what is known: carried out, taken on, refused (and then surely nothing happened), or unknown.
 * What is unknown is never guessed: `lookup` asks for the truth. Reads throw `NetworkFault`.
 * Times are instants in UTC, identifiers are text as domain/identifiers.ts keeps them, volumes are bytes.
 */

/** Who is meant. Which of the three a network goes by is its own business. */
export interface NetworkSim {
  /** 19 or 20 digits with the check digit (ITU-T E.118) */
  readonly iccid: string
  /** 14 or 15 digits (ITU-T E.212; 3GPP TS 23.003 section 2.2), '' when not known */
  readonly imsi: string
  /** digits without plus sign (ITU-T E.164; 3GPP TS 23.003 section 3.3), '' when not known */
  readonly msisdn: string
}

export interface CallOptions {
  /** the caller no longer waits; what was sent may still have its effect */
  readonly signal?: AbortSignal | undefined
  /** a person waits for it: goes before what runs in bulk */
  readonly isUrgent?: boolean | undefined
}

export interface Command extends CallOptions {
  /**
   * Names the intent, at most 64 characters. Where `capabilities.remembersRequests`, the same id again gives the same answer
   * and no second effect; elsewhere a repeated command is a second command.
   */
  readonly requestId: string
}

/** What can be asked of a network that changes something. */
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
  /** the SIM already is as asked: nothing to do */
  | 'already_in_state'
  /** another change of this SIM is under way; later it may be allowed */
  | 'change_pending'
  /** this network cannot do such a thing at all */
  | 'not_supported'
  /** our account with the network may not do it */
  | 'not_allowed'
  /** an argument is wrong, such as a text that is too long */
  | 'invalid'
  /** too many requests; none of it was carried out */
  | 'rate_limited'
  /** no connection, or the breaker is open: surely nothing was sent */
  | 'unreachable'
  /** the network says that it failed, and that nothing happened */
  | 'network_error'

export type UnknownReason = 'timeout' | 'connection' | 'half_answer'

/** What a network answers to a command. */
export type Answer =
  /** carried out, in force now */
  | { readonly kind: 'done' }
  /** taken on: an event (or a look-up) confirms or refuses it later. `reference` is the network's name for it, '' where it has none */
  | { readonly kind: 'accepted'; readonly reference: string }
  /** surely not carried out. `text` is what the network said; `retryable`: the same may go well later */
  | { readonly kind: 'rejected'; readonly cause: RejectCause; readonly text: string; readonly retryable: boolean }
  /** sent, perhaps carried out: only a look-up can tell */
  | { readonly kind: 'unknown'; readonly why: UnknownReason }

/**
 * The subscription as the network has it. In the words of specification section 4 and of carriers:
 * `inactive` delivered and never used (ready), `active` in service, `data_cut` in service without packet data
 * (operator determined barring, 3GPP TS 23.015), `suspended` out of service and can be resumed, `terminated` gone for good.
 * `unrecognised`: the network used a word that we do not know; it changes nothing and is shown to the administrator.
 */
export type NetworkState = 'inactive' | 'active' | 'data_cut' | 'suspended' | 'terminated' | 'unrecognised'

/** A change of state that the network has taken on and not finished. */
export interface PendingChange {
  readonly command: CommandKind
  /** our id for it, where the network keeps it, else '' */
  readonly requestId: string
  readonly reference: string
  readonly since: Date
}

/** The truth about a SIM's subscription. */
export interface NetworkView {
  readonly state: NetworkState
  /** the network's own word for the state */
  readonly vendorState: string
  /** when the state began; undefined where the network does not say */
  readonly since: Date | undefined
  readonly pending: PendingChange | undefined
  readonly asOf: Date
}

/** Country and network code of the serving network, digits (ITU-T E.212; 3GPP TS 23.003 section 12.1). */
export interface ServingNetwork {
  /** three digits */
  readonly mcc: string
  /** two or three digits */
  readonly mnc: string
}

/** Radio access technologies by their usual names (values of 3GPP TS 29.061 section 16.4.7.2, 3GPP-RAT-Type). */
export type RadioTechnology = 'GSM' | 'UMTS' | 'LTE' | 'LTE-M' | 'NB-IoT' | 'NR'

export interface Registration {
  /** attached now, as far as the network believes; it may believe so for days after a device died */
  readonly isRegistered: boolean
  readonly servingNetwork: ServingNetwork | undefined
  readonly radioTechnology: RadioTechnology | undefined
  /** last location, routing or tracking area update (3GPP TS 23.012, TS 23.060 section 6.9, TS 23.401 section 5.3.3) */
  readonly lastUpdateAt: Date | undefined
  /** 15 digits, '' when the network does not know the device (3GPP TS 23.003 section 6.2.1) */
  readonly imei: string
}

/** Where a SIM is served: location or tracking area and cell (3GPP TS 23.003 sections 4.1, 4.3.1, 19.4.2.3 and 19.6), numbers. */
export interface Cell {
  readonly areaCode: number
  readonly cellId: number
}

/** The data session that is open, or the last one (PDP context, PDN connection or PDU session). */
export interface DataSession {
  /** the network's name for it, one for its whole life */
  readonly sessionKey: string
  readonly startedAt: Date
  /** undefined while it is open */
  readonly stoppedAt: Date | undefined
  /** dotted or colon form */
  readonly ip: string
  readonly apn: string
  /** address of the SGSN or S-GW, of the GGSN or P-GW (3GPP TS 29.061 section 16.4.7.2), '' when not told */
  readonly sgsnIp: string
  readonly ggsnIp: string
  readonly servingNetwork: ServingNetwork | undefined
  readonly radioTechnology: RadioTechnology | undefined
  readonly cell: Cell | undefined
  /** both directions together, since the session began */
  readonly dataBytes: number
  readonly endCause: SessionEndCause | undefined
}

/** Why a data session ended (RFC 2866 section 5.10, in the words of mobile networks). */
export type SessionEndCause = 'device' | 'idle' | 'lost_carrier' | 'network' | 'reset' | 'barred' | 'unknown'

/** All that a diagnosis asks for. */
export interface SimStatus {
  readonly view: NetworkView
  /** undefined: never seen */
  readonly registration: Registration | undefined
  readonly dataSession: DataSession | undefined
  readonly asOf: Date
}

/** Degrees (WGS 84), with the radius in metres within which the device is. */
export interface Location {
  readonly latitude: number
  readonly longitude: number
  readonly uncertaintyMetres: number
  readonly locatedAt: Date
}

export interface SmsMessage {
  readonly text: string
  /** ours; comes back with the events about the message, at most 64 characters */
  readonly reference: string
  /** seconds after which the network gives up (3GPP TS 23.040 section 9.2.3.12, TP-Validity-Period) */
  readonly validitySeconds: number
}

export interface NetworkCapabilities {
  readonly commands: readonly CommandKind[]
  readonly location: boolean
  /** a command repeated with its request id has no second effect */
  readonly remembersRequests: boolean
  /** the same for messages, where they go another way; as `remembersRequests` when it is left out */
  readonly remembersMessages?: boolean
  /** what was accepted is confirmed by an event; where not, only a look-up tells */
  readonly confirmsByEvent: boolean
  /** data sessions come as events of this port; where not, by another way (accounting messages, files) */
  readonly reportsUsage: boolean
  /** it can tell which SIMs it carries (`listSims`) */
  readonly listsSims?: boolean
}

/** Whether a command of a kind that comes again under its id has no second effect. */
export function remembers({ remembersRequests, remembersMessages }: NetworkCapabilities, kind: string): boolean {
  return kind === 'sendSms' ? (remembersMessages ?? remembersRequests) : remembersRequests
}

export type FaultCause = UnknownReason | 'unknown_sim' | 'not_supported' | 'not_allowed' | 'rate_limited' | 'unreachable'

/** A read got no answer. `isTransient`: asking again later makes sense. It is no verdict about the SIM, but for 'unknown_sim'. */
export class NetworkFault extends Error {
  override name = 'NetworkFault'
  readonly reason: FaultCause
  readonly isTransient: boolean
  constructor(reason: FaultCause, message: string) {
    super(message)
    this.reason = reason
    this.isTransient = reason !== 'unknown_sim' && reason !== 'not_supported' && reason !== 'not_allowed'
  }
}

/**
 * Takes events in. When it resolves, they are kept and the network may forget them; when it rejects, the network gives them
 * again. Events of one SIM come in the order in which they happened, as far as the network keeps order; the same may come twice.
 */
export type EventSink = (events: readonly NetworkEvent[]) => Promise<void>

/** What came of asking one part of a network whether it is there and lets us in. */
export interface CheckStep {
  /** which part: a word in lower case, such as account, subscribers or hlr */
  readonly part: string
  readonly isFine: boolean
  /** what it said, in its own words and without anything secret; one line, '' when it had nothing to say */
  readonly text: string
  /** how long it took */
  readonly ms: number
}

/** A SIM as the network's own books have it. */
export interface NetworkInventoryRow extends NetworkSim {
  /** '' when the network does not know the device */
  readonly imei: string
  readonly state: NetworkState
  /** the network's own word for the state */
  readonly vendorState: string
  /** the name that people gave it there, '' without one */
  readonly label: string
}

export interface Network {
  readonly capabilities: NetworkCapabilities

  /** The truth about the subscription. @throws NetworkFault */
  lookup(sim: NetworkSim, options?: CallOptions): Promise<NetworkView>
  /** What the network knows of registration and data session. @throws NetworkFault */
  status(sim: NetworkSim, options?: CallOptions): Promise<SimStatus>
  /** Where the device was seen last; undefined when never. @throws NetworkFault */
  location(sim: NetworkSim, options?: CallOptions): Promise<Location | undefined>

  /** inactive → active */
  activate(sim: NetworkSim, command: Command): Promise<Answer>
  /** active or data_cut → suspended; ends an open data session */
  suspend(sim: NetworkSim, command: Command): Promise<Answer>
  /** suspended → active */
  resume(sim: NetworkSim, command: Command): Promise<Answer>
  /** any → terminated, for good */
  terminate(sim: NetworkSim, command: Command): Promise<Answer>
  /** active → data_cut; ends an open data session */
  cutData(sim: NetworkSim, command: Command): Promise<Answer>
  /** data_cut → active */
  restoreData(sim: NetworkSim, command: Command): Promise<Answer>
  /**
   * Drops the data session and cancels the location, so that the device attaches anew (Cancel Location, 3GPP TS 29.002
   * section 8.1.2, TS 29.272 section 5.2.2). Never changes the state. `accepted`: the device is not reachable now, it acts at
   * the next attach.
   */
  resetConnection(sim: NetworkSim, command: Command): Promise<Answer>
  /** Mobile terminated short message (3GPP TS 23.040). `accepted` with the network's reference; an event tells its fate. */
  sendSms(sim: NetworkSim, message: SmsMessage, command: Command): Promise<Answer>

  /**
   * Tries every part that this network consists of, changing nothing and whether SIMs go by it or not. Never throws: what went
   * wrong is in the steps.
   */
  check(options?: CallOptions): Promise<readonly CheckStep[]>
  /** All SIMs that the network carries, page by page; there where `capabilities.listsSims`. @throws NetworkFault */
  listSims?(options?: CallOptions): AsyncIterable<readonly NetworkInventoryRow[]>

  /** Hands on what happens, in batches, one batch at a time, until the returned function is called; that waits for a batch under way. */
  listen(sink: EventSink): () => Promise<void>
}

/** '730-02', as lists and rows show a serving network; '' when it is not known. */
export function plmnText(network: ServingNetwork | undefined): string {
  return network ? `${network.mcc}-${network.mnc}` : ''
}
