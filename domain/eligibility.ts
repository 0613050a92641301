import { isEditable, type NotEditableReason, notEditableReason } from './editability.ts'
import type { Permit } from './permits.ts'
import { mayHappen, type Trigger, targetStatus } from './sim-lifecycle.ts'
import { SIM_TYPE, ADMINISTRATIVE_STATUS as STATUS } from './sim-status.ts'

/** What a person can have done to SIMs, one or many. */
export const OPERATION_KINDS = [
  'activate',
  'hibernate',
  'reactivate',
  'terminate',
  'restart',
  'sms',
  'custom',
  'assign',
] as const
export type OperationKind = (typeof OPERATION_KINDS)[number]

/** Changes of status that are no operations: a block and its end by an administrator, the end of an alarm's cut of data. */
export const STATUS_ACTIONS = ['block', 'unblock', 'restoreData'] as const
export type StatusAction = (typeof STATUS_ACTIONS)[number]

/** Everything that a SIM's menu can offer. */
export type SimAction = OperationKind | StatusAction | 'withdrawTermination' | 'diagnose' | 'chat'

/** Why a line of an operation does not run. */
export const EXCLUSIONS = [
  'not_found',
  'wrong_status',
  'type_not_editable',
  'not_allowed',
  'already_in_target',
  'operation_open',
  'duplicate',
] as const
export type Exclusion = (typeof EXCLUSIONS)[number]

/** What the rule has to know of a SIM. */
export interface SimFacts {
  readonly administrativeStatus: number
  readonly simTypeId: number
  readonly apnId: number
  /** the change that is under way for it; null when there is none, undefined when that is not known (the page) */
  readonly openChange?: OperationKind | null | undefined
}

/** What the rule has to know of who asks. */
export interface PersonFacts {
  readonly canHibernate: boolean
  /** an administrator of the root company; left out: not */
  readonly isAdmin?: boolean
  /** left out: none */
  readonly permits?: readonly Permit[]
}

/** What an operation does to the administrative status; the others leave it alone. */
export const TRIGGER_OF: Readonly<Partial<Record<OperationKind, Trigger>>> = {
  activate: 'activate',
  hibernate: 'hibernate',
  reactivate: 'reactivate',
  terminate: 'requestTermination',
}

/** Operations of which a SIM can have only one at a time: those that change its status, and its move to another company. */
export function isChange(kind: OperationKind): boolean {
  return TRIGGER_OF[kind] !== undefined || kind === 'assign'
}

const NEEDS_EDITABLE: ReadonlySet<SimAction> = new Set(['activate', 'restart', 'sms', 'diagnose'])
const HIBERNATION_TYPES: readonly number[] = [SIM_TYPE.local, SIM_TYPE.global, SIM_TYPE.manager, SIM_TYPE.vodafone]

/** Statuses in which a SIM is in the network, so that it can be reset or written to. */
const IN_SERVICE: readonly number[] = [STATUS.active, STATUS.deactivatedByAlarm, STATUS.hibernationInProcess]
const ENDED: readonly number[] = [STATUS.terminationInProcess, STATUS.terminated, STATUS.retired]

const isStatusAction = (action: SimAction): action is StatusAction => STATUS_ACTIONS.some((one) => one === action)

/** What the person may not have done at all, whatever the SIM is. */
function personForbids(action: SimAction, { canHibernate, isAdmin = false, permits = [] }: PersonFacts): boolean {
  if (action === 'hibernate' || action === 'reactivate') return !canHibernate
  if (action === 'restoreData') return !permits.includes('alarmas')
  return (action === 'block' || action === 'unblock') && !isAdmin
}

function typeForbids(action: SimAction, { simTypeId, apnId }: SimFacts): boolean {
  if (action === 'hibernate' || action === 'reactivate') return !HIBERNATION_TYPES.includes(simTypeId)
  if (action === 'chat') return simTypeId !== SIM_TYPE.chatSms
  // type 6 talks by chat instead of single messages and has no diagnosis (specification section 2)
  if ((action === 'sms' || action === 'diagnose') && simTypeId === SIM_TYPE.chatSms) return true
  return NEEDS_EDITABLE.has(action) && !isEditable(simTypeId, apnId)
}

function statusForbids(action: SimAction, status: number): Exclusion | undefined {
  if (action === 'restart' || action === 'sms' || action === 'chat')
    return IN_SERVICE.includes(status) ? undefined : 'wrong_status'
  if (action === 'assign') return ENDED.includes(status) ? 'wrong_status' : undefined
  if (action === 'withdrawTermination') return status === STATUS.terminationRequested ? undefined : 'wrong_status'
  if (action === 'diagnose') return undefined
  if (isStatusAction(action)) return mayHappen(action, status) ? undefined : 'wrong_status'
  // what is retired is only looked at any more
  if (action === 'custom') return status === STATUS.retired ? 'wrong_status' : undefined
  const trigger = TRIGGER_OF[action]
  if (trigger === undefined || mayHappen(trigger, status)) return undefined
  const isThere = status === targetStatus(trigger) || (action === 'terminate' && ENDED.includes(status))
  return isThere ? 'already_in_target' : 'wrong_status'
}

/** A hibernation under way can be called off by a reactivation; nothing else meets an open change. */
function openChangeForbids(action: SimAction, openChange: OperationKind | null | undefined): boolean {
  if (!openChange || action === 'withdrawTermination') return false
  if (action === 'reactivate' && openChange === 'hibernate') return false
  if (isStatusAction(action)) return true
  return action !== 'diagnose' && action !== 'chat' && isChange(action)
}

/**
 * Why the person can't have this done to the SIM; undefined when they can. The page hides and greys by this rule, the server
 * refuses by it (specification section 4). The order is that of what helps most to know: the right, the type, what is under
 * way, the status.
 */
export function exclusionOf(action: SimAction, sim: SimFacts, person: PersonFacts): Exclusion | undefined {
  if (personForbids(action, person)) return 'not_allowed'
  if (typeForbids(action, sim)) return 'type_not_editable'
  if (openChangeForbids(action, sim.openChange)) return 'operation_open'
  // a reactivation of a SIM whose hibernation has not left yet finds it still active
  if (action === 'reactivate' && sim.openChange === 'hibernate') return undefined
  return statusForbids(action, sim.administrativeStatus)
}

/** Actions that a SIM whose type is not editable answers with a sentence of its own (specification section 4). */
const EXPLAINED: ReadonlySet<SimAction> = new Set(['sms', 'diagnose', 'restart', 'activate'])

/** The type whose sentence says why an action that is not for the type can't be done; undefined where there is none. */
export function explainedType(action: SimAction, { simTypeId, apnId }: SimFacts): NotEditableReason | undefined {
  return EXPLAINED.has(action) ? notEditableReason(simTypeId, apnId) : undefined
}

/** Whether a SIM's menu offers the action; the hibernation dialogs only with the flag, SMS and diagnosis not for type 6. */
export function isOffered(action: SimAction, sim: SimFacts, person: PersonFacts): boolean {
  const why = exclusionOf(action, sim, person)
  if (why === undefined) return true
  // these are offered and answer with the sentence of the type
  const explains = why === 'type_not_editable' && explainedType(action, sim) !== undefined
  return explains && statusForbids(action, sim.administrativeStatus) === undefined
}
