import type { CallData } from '#contract/call.ts'
import type { getSimFacets, SimFilter } from '#contract/sims/sims.calls.ts'
import { SILENCES } from '#domain/silence.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { byKeys } from '#server/cells/merge.ts'
import { overPlan, type PlanTally, reaching, type SilentTally, type Tally } from '#server/records/tallies.queries.ts'
import { DIMENSION_NAMES, DIMENSIONS, type Dimension, passes } from './sim-dimensions.ts'

type Facets = CallData<typeof getSimFacets>

export interface TalliesOfFilter {
  readonly all: readonly Tally[]
  /** those of them that are over their plan */
  readonly over: readonly Tally[]
  /** those of them that are silent */
  readonly silent: readonly SilentTally[]
  /** those of them that are silent for longer than is usual for them */
  readonly unusual: readonly PlanTally[]
}

/**
 * Counts for each value of each filter: the length of the list if the value were chosen, so a filter does not narrow its own
 * values.
 */
export function countFacets(
  tallies: TalliesOfFilter,
  filter: SimFilter,
): Omit<Facets, 'isCapped' | 'isAtLeast' | 'asOf' | 'companyIds' | 'tags' | 'groups'> {
  const { planUse, silentFor } = filter
  const silent = silentFor === 'unusual' ? tallies.unusual : silentFor ? reaching(tallies.silent, silentFor) : undefined
  const over = silent ? overPlan(silent) : tallies.over
  const counts = new Map(DIMENSION_NAMES.map((name) => [name, new Map<number | string, number>()]))
  let total = 0
  for (const tally of planUse ? over : (silent ?? tallies.all)) {
    const failed = failing(tally, filter)
    if (failed.length > 1) continue
    if (failed.length === 0) total += tally.sims
    for (const name of failed.length === 1 ? failed : DIMENSION_NAMES) {
      const values = counts.get(name)
      const value = tally[DIMENSIONS[name]]
      values?.set(value, (values.get(value) ?? 0) + tally.sims)
    }
  }
  const list = (name: Dimension) =>
    [...(counts.get(name) ?? [])].map(([id, count]) => ({ id, count })).sort(byKeys(({ id, count }) => [-count, id]))
  return {
    total,
    administrativeStatusIds: list('administrativeStatusIds'),
    gprsStatuses: list('gprsStatuses'),
    providerIds: list('providerIds'),
    simTypeIds: list('simTypeIds'),
    planCodes: list('planCodes'),
    apnIds: list('apnIds'),
    planUse: present([{ id: 'over100', count: passing(over, filter) }]),
    ...countSilent(tallies, filter),
  }
}

const failing = (tally: Tally, filter: SimFilter): Dimension[] => DIMENSION_NAMES.filter((name) => !passes(tally, filter, name))

const passing = (tallies: readonly Tally[], filter: SimFilter): number =>
  tallies.reduce((sum, tally) => (failing(tally, filter).length === 0 ? sum + tally.sims : sum), 0)

const present = (counts: Facets['planUse']): Facets['planUse'] => counts.filter(({ count }) => count > 0)

/** Counts for each silence, whose lengths include those that are longer, and of the active SIMs that are silent. */
function countSilent(tallies: TalliesOfFilter, filter: SimFilter): Pick<Facets, 'silentFor' | 'activeSilent'> {
  const of = <T extends PlanTally>(some: readonly T[]) => (filter.planUse ? overPlan(some) : some)
  const counts = SILENCES.map((id) => ({ id, count: 0 }))
  let activeSilent = 0
  for (const tally of of(tallies.silent)) {
    const failed = failing(tally, filter)
    if (failed.length === 0) for (const one of counts.slice(0, tally.silence + 1)) one.count += tally.sims
    const isOfOther = failed.some((name) => name !== 'administrativeStatusIds')
    if (!isOfOther && tally.administrativeStatus === ADMINISTRATIVE_STATUS.active) activeSilent += tally.sims
  }
  return { silentFor: present([{ id: 'unusual', count: passing(of(tallies.unusual), filter) }, ...counts]), activeSilent }
}
