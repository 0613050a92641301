import type { OperationKind } from '#domain/eligibility.ts'
import type { ItemFailure, ItemState } from '#domain/operations.ts'
import { STATE_AFTER, statusAfter, TECHNICAL_STATUS_OF, type Trigger, targetStatus } from '#domain/sim-lifecycle.ts'
import type { CommandAnswer } from '../../networks/network.ts'
import type { NetworkView } from '../../networks/network-types.ts'
import { workOf } from './operation-kinds.ts'
import { ACCEPTED_DELAYS, MAX_ATTEMPTS, nextAskMs, nextTryMs } from './timing.ts'

/** A line in somebody's hands, with what is known of its SIM now. */
export interface TakenLine {
  readonly line: number
  readonly iccid: string
  readonly simCompanyId: number | null
  readonly network: string
  readonly phase: 'request' | 'cooling' | 'send' | 'withdraw'
  readonly attempts: number
  readonly run: number
  readonly reference: string | null
  /** the SIM's status when the line began */
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
  } | null
}

/** What becomes of a SIM; undefined properties stay as they are. */
export interface SimChange {
  readonly status: number
  readonly technicalStatus: number | undefined
  readonly target: number | null
}

/** What becomes of a line. */
export interface Outcome {
  readonly line: number
  readonly state: ItemState
  readonly code: string
  readonly text: string
  readonly retryable: boolean
  readonly phase: TakenLine['phase']
  /** which run of the line a next attempt is */
  readonly run: number
  readonly reference: string | null
  /** pending or running: when something is to happen next */
  readonly dueAt: Date
  readonly expiresAt: Date
  readonly change: SimChange | null
  /** a row of the SIM's timeline: its kind, null for none */
  readonly event: string | null
}

interface Context {
  readonly kind: OperationKind
  readonly now: Date
}

/** What has to be known of the network that carries the line's SIM. */
export interface NetworkContext extends Context {
  /** a repeated request has no second effect */
  readonly remembersRequests: boolean
  /** what it left open is looked up after so long */
  readonly askAfterMs: number
}

const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms)

const same = ({ line, phase, run, reference, expiresAt }: TakenLine, now: Date) => ({
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

const DONE_EVENTS: Readonly<Record<OperationKind, string>> = {
  activate: 'activated',
  hibernate: 'hibernated',
  reactivate: 'reactivated',
  terminate: 'terminated',
  restart: 'restarted',
  sms: 'sms_sent',
  custom: 'custom_fields_changed',
  assign: 'company_changed',
}
const FAILED_EVENTS: Readonly<Record<OperationKind, string>> = {
  activate: 'activation_failed',
  hibernate: 'hibernation_failed',
  reactivate: 'reactivation_failed',
  terminate: 'termination_failed',
  restart: 'restart_failed',
  sms: 'sms_failed',
  custom: 'custom_fields_failed',
  assign: 'assignment_failed',
}
const ACCEPTED_EVENTS: Readonly<Partial<Record<OperationKind, string>>> = {
  hibernate: 'hibernation_requested',
  terminate: 'termination_sent',
}

/** The status in which the line's transition began: a termination acts on a SIM for which one was asked. */
function beginning(kind: OperationKind, taken: TakenLine): number {
  const { sim, fromStatus } = taken
  const now = sim?.administrativeStatus ?? 0
  if (kind === 'terminate') return 9
  return fromStatus ?? now
}

function statusWork(kind: OperationKind): { trigger: Trigger; state: keyof typeof TECHNICAL_STATUS_OF } | undefined {
  const work = workOf(kind)
  return work.does === 'status' ? { trigger: work.trigger, state: STATE_AFTER[work.command] } : undefined
}

/** Carried out: the SIM is where the line was to bring it. */
export function doneOutcome(taken: TakenLine, { kind, now }: Context, code = ''): Outcome {
  const work = statusWork(kind)
  const status = work && statusAfter('confirmed', work.trigger, beginning(kind, taken), taken.sim?.previousStatus)
  const change =
    work && status !== undefined ? { status, technicalStatus: TECHNICAL_STATUS_OF[work.state], target: null } : null
  return { ...same(taken, now), state: 'succeeded', code, change, event: DONE_EVENTS[kind] }
}

/** Taken on: confirmed later. */
function acceptedOutcome(taken: TakenLine, { kind, now, askAfterMs }: NetworkContext, reference: string): Outcome {
  const work = statusWork(kind)
  // nothing comes after: the reset acts at the next attach, a message tells its own fate
  if (!work)
    return {
      ...doneOutcome(taken, { kind, now }),
      reference,
      code: kind === 'restart' ? 'next_attach' : '',
    }
  const status = statusAfter('accepted', work.trigger, beginning(kind, taken))
  const change = status === undefined ? null : { status, technicalStatus: undefined, target: targetStatus(work.trigger) }
  return {
    ...same(taken, now),
    state: 'running',
    reference,
    dueAt: after(now, ACCEPTED_DELAYS * askAfterMs),
    change,
    event: status === taken.sim?.administrativeStatus ? null : (ACCEPTED_EVENTS[kind] ?? null),
  }
}

/** Surely not carried out, and not tried again by itself: the SIM goes back to where it was. */
export function failedOutcome(
  taken: TakenLine,
  { kind, now }: Context,
  why: { code: ItemFailure; text?: string; retryable: boolean },
): Outcome {
  const work = statusWork(kind)
  const { sim } = taken
  const back = work && sim ? beginning(kind, taken) : undefined
  const wasMoved = back !== undefined && sim !== null && taken.reference !== null
  return {
    ...same(taken, now),
    state: 'failed',
    code: why.code,
    text: why.text ?? '',
    retryable: why.retryable,
    change: wasMoved && back !== undefined ? { status: back, technicalStatus: undefined, target: null } : null,
    event: FAILED_EVENTS[kind],
  }
}

/** Nothing was sent: tried again a little later, until the line has waited too long. */
function laterOutcome(taken: TakenLine, context: NetworkContext, text: string): Outcome {
  const { now, askAfterMs } = context
  if (now >= taken.expiresAt) return failedOutcome(taken, context, { code: 'unreachable', text, retryable: true })
  const dueAt = after(now, nextTryMs(taken.attempts, askAfterMs))
  return { ...same(taken, now), state: 'pending', code: 'unreachable', text, dueAt }
}

/** What an answer of the network makes of a line. */
export function outcomeOfAnswer(taken: TakenLine, answer: CommandAnswer, context: NetworkContext): Outcome {
  const { now, kind, askAfterMs } = context
  if (answer.kind === 'done') return doneOutcome(taken, context)
  if (answer.kind === 'accepted') return acceptedOutcome(taken, context, answer.reference)
  if (answer.kind === 'unknown') {
    return { ...same(taken, now), state: 'running', code: 'unknown', text: answer.why, dueAt: after(now, askAfterMs) }
  }
  const { cause, text, retryable } = answer
  const isStatus = workOf(kind).does === 'status'
  if (cause === 'already_in_state' && isStatus) return doneOutcome(taken, context)
  // perhaps our own request that is still under way: a look-up tells
  if (cause === 'change_pending' && isStatus) {
    return { ...same(taken, now), state: 'running', code: 'network_busy', text, dueAt: after(now, askAfterMs) }
  }
  if (cause === 'unreachable' || cause === 'rate_limited') return laterOutcome(taken, context, text)
  if (cause === 'network_error' && retryable && taken.attempts < MAX_ATTEMPTS) return laterOutcome(taken, context, text)
  const code = cause === 'not_supported' ? 'not_supported' : 'rejected'
  return failedOutcome(taken, context, { code, text, retryable })
}

/** What the truth, as a look-up tells it, makes of a line that was sent and not settled. */
export function outcomeOfView(taken: TakenLine, view: NetworkView, context: NetworkContext): Outcome {
  const { kind, now } = context
  const work = workOf(kind)
  if (work.does !== 'status') return outcomeWithoutView(taken, context)
  if (view.state === STATE_AFTER[work.command]) return doneOutcome(taken, context)
  const isExpired = now >= taken.expiresAt
  if (view.pending && !isExpired) return keepAsking(taken, context, 'network_busy')
  if (view.pending) return failedOutcome(taken, context, { code: 'timeout', retryable: true })
  if (isExpired || taken.attempts >= MAX_ATTEMPTS) {
    return failedOutcome(taken, context, { code: isExpired ? 'timeout' : 'unreachable', retryable: true })
  }
  // surely not carried out. What had been accepted and came to nothing is asked for anew; what may never have arrived is repeated
  const run = taken.reference === null ? taken.run : taken.run + 1
  return { ...same(taken, now), state: 'pending', run, reference: null }
}

/** @param why says to people why it takes so long; what the network has taken on just takes its time */
function keepAsking(taken: TakenLine, { now, askAfterMs }: NetworkContext, why: 'unknown' | 'network_busy'): Outcome {
  const dueAt = after(now, nextAskMs(now.getTime() - taken.updatedAt.getTime(), askAfterMs))
  return { ...same(taken, now), state: 'running', code: taken.reference === null ? why : '', dueAt }
}

/** A restart or a message leaves no state to look up: only a network that knows the request again can tell by repeating it. */
export function outcomeWithoutView(taken: TakenLine, context: NetworkContext): Outcome {
  const { now, kind, remembersRequests } = context
  const mayRepeat = remembersRequests && taken.attempts < MAX_ATTEMPTS && now < taken.expiresAt
  if (mayRepeat) return { ...same(taken, now), state: 'pending' }
  return failedOutcome(taken, context, { code: 'timeout', retryable: kind === 'restart' })
}

/** The look-up itself got no answer: asked again later, until it has taken too long; then nobody knows, and that is said. */
export function outcomeOfNoView(taken: TakenLine, context: NetworkContext): Outcome {
  const { now } = context
  const isLost = now.getTime() >= taken.expiresAt.getTime()
  return isLost ? failedOutcome(taken, context, { code: 'timeout', retryable: true }) : keepAsking(taken, context, 'unknown')
}
