import type { OperationKind } from './eligibility.ts'

/** How an operation stands as a whole. */
export const OPERATION_STATES = ['draft', 'scheduled', 'running', 'paused', 'finished', 'cancelled'] as const
export type OperationState = (typeof OPERATION_STATES)[number]

/** How one line of it stands. */
export const ITEM_STATES = ['pending', 'running', 'succeeded', 'failed', 'skipped', 'cancelled'] as const
export type ItemState = (typeof ITEM_STATES)[number]

/** Why a line failed, beside the network's own words. */
export const FAILURES = [
  'rejected',
  'timeout',
  'unreachable',
  'no_network',
  'not_supported',
  'status_changed',
  'too_soon',
  'internal',
] as const
export type Failure = (typeof FAILURES)[number]

/** What can be done with an operation as a whole. */
export const OPERATION_ACTIONS = ['confirm', 'pause', 'resume', 'cancel', 'retry', 'withdraw', 'discard'] as const
export type OperationAction = (typeof OPERATION_ACTIONS)[number]

/** Lines by state; they always sum to the total. */
export type ItemCounts = Readonly<Record<ItemState, number>>

export const NO_ITEMS: ItemCounts = { pending: 0, running: 0, succeeded: 0, failed: 0, skipped: 0, cancelled: 0 }

/** All lines, whatever came of them. */
export function totalOf(counts: ItemCounts): number {
  return ITEM_STATES.reduce((sum, state) => sum + counts[state], 0)
}

/** Lines that something will still happen to. */
export function openLines(counts: ItemCounts): number {
  return counts.pending + counts.running
}

/** Percent of the lines that are final, whole, rounded down: 100 only when all of them are. */
export function progressPercent(counts: ItemCounts): number {
  const total = totalOf(counts)
  return total === 0 ? 100 : Math.floor(((total - openLines(counts)) * 100) / total)
}

/** 'all' when each line that ran succeeded, 'some' or 'none' otherwise; undefined while lines are open. */
export function outcomeOf(counts: ItemCounts): 'all' | 'some' | 'none' | undefined {
  if (openLines(counts) > 0) return undefined
  if (counts.succeeded === 0) return 'none'
  return counts.failed + counts.skipped + counts.cancelled === 0 ? 'all' : 'some'
}

/** The lines' moves: a final line moves again only when it is retried. */
const NEXT: Readonly<Record<ItemState, readonly ItemState[]>> = {
  pending: ['running', 'skipped', 'cancelled', 'succeeded', 'failed'],
  running: ['succeeded', 'failed', 'pending', 'cancelled'],
  succeeded: [],
  failed: ['pending'],
  skipped: [],
  cancelled: [],
}

/** Whether a line may go from one state to another. */
export function mayMove(from: ItemState, to: ItemState): boolean {
  return NEXT[from].includes(to)
}

/** The counts after `lines` lines moved; undefined when there are not that many, or the move is none. */
export function afterMove(counts: ItemCounts, from: ItemState, to: ItemState, lines: number): ItemCounts | undefined {
  if (!mayMove(from, to) || lines < 0 || counts[from] < lines) return undefined
  return { ...counts, [from]: counts[from] - lines, [to]: counts[to] + lines }
}

/** Whether an operation only waits for the time in which terminations can be withdrawn to end: days, in which nothing happens. */
export function isCoolingOff(kind: string, { pending, running }: Pick<ItemCounts, 'pending' | 'running'>): boolean {
  return kind === 'terminate' && running === 0 && pending > 0
}

const WITHDRAWABLE: ReadonlySet<OperationKind> = new Set(['terminate'])

/**
 * Whether an operation can be withdrawn, also while all its lines are in a worker's hands, which the page can't see in time: what is
 * asked for meanwhile is withdrawn afterwards.
 */
export function mayWithdraw(kind: OperationKind, state: OperationState, { pending, running }: ItemCounts): boolean {
  return WITHDRAWABLE.has(kind) && ['scheduled', 'running', 'paused'].includes(state) && pending + running > 0
}

/** What can be done with an operation now: the page shows these buttons, the server refuses the others. */
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
