import type { Permit } from './permits.ts'

/** What the bell shows; each person can turn off each. */
export const BELL_KINDS = [
  'alarms',
  'rules',
  'locks',
  'operations',
  'invoices',
  'incidents',
  'requests',
  'conversations',
] as const
export type BellKind = (typeof BELL_KINDS)[number]

/** Unread lines are not counted beyond this: the bell shows '99+'. */
export const BELL_COUNT_MAX = 100
/** Lines are shown for so many days. */
export const BELL_DAYS = 90
/** For a person who has never marked anything as read, older lines count as read, days. */
export const BELL_NEW_DAYS = 7
/** Lines that are marked one by one; with more of them, all up to the oldest mark are read. */
export const BELL_MARKS_MAX = 200

/** The right that each kind requires; null: none. */
const NEEDS: Readonly<Record<BellKind, Permit | 'admin' | null>> = {
  alarms: 'alarmas',
  rules: 'alarmas',
  locks: 'sims',
  operations: 'sims',
  invoices: null,
  incidents: 'admin',
  requests: 'requests',
  conversations: null,
}

interface Rights {
  readonly permits: readonly Permit[]
  readonly isAdmin: boolean
}

/** The kinds that a person may see. */
export function bellKindsOf({ permits, isAdmin }: Rights): BellKind[] {
  return BELL_KINDS.filter((kind) => {
    const right = NEEDS[kind]
    return right === null || (right === 'admin' ? isAdmin : permits.includes(right))
  })
}

/** What a person has read: everything up to a moment, and single lines after it. Moments are texts that sort as they follow each other. */
export interface BellRead {
  readonly readTo: string
  /** by the line's key: what it showed when it was opened; when more has happened since, the line is unread again */
  readonly opened: Readonly<Record<string, string>>
}

/** Marks all lines up to a moment as read. */
export function readAll({ readTo, opened }: BellRead, upTo: string): BellRead {
  const until = upTo > readTo ? upTo : readTo
  return { readTo: until, opened: Object.fromEntries(Object.entries(opened).filter(([, at]) => at > until)) }
}

/** Marks one line as read. */
export function readOne({ readTo, opened }: BellRead, { key, at }: { readonly key: string; readonly at: string }): BellRead {
  const known = opened[key]
  const marks = { ...opened, [key]: known !== undefined && known > at ? known : at }
  const moments = Object.values(marks).sort()
  const overflow = moments.length - BELL_MARKS_MAX
  return readAll({ readTo, opened: marks }, overflow > 0 ? (moments[overflow - 1] ?? readTo) : readTo)
}

export type BellOutcome = 'done' | 'partly' | 'failed'

/** How an operation ended. Lines that were skipped or withdrawn count as neither. */
export function bellOutcome({ succeeded, failed }: { readonly succeeded: number; readonly failed: number }): BellOutcome {
  if (failed === 0) return 'done'
  return succeeded === 0 ? 'failed' : 'partly'
}
