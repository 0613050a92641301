import type { OperationKind } from '#domain/eligibility.ts'
import type { ItemFailure, ItemState } from '#domain/operations.ts'
import { isUnanswered, type SilenceCause } from '#domain/silence-cause.ts'
import { STATE_AFTER, statusAfter, TECHNICAL_STATUS_OF, type Trigger, targetStatus } from '#domain/sim-lifecycle.ts'
import type { CommandAnswer } from '#server/networks/network.ts'
import type { NetworkSim, NetworkView } from '#server/networks/network-types.ts'
import type { SimKey } from '#server/records/sim-key.ts'
import { isLookedUp, type NetworkAsker, targetNetworkState, workOf } from './operation-kinds.ts'
import { ACCEPTED_DELAYS, MAX_ATTEMPTS, nextLookupMs, nextRetryMs } from './timing.ts'

/** A line claimed by a process, with its SIM's present row. */
export interface ClaimedLine {
  readonly line: number
  readonly iccid: string
  readonly simCompanyId: number | null
  readonly network: string
  readonly phase: 'request' | 'cooling' | 'send' | 'withdraw'
  readonly attempts: number
  readonly run: number
  readonly reference: string | null
  /** the SIM's status when the line was first claimed */
  readonly fromStatus: number | null
  readonly expiresAt: Date
  /** when it was sent */
  readonly updatedAt: Date
  readonly sim: {
    readonly imsi: string
    readonly msisdn: string
    readonly administrativeStatus: number
    readonly previousStatus: number | null
    readonly simTypeId: number
    readonly apnId: number
    readonly originId: number
    readonly planCode: string
  } | null
}

type LineOfSim = Pick<ClaimedLine, 'simCompanyId' | 'iccid'>

/** The SIM of a line, if it has one. */
export const simKeyOf = ({ simCompanyId, iccid }: LineOfSim): SimKey | undefined =>
  simCompanyId === null ? undefined : { companyId: simCompanyId, iccid }

/** The SIMs of lines that have one. */
export const simKeysOf = (lines: readonly LineOfSim[]): SimKey[] => lines.flatMap((line) => simKeyOf(line) ?? [])

/** A line's SIM as networks name it; undefined when it is gone. */
export const networkSimOf = ({ iccid, sim }: ClaimedLine): NetworkSim | undefined =>
  sim ? { iccid, imsi: sim.imsi, msisdn: sim.msisdn } : undefined

/** The change of a SIM; undefined properties stay as they are. */
export interface SimChange {
  readonly status: number
  readonly technicalStatus: number | undefined
  readonly target: number | null
}

/** The new state of a line. */
export interface LineOutcome {
  readonly line: number
  readonly state: ItemState
  readonly code: string
  readonly text: string
  readonly retryable: boolean
  readonly phase: ClaimedLine['phase']
  /** the run of the next attempt */
  readonly run: number
  readonly reference: string | null
  /** when the next step is due, for pending and running lines */
  readonly dueAt: Date
  readonly expiresAt: Date
  readonly change: SimChange | null
  /** the kind of the SIM's timeline row, null for none */
  readonly event: string | null
}

interface OutcomeContext {
  readonly kind: OperationKind
  readonly now: Date
}

/** The properties of the network that carries the line's SIM. */
export interface NetworkContext extends OutcomeContext, NetworkAsker {
  /** a repeated request has no second effect */
  readonly isIdempotent: boolean
  /** time until an unconfirmed command is looked up */
  readonly askAfterMs: number
}

const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms)

const unchanged = ({ line, phase, run, reference, expiresAt }: ClaimedLine, now: Date) => ({
  line,
  code: '',
  text: '',
  retryable: false,
  phase,
  run,
  reference,
  dueAt: now,
  expiresAt,
  change: null,
  event: null,
})

const DONE_EVENTS: Readonly<Record<OperationKind, string | null>> = {
  activate: 'activated',
  hibernate: 'hibernated',
  reactivate: 'reactivated',
  restoreData: 'data_restored',
  terminate: 'terminated',
  restart: 'restarted',
  sms: 'sms_sent',
  custom: 'custom_fields_changed',
  assign: 'company_changed',
  diagnose: null,
  // written with the plans: change-plans.ts
  plan: null,
  tag: 'tags_changed',
  group: 'group_changed',
  lock: 'lock_set',
}
const FAILED_EVENTS: Readonly<Record<OperationKind, string | null>> = {
  activate: 'activation_failed',
  hibernate: 'hibernation_failed',
  reactivate: 'reactivation_failed',
  restoreData: 'data_restore_failed',
  terminate: 'termination_failed',
  restart: 'restart_failed',
  sms: 'sms_failed',
  custom: 'custom_fields_failed',
  assign: 'assignment_failed',
  diagnose: null,
  plan: 'plan_change_failed',
  tag: 'tags_failed',
  group: 'group_failed',
  lock: 'lock_failed',
}
const ACCEPTED_EVENTS: Readonly<Partial<Record<OperationKind, string>>> = {
  hibernate: 'hibernation_requested',
  terminate: 'termination_sent',
}

/** The status in which the line's transition started: a termination acts on a SIM with a requested one. */
const startStatus = (kind: OperationKind, { sim, fromStatus }: ClaimedLine): number =>
  kind === 'terminate' ? 9 : (fromStatus ?? sim?.administrativeStatus ?? 0)

function statusWork(kind: OperationKind): { trigger: Trigger; state: keyof typeof TECHNICAL_STATUS_OF } | undefined {
  const work = workOf(kind)
  return work.does === 'status' ? { trigger: work.trigger, state: STATE_AFTER[work.command] } : undefined
}

/** Done: the SIM has the line's target status. */
export function doneOutcome(claimed: ClaimedLine, { kind, now }: OutcomeContext, code = ''): LineOutcome {
  const work = statusWork(kind)
  const status = work && statusAfter('confirmed', work.trigger, startStatus(kind, claimed), claimed.sim?.previousStatus)
  const change =
    work && status !== undefined ? { status, technicalStatus: TECHNICAL_STATUS_OF[work.state], target: null } : null
  return { ...unchanged(claimed, now), state: 'succeeded', code, change, event: DONE_EVENTS[kind] }
}

/** Accepted: confirmed later. */
function acceptedOutcome(claimed: ClaimedLine, context: NetworkContext, reference: string): LineOutcome {
  const { kind, now, askAfterMs } = context
  const work = statusWork(kind)
  // final: the reset acts at the next attach, a message has its own delivery report
  if (!isLookedUp(context))
    return { ...doneOutcome(claimed, { kind, now }), reference, code: kind === 'restart' ? 'next_attach' : '' }
  const status = work && statusAfter('accepted', work.trigger, startStatus(kind, claimed))
  const change =
    work && status !== undefined ? { status, technicalStatus: undefined, target: targetStatus(work.trigger) } : null
  return {
    ...unchanged(claimed, now),
    state: 'running',
    reference,
    dueAt: after(now, ACCEPTED_DELAYS * askAfterMs),
    change,
    event: status === claimed.sim?.administrativeStatus ? null : (ACCEPTED_EVENTS[kind] ?? null),
  }
}

/** Not carried out, and not retried automatically: the SIM returns to its previous status. */
export function failedOutcome(
  claimed: ClaimedLine,
  { kind, now }: OutcomeContext,
  why: { code: ItemFailure; text?: string; retryable: boolean },
): LineOutcome {
  const work = statusWork(kind)
  const wasMoved = work && claimed.sim && claimed.reference !== null
  return {
    ...unchanged(claimed, now),
    state: 'failed',
    code: why.code,
    text: why.text ?? '',
    retryable: why.retryable,
    change: wasMoved ? { status: startStatus(kind, claimed), technicalStatus: undefined, target: null } : null,
    event: FAILED_EVENTS[kind],
  }
}

/** Nothing was sent: retried later, until the line has expired. */
function retryOutcome(claimed: ClaimedLine, context: NetworkContext, text: string): LineOutcome {
  const { now, askAfterMs } = context
  if (now >= claimed.expiresAt) return failedOutcome(claimed, context, { code: 'unreachable', text, retryable: true })
  const dueAt = after(now, nextRetryMs(claimed.attempts, askAfterMs))
  return { ...unchanged(claimed, now), state: 'pending', code: 'unreachable', text, dueAt }
}

/** Diagnosed. A SIM of which no network gave an answer has failed: it can be diagnosed again. */
export function diagnosedOutcome(claimed: ClaimedLine, cause: SilenceCause, now: Date): LineOutcome {
  const isOpen = isUnanswered(cause)
  return { ...unchanged(claimed, now), state: isOpen ? 'failed' : 'succeeded', code: cause, retryable: isOpen }
}

/** A question that got no answer is repeated later. */
export function askAgainOutcome(claimed: ClaimedLine, { now, askAfterMs }: NetworkContext): LineOutcome {
  const dueAt = after(now, nextRetryMs(claimed.attempts, askAfterMs))
  return { ...unchanged(claimed, now), state: 'pending', code: 'unreachable', dueAt }
}

/** The outcome of a network's answer. */
export function outcomeOfAnswer(claimed: ClaimedLine, answer: CommandAnswer, context: NetworkContext): LineOutcome {
  const { now, askAfterMs } = context
  if (answer.kind === 'done') return doneOutcome(claimed, context)
  if (answer.kind === 'accepted') return acceptedOutcome(claimed, context, answer.reference)
  if (answer.kind === 'unknown') {
    return { ...unchanged(claimed, now), state: 'running', code: 'unknown', text: answer.why, dueAt: after(now, askAfterMs) }
  }
  const { cause, text, retryable } = answer
  if (cause === 'already_in_state' && isLookedUp(context)) return doneOutcome(claimed, context)
  // possibly our own earlier request in progress: a look-up decides
  if (cause === 'change_pending' && isLookedUp(context)) {
    return { ...unchanged(claimed, now), state: 'running', code: 'network_busy', text, dueAt: after(now, askAfterMs) }
  }
  if (cause === 'unreachable' || cause === 'rate_limited') return retryOutcome(claimed, context, text)
  if (cause === 'network_error' && retryable && claimed.attempts < MAX_ATTEMPTS) return retryOutcome(claimed, context, text)
  const code = cause === 'not_supported' ? 'not_supported' : 'rejected'
  return failedOutcome(claimed, context, { code, text, retryable })
}

/** Whether the network has done what a line asked it for. */
function isInForce(view: NetworkView, { kind, parameters }: NetworkContext): boolean {
  const state = targetNetworkState(kind)
  return state === undefined ? view.profile === parameters.networkProfile : view.state === state
}

/** The outcome of a look-up for a line that was sent and not settled. */
export function outcomeOfLookup(claimed: ClaimedLine, view: NetworkView, context: NetworkContext): LineOutcome {
  const { now } = context
  if (!isLookedUp(context)) return outcomeWithoutLookup(claimed, context)
  if (isInForce(view, context)) return doneOutcome(claimed, context)
  const isExpired = now >= claimed.expiresAt
  if (view.pending && !isExpired) return lookUpAgain(claimed, context, 'network_busy')
  if (view.pending) return failedOutcome(claimed, context, { code: 'timeout', retryable: true })
  if (isExpired || claimed.attempts >= MAX_ATTEMPTS) {
    return failedOutcome(claimed, context, { code: isExpired ? 'timeout' : 'unreachable', retryable: true })
  }
  // not carried out. An accepted command that had no effect is sent as a new run; one that may not have arrived is repeated
  const run = claimed.reference === null ? claimed.run : claimed.run + 1
  return { ...unchanged(claimed, now), state: 'pending', run, reference: null }
}

/** @param why the reason shown for the delay; an accepted command has none */
function lookUpAgain(claimed: ClaimedLine, { now, askAfterMs }: NetworkContext, why: 'unknown' | 'network_busy'): LineOutcome {
  const dueAt = after(now, nextLookupMs(now.getTime() - claimed.updatedAt.getTime(), askAfterMs))
  return { ...unchanged(claimed, now), state: 'running', code: claimed.reference === null ? why : '', dueAt }
}

/** A restart or a message leaves no state to look up: the command is repeated if the network deduplicates requests. */
export function outcomeWithoutLookup(claimed: ClaimedLine, context: NetworkContext): LineOutcome {
  const { now, kind, isIdempotent } = context
  const mayRepeat = isIdempotent && claimed.attempts < MAX_ATTEMPTS && now < claimed.expiresAt
  if (mayRepeat) return { ...unchanged(claimed, now), state: 'pending' }
  return failedOutcome(claimed, context, { code: 'timeout', retryable: kind === 'restart' })
}

/** The look-up failed: it is repeated later, until the line expires; then its outcome is unknown. */
export function outcomeOfFailedLookup(claimed: ClaimedLine, context: NetworkContext): LineOutcome {
  const { now } = context
  if (now < claimed.expiresAt) return lookUpAgain(claimed, context, 'unknown')
  return failedOutcome(claimed, context, { code: 'timeout', retryable: true })
}
