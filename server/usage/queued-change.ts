import type { Day } from '#domain/billing-cycle.ts'
import { type SimKey, simKey } from '../records/sim-key.ts'
import type { SessionFacts } from './usage-record.ts'

/**
 * The change that counted records make to a SIM's live row. Plain JSON, because it is stored that way until it is
 * applied. Times are milliseconds since 1970.
 */
export interface QueuedChange extends SimKey {
  /** of the last record */
  readonly atMs: number
  /** when the SIM was last seen, if that is not `atMs`; null: the network lost it, which does not prove that it was there */
  readonly seenAtMs?: number | null
  /** the latest session of the records in its current state; only the facts that changed */
  readonly session?: {
    readonly startedAtMs: number
    readonly stoppedAtMs?: number
    readonly facts: SessionFacts
    /** of the session's last record, if that is not `atMs`: another session may have had a later one */
    readonly atMs?: number
  }
  readonly usage: readonly { readonly day: Day; readonly cycleStart: Day; readonly dataBytes: number }[]
  readonly timeline: readonly { readonly atMs: number; readonly kind: string; readonly detail: Record<string, unknown> }[]
}

/** Merges two changes of one SIM, the later one second. */
export function mergeChanges(first: QueuedChange, second: QueuedChange): QueuedChange {
  const usage = [...first.usage]
  for (const added of second.usage) {
    const at = usage.findIndex(({ day }) => day === added.day)
    const known = usage[at]
    if (known) usage[at] = { ...known, dataBytes: known.dataBytes + added.dataBytes }
    else usage.push(added)
  }
  const atMs = Math.max(first.atMs, second.atMs)
  const session = mergeSessions(first, second)
  const seenAtMs = lastOf(lastSeenMs(first), lastSeenMs(second))
  return {
    companyId: first.companyId,
    iccid: first.iccid,
    atMs,
    ...(seenAtMs !== atMs && { seenAtMs }),
    ...(session && { session }),
    usage,
    timeline: [...first.timeline, ...second.timeline],
  }
}

/** When a change proves that its SIM was in the network; null: never. */
export const lastSeenMs = ({ atMs, seenAtMs = atMs }: QueuedChange): number | null => seenAtMs

const lastOf = (first: number | null, second: number | null): number | null =>
  first === null || second === null ? (first ?? second) : Math.max(first, second)

/** When the device and the network of a change's session were reported. */
export const reportedMs = ({ atMs, session }: QueuedChange): number => session?.atMs ?? atMs

/** The session that started later; for the same session, the facts of both. */
function mergeSessions(before: QueuedChange, after: QueuedChange): QueuedChange['session'] {
  const first = before.session && { ...before.session, atMs: reportedMs(before) }
  const second = after.session && { ...after.session, atMs: reportedMs(after) }
  if (!first || !second) return second ?? first
  if (second.startedAtMs !== first.startedAtMs) return second.startedAtMs > first.startedAtMs ? second : first
  return { ...second, facts: { ...first.facts, ...second.facts }, atMs: Math.max(first.atMs, second.atMs) }
}

/** Merges changes to one for each SIM and company. */
export function mergeBySim(changes: readonly QueuedChange[]): QueuedChange[] {
  const bySim = new Map<string, QueuedChange>()
  for (const change of changes) {
    const key = simKey(change)
    const known = bySim.get(key)
    bySim.set(key, known ? mergeChanges(known, change) : change)
  }
  return [...bySim.values()]
}
