import type { EventSink } from './network-events.ts'
import type {
  CommandKind,
  Location,
  NetworkInventoryRow,
  NetworkSim,
  NetworkSimStatus,
  NetworkView,
  RejectCause,
} from './network-types.ts'

/**
 * The port to every platform or core that carries SIMs: carriers' HTTP APIs, an own mobile core, the embedded network.
 *
 * Commands never throw. Their answer is definite (done, accepted, or rejected, and then surely without effect) or
 * unknown. An unknown outcome is never guessed: `lookup` reads the truth. Reads throw `NetworkFault`. Times are
 * instants in UTC, identifiers are text in the form of domain/identifiers.ts, volumes are bytes.
 */

export interface NetworkCallOptions {
  /** aborts waiting; a request already sent may still take effect */
  readonly signal?: AbortSignal | undefined
  /** a person waits for it: it goes before bulk work */
  readonly isUrgent?: boolean | undefined
}

export interface Command extends NetworkCallOptions {
  /**
   * Idempotency key, at most 64 characters. Where `capabilities.remembersRequests`, the same id again gets the same
   * answer without a second effect; elsewhere a repeated command is a second command.
   */
  readonly requestId: string
}

export type UnknownReason = 'timeout' | 'connection' | 'half_answer'

/** A network's answer to a command. */
export type CommandAnswer =
  /** carried out and in force */
  | { readonly kind: 'done' }
  /**
   * accepted: an event (or a look-up) confirms or refuses it later. `reference` is the network's id for it, '' where it
   * has none
   */
  | { readonly kind: 'accepted'; readonly reference: string }
  /** not carried out, without effect. `text` is the network's message; `retryable`: a later attempt may succeed */
  | { readonly kind: 'rejected'; readonly cause: RejectCause; readonly text: string; readonly retryable: boolean }
  /** sent, outcome unknown: only a look-up shows it */
  | { readonly kind: 'unknown'; readonly why: UnknownReason }

export interface OutgoingSms {
  readonly text: string
  /** the portal's reference, returned with the events about the message, at most 64 characters */
  readonly reference: string
  /** seconds until the network stops trying to deliver (3GPP TS 23.040 section 9.2.3.12, TP-Validity-Period) */
  readonly validitySeconds: number
}

export interface NetworkCapabilities {
  readonly commands: readonly CommandKind[]
  readonly location: boolean
  /** idempotent commands: one repeated with its request id has no second effect */
  readonly remembersRequests: boolean
  /** the same for messages, where they go over a message centre; as `remembersRequests` by default */
  readonly areMessagesIdempotent?: boolean
  /** accepted commands are confirmed by an event; otherwise only a look-up shows their outcome */
  readonly confirmsByEvent: boolean
  /** data sessions are reported as events of this port; otherwise by other means (accounting messages, files) */
  readonly reportsUsage: boolean
  /** it can list the SIMs it carries (`listSims`) */
  readonly listsSims?: boolean
  /** it can hold a SIM to one device (`setDeviceLock`) */
  readonly locksDevices?: boolean
  /** the profiles that a SIM can have there (`setProfile`), such as speed classes; undefined: it has none */
  readonly profiles?: readonly string[]
}

/** Whether a command of a kind repeated with its request id has no second effect. */
export function isIdempotent({ remembersRequests, areMessagesIdempotent }: NetworkCapabilities, kind: string): boolean {
  return kind === 'sendSms' ? (areMessagesIdempotent ?? remembersRequests) : remembersRequests
}

export type FaultCause = UnknownReason | 'unknown_sim' | 'not_supported' | 'not_allowed' | 'rate_limited' | 'unreachable'

/** A read failed. `isTransient`: a retry makes sense. Only 'unknown_sim' says something about the SIM. */
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

/** The result of checking one part of a network. */
export interface CheckStep {
  /** name of the part in lower case, such as account, subscribers or hlr */
  readonly part: string
  readonly isFine: boolean
  /** its answer on one line, without secrets; '' when it had none */
  readonly text: string
  /** duration */
  readonly ms: number
}

export interface Network {
  readonly capabilities: NetworkCapabilities

  /** Reads the subscription. @throws NetworkFault */
  lookup(sim: NetworkSim, options?: NetworkCallOptions): Promise<NetworkView>
  /** Reads registration and data session. @throws NetworkFault */
  status(sim: NetworkSim, options?: NetworkCallOptions): Promise<NetworkSimStatus>
  /** Reads the last known position of the device; undefined when there is none. @throws NetworkFault */
  location(sim: NetworkSim, options?: NetworkCallOptions): Promise<Location | undefined>

  /** inactive → active */
  activate(sim: NetworkSim, command: Command): Promise<CommandAnswer>
  /** active or data_cut → suspended; ends an open data session */
  suspend(sim: NetworkSim, command: Command): Promise<CommandAnswer>
  /** suspended → active */
  resume(sim: NetworkSim, command: Command): Promise<CommandAnswer>
  /** any → terminated, for good */
  terminate(sim: NetworkSim, command: Command): Promise<CommandAnswer>
  /** active → data_cut; ends an open data session */
  cutData(sim: NetworkSim, command: Command): Promise<CommandAnswer>
  /** data_cut → active */
  restoreData(sim: NetworkSim, command: Command): Promise<CommandAnswer>
  /**
   * Ends the data session and cancels the location, so that the device attaches again (Cancel Location, 3GPP TS 29.002
   * section 8.1.2, TS 29.272 section 5.2.2). Never changes the state. `accepted`: the device is not reachable now; it
   * takes effect at the next attach.
   */
  resetConnection(sim: NetworkSim, command: Command): Promise<CommandAnswer>
  /**
   * Sends a mobile terminated short message (3GPP TS 23.040). `accepted` with the network's reference; an event reports
   * its delivery.
   */
  sendSms(sim: NetworkSim, message: OutgoingSms, command: Command): Promise<CommandAnswer>
  /** Gives the SIM a profile, in any state but terminated; present where `capabilities.profiles`. Never changes the state. */
  setProfile?(sim: NetworkSim, profile: string, command: Command): Promise<CommandAnswer>
  /**
   * Holds the SIM to the device of an IMEI of 15 digits, '' to none, in any state but terminated; present where `capabilities.locksDevices`.
   * Never changes the state.
   */
  setDeviceLock?(sim: NetworkSim, imei: string, command: Command): Promise<CommandAnswer>

  /**
   * Checks every part of this network without changing anything, whether SIMs are routed to it or not. Never throws:
   * failures are in the steps.
   */
  check(options?: NetworkCallOptions): Promise<readonly CheckStep[]>
  /**
   * Lists all SIMs that the network carries, page by page; present where `capabilities.listsSims`. @throws NetworkFault
   */
  listSims?(options?: NetworkCallOptions): AsyncIterable<readonly NetworkInventoryRow[]>

  /**
   * Delivers events in batches, one batch at a time, until the returned function is called; that waits for the running
   * batch.
   */
  listen(sink: EventSink): () => Promise<void>
}
