import type { Day } from '#domain/billing-cycle.ts'
import type { SessionFacts } from './usage-record.ts'

/** What counted records change of a SIM's live row. Plain JSON, for that is how it waits. Times are milliseconds since 1970. */
export interface Change {
  readonly companyId: number
  readonly iccid: string
  /** of the last record */
  readonly atMs: number
  /** the last session that the records speak of, as it is now; its facts as far as they changed */
  readonly session?: {
    readonly startedAtMs: number
    readonly stoppedAtMs?: number
    readonly facts: SessionFacts
  }
  readonly usage: readonly { readonly day: Day; readonly cycleStart: Day; readonly dataBytes: number }[]
  readonly timeline: readonly { readonly atMs: number; readonly kind: string; readonly detail: Record<string, unknown> }[]
}

/** Two changes of one SIM as one, the later one last. */
export function joined(first: Change, second: Change): Change {
  const usage = [...first.usage]
  for (const added of second.usage) {
    const at = usage.findIndex(({ day }) => day === added.day)
    const known = usage[at]
    if (known) usage[at] = { ...known, dataBytes: known.dataBytes + added.dataBytes }
    else usage.push(added)
  }
  const session = newerOf(first.session, second.session)
  return {
    companyId: first.companyId,
    iccid: first.iccid,
    atMs: Math.max(first.atMs, second.atMs),
    ...(session && { session }),
    usage,
    timeline: [...first.timeline, ...second.timeline],
  }
}

/** The session that began later; of one and the same, what either knows. */
function newerOf(first: Change['session'], second: Change['session']): Change['session'] {
  if (!first || !second) return second ?? first
  if (second.startedAtMs !== first.startedAtMs) return second.startedAtMs > first.startedAtMs ? second : first
  return { ...second, facts: { ...first.facts, ...second.facts } }
}

/** One change for each SIM at its company. */
export function joinAll(changes: readonly Change[]): Change[] {
  const bySim = new Map<string, Change>()
  for (const change of changes) {
    const key = `${change.companyId} ${change.iccid}`
    const known = bySim.get(key)
    bySim.set(key, known ? joined(known, change) : change)
  }
  return [...bySim.values()]
}
