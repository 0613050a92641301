import { mayStartOperation, type OperationKind, type PersonFacts } from './eligibility.ts'

/** The states of an operation as a whole. */
export const OPERATION_STATES = ['draft', 'scheduled', 'running', 'paused', 'finished', 'cancelled'] as const
export type OperationState = (typeof OPERATION_STATES)[number]

/** The state of an operation whose parts have these: it is as far as the part that is the least far. */
export function operationStateOf(parts: readonly OperationState[]): OperationState {
  const order = ['running', 'paused', 'scheduled', 'draft', 'finished', 'cancelled'] as const
  return order.find((state) => parts.includes(state)) ?? 'finished'
}

/** When a change of plan takes effect. */
export const PLAN_STARTS = ['now', 'nextCycle'] as const
export type PlanStart = (typeof PLAN_STARTS)[number]

/** The states of one line. */
export const ITEM_STATES = ['pending', 'running', 'succeeded', 'failed', 'skipped', 'cancelled'] as const
export type ItemState = (typeof ITEM_STATES)[number]

/** Why a line failed; the network's own message is stored beside it. */
export const ITEM_FAILURES = [
  'rejected',
  'timeout',
  'unreachable',
  'no_network',
  'not_supported',
  'status_changed',
  'too_soon',
  'too_many_tags',
  'too_many_company_tags',
  'too_many_groups',
  'group_by_rule',
  'unknown_geofence',
  'internal',
] as const
export type ItemFailure = (typeof ITEM_FAILURES)[number]

/** The actions on an operation as a whole. */
export const OPERATION_ACTIONS = ['confirm', 'pause', 'resume', 'cancel', 'retry', 'withdraw', 'discard'] as const
export type OperationAction = (typeof OPERATION_ACTIONS)[number]

/** Lines by state; their sum is always the total. */
export type ItemCounts = Readonly<Record<ItemState, number>>

/** The number of all lines. */
export function itemTotal(counts: ItemCounts): number {
  return ITEM_STATES.reduce((sum, state) => sum + counts[state], 0)
}

/** The number of lines that are not final. */
export function openLines(counts: ItemCounts): number {
  return counts.pending + counts.running
}

/** Percent of the lines that are final, whole, rounded down: 100 only when all of them are. */
export function progressPercent(counts: ItemCounts): number {
  const total = itemTotal(counts)
  return total === 0 ? 100 : Math.floor(((total - openLines(counts)) * 100) / total)
}

/** 'all' when each line that ran succeeded, 'some' or 'none' otherwise; undefined while lines are open. */
export function operationOutcome(counts: ItemCounts): 'all' | 'some' | 'none' | undefined {
  if (openLines(counts) > 0) return undefined
  if (counts.succeeded === 0) return 'none'
  return counts.failed + counts.skipped + counts.cancelled === 0 ? 'all' : 'some'
}

/** Whether an operation is only waiting for its cooling-off period to end, which takes days without progress. */
export function isCoolingOff(kind: string, { pending, running }: Pick<ItemCounts, 'pending' | 'running'>): boolean {
  return kind === 'terminate' && running === 0 && pending > 0
}

const WITHDRAWABLE: ReadonlySet<OperationKind> = new Set(['terminate'])

/**
 * Whether an operation can be withdrawn, also while all its lines are claimed, which the page cannot see in time: a
 * withdrawal requested meanwhile takes effect afterwards.
 */
export function mayWithdraw(kind: OperationKind, state: OperationState, { pending, running }: ItemCounts): boolean {
  return WITHDRAWABLE.has(kind) && ['scheduled', 'running', 'paused'].includes(state) && pending + running > 0
}

/** Whether the person may do it to an operation of any person: what lets lines run needs what starting them needs. */
export function maySteer(action: OperationAction | 'approve', kind: OperationKind, person: PersonFacts): boolean {
  return (action !== 'resume' && action !== 'retry') || mayStartOperation(kind, person)
}

/** The actions available now, to who may do them: the page shows these buttons, the server refuses all others. */
export function openActions(kind: OperationKind, state: OperationState, counts: ItemCounts): OperationAction[] {
  if (state === 'draft') return ['confirm', 'discard']
  const actions: OperationAction[] = []
  if (state === 'running' && counts.pending > 0) actions.push('pause')
  if (state === 'paused') actions.push('resume')
  if (state === 'scheduled' || state === 'running' || state === 'paused') {
    if (counts.pending > 0) actions.push(WITHDRAWABLE.has(kind) ? 'withdraw' : 'cancel')
  }
  if ((state === 'finished' || state === 'cancelled' || state === 'running') && counts.failed > 0) actions.push('retry')
  return actions
}
