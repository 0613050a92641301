import { isEditable, type NotEditableReason, notEditableReason } from './editability.ts'
import type { Permit } from './permits.ts'
import { mayTrigger, type Trigger, targetStatus } from './sim-lifecycle.ts'
import { SIM_TYPE, ADMINISTRATIVE_STATUS as STATUS } from './sim-status.ts'

/** The operations that a person can start, on one SIM or many. */
export const OPERATION_KINDS = [
  'activate',
  'hibernate',
  'reactivate',
  'restoreData',
  'terminate',
  'restart',
  'sms',
  'custom',
  'assign',
  'diagnose',
  'plan',
  'tag',
  'group',
  'lock',
] as const
export type OperationKind = (typeof OPERATION_KINDS)[number]

/** Status changes outside of operations, of one SIM: a cut of its data, and block and unblock by an administrator. */
export const STATUS_ACTIONS = ['cutData', 'block', 'unblock'] as const
export type StatusAction = (typeof STATUS_ACTIONS)[number]

/** Everything that a SIM's menu can offer. */
export type SimAction = OperationKind | StatusAction | 'withdrawTermination' | 'chat'

/** Why an operation excludes a line. */
export const EXCLUSIONS = [
  'not_found',
  'wrong_status',
  'type_not_editable',
  'not_allowed',
  'already_in_target',
  'operation_open',
  'duplicate',
  'same_plan',
  'plan_not_fitting',
  'plan_not_offered',
  'plan_bound',
] as const
export type Exclusion = (typeof EXCLUSIONS)[number]

/** The SIM's side of the rule. */
export interface EligibilityFacts {
  readonly administrativeStatus: number
  readonly simTypeId: number
  readonly apnId: number
  /** of a change of plan: the SIM's present plan, and its origin, which the plan must have */
  readonly planCode?: string
  readonly originId?: number
  /** of a change of plan: the minimum stay on the present plan has not ended on the day of the change */
  readonly isBound?: boolean
  /** the open change of the SIM; null when there is none, undefined when it is not known (in the page) */
  readonly openChange?: OperationKind | null | undefined
}

/** The plan to which SIMs are to change. */
export interface TargetPlan {
  readonly planCode: string
  readonly originId: number
  readonly simTypeId: number
  /** it can be ordered */
  readonly isOffered: boolean
}

/** The requester's side of the rule. */
export interface PersonFacts {
  readonly canHibernate: boolean
  /** an administrator of the root company; false by default */
  readonly isAdmin?: boolean
  /** none by default */
  readonly permits?: readonly Permit[]
}

/** The trigger by which an operation changes the administrative status; the others do not change it. */
export const TRIGGER_OF: Readonly<Partial<Record<OperationKind, Trigger>>> = {
  activate: 'activate',
  hibernate: 'hibernate',
  reactivate: 'reactivate',
  restoreData: 'restoreData',
  terminate: 'requestTermination',
}

/** Operations of which a SIM can have only one at a time: those that change its status, its plan or its company. */
export function isChange(kind: OperationKind): boolean {
  return TRIGGER_OF[kind] !== undefined || kind === 'assign' || kind === 'plan'
}

const NEEDS_EDITABLE: ReadonlySet<SimAction> = new Set(['activate', 'restart', 'sms', 'diagnose'])
const HIBERNATION_TYPES: readonly number[] = [SIM_TYPE.local, SIM_TYPE.global, SIM_TYPE.manager, SIM_TYPE.vodafone]

/** Statuses in which the network serves a SIM, so that it can be restarted and receive messages. */
const IN_SERVICE: readonly number[] = [STATUS.active, STATUS.deactivatedByAlarm, STATUS.hibernationInProcess]
const ENDED: readonly number[] = [STATUS.terminationInProcess, STATUS.terminated, STATUS.retired]

/** A SIM that is about to end is not billed for long enough to change its plan. */
const NO_MORE_PLANS: readonly number[] = [STATUS.terminationRequested, ...ENDED]

const isStatusAction = (action: SimAction): action is StatusAction => STATUS_ACTIONS.some((one) => one === action)

/** Whether the person lacks the right, for any SIM. */
function forbiddenForPerson(action: SimAction, { canHibernate, isAdmin = false, permits = [] }: PersonFacts): boolean {
  if (action === 'hibernate' || action === 'reactivate') return !canHibernate
  if (action === 'cutData' || action === 'restoreData') return !permits.includes('alarmas')
  if (action === 'plan') return !permits.includes('plans')
  return (action === 'block' || action === 'unblock') && !isAdmin
}

/** Whether the person may start operations of a kind, whatever the SIMs (specification section 4). */
export const mayStartOperation = (kind: OperationKind, person: PersonFacts): boolean => !forbiddenForPerson(kind, person)

function forbiddenForType(action: SimAction, { simTypeId, apnId }: EligibilityFacts): boolean {
  if (action === 'hibernate' || action === 'reactivate') return !HIBERNATION_TYPES.includes(simTypeId)
  if (action === 'chat') return simTypeId !== SIM_TYPE.chatSms
  // type 6 talks by chat instead of single messages and has no diagnosis (specification section 2)
  if ((action === 'sms' || action === 'diagnose') && simTypeId === SIM_TYPE.chatSms) return true
  return NEEDS_EDITABLE.has(action) && !isEditable(simTypeId, apnId)
}

function statusExclusion(action: SimAction, status: number): Exclusion | undefined {
  if (action === 'restart' || action === 'sms' || action === 'chat')
    return IN_SERVICE.includes(status) ? undefined : 'wrong_status'
  if (action === 'plan') return NO_MORE_PLANS.includes(status) ? 'wrong_status' : undefined
  if (action === 'assign') return ENDED.includes(status) ? 'wrong_status' : undefined
  if (action === 'withdrawTermination') return status === STATUS.terminationRequested ? undefined : 'wrong_status'
  if (action === 'diagnose') return undefined
  if (isStatusAction(action)) return mayTrigger(action, status) ? undefined : 'wrong_status'
  // a retired SIM is read-only
  if (action === 'custom' || action === 'tag' || action === 'group' || action === 'lock')
    return status === STATUS.retired ? 'wrong_status' : undefined
  const trigger = TRIGGER_OF[action]
  if (trigger === undefined || mayTrigger(trigger, status)) return undefined
  const isThere = status === targetStatus(trigger) || (action === 'terminate' && ENDED.includes(status))
  return isThere ? 'already_in_target' : 'wrong_status'
}

/** A reactivation cancels an open hibernation; any other change has to wait for the open one. */
function forbiddenByOpenChange(action: SimAction, openChange: OperationKind | null | undefined): boolean {
  if (!openChange || action === 'withdrawTermination') return false
  if (action === 'reactivate' && openChange === 'hibernate') return false
  if (isStatusAction(action)) return true
  return action !== 'diagnose' && action !== 'chat' && isChange(action)
}

/**
 * Why the action is not available to the person for this SIM; undefined when it is. The page hides and disables by this
 * rule, the server refuses by it (specification section 4). The most helpful reason comes first: right, type, open
 * change, status.
 */
export function exclusionOf(action: SimAction, sim: EligibilityFacts, person: PersonFacts): Exclusion | undefined {
  if (forbiddenForPerson(action, person)) return 'not_allowed'
  if (forbiddenForType(action, sim)) return 'type_not_editable'
  if (forbiddenByOpenChange(action, sim.openChange)) return 'operation_open'
  // a reactivation whose hibernation has not been sent yet finds the SIM still active
  if (action === 'reactivate' && sim.openChange === 'hibernate') return undefined
  return statusExclusion(action, sim.administrativeStatus)
}

/**
 * Why a SIM whose status allows it can't change to a plan; undefined when it can. A plan is for SIMs of one origin and
 * type; a customer chooses among those on offer, and stays as long as the present plan demands.
 */
export function planExclusion(
  sim: EligibilityFacts,
  target: TargetPlan,
  { isAdmin = false }: PersonFacts,
): Exclusion | undefined {
  if (sim.originId !== target.originId || sim.simTypeId !== target.simTypeId) return 'plan_not_fitting'
  if (sim.planCode === target.planCode) return 'same_plan'
  if (isAdmin) return undefined
  if (!target.isOffered) return 'plan_not_offered'
  return sim.isBound ? 'plan_bound' : undefined
}

/** Actions with a message of their own for SIMs whose type is not editable (specification section 4). */
const EXPLAINED: ReadonlySet<SimAction> = new Set(['sms', 'diagnose', 'restart', 'activate'])

/** The type whose message explains why an action is not available; undefined where there is none. */
export function explainedType(action: SimAction, { simTypeId, apnId }: EligibilityFacts): NotEditableReason | undefined {
  return EXPLAINED.has(action) ? notEditableReason(simTypeId, apnId) : undefined
}

/** Whether a SIM's menu offers the action; the hibernation dialogs only with the flag, SMS and diagnosis not for type 6. */
export function isOffered(action: SimAction, sim: EligibilityFacts, person: PersonFacts): boolean {
  const why = exclusionOf(action, sim, person)
  if (why === undefined) return true
  // these are offered and answer with the message of the type
  const explains = why === 'type_not_editable' && explainedType(action, sim) !== undefined
  return explains && statusExclusion(action, sim.administrativeStatus) === undefined
}
