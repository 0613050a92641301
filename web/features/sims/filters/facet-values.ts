import type { ParseKeys } from 'i18next'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { groupKey, namesOfPath, ownName } from '#domain/groups.ts'
import { SILENCE_FILTERS } from '#domain/silence.ts'
import { ADMINISTRATIVE_STATUS, GPRS_STATUS } from '#domain/sim-status.ts'
import { type TagColour, tagKey } from '#domain/tags.ts'
import { PLAN_USES } from '#domain/usage.ts'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { originLabel } from '#web/lib/origin-word.ts'
import { distinctPaths, type SimGroup } from '#web/shared/groups/groups.api.ts'
import type { SearchParameters } from '#web/shared/sims/search-parameters.api.ts'
import { distinctByName } from '#web/shared/tags/tag-colours.ts'
import type { Tag } from '#web/shared/tags/tags.api.ts'
import type { Facets } from '../sims.api.ts'

/** Filters with options, besides the status, which has chips. */
export const FACETS = [
  'groups',
  'tags',
  'planCodes',
  'planUse',
  'apnIds',
  'companyIds',
  'providerIds',
  'simTypeIds',
  'gprsStatuses',
  'silentFor',
] as const
export type Facet = (typeof FACETS)[number]
export type FacetKey = Facet | 'administrativeStatusIds'

export const FACET_LABEL: Readonly<Record<Facet, ParseKeys>> = {
  groups: 'sims.field.group',
  tags: 'sims.field.tags',
  planCodes: 'sims.field.planCode',
  planUse: 'sims.planUse',
  apnIds: 'sims.field.apnId',
  companyIds: 'sims.field.companyId',
  providerIds: 'sims.field.providerId',
  simTypeIds: 'sims.field.simTypeId',
  gprsStatuses: 'sims.field.gprsStatus',
  silentFor: 'sims.silentFor',
}

export type FacetId = string | number

export interface FacetValue {
  readonly id: FacetId
  readonly name: string
  /** of a tag */
  readonly colour?: TagColour
  /** of a group: its own name, and how many groups are around it */
  readonly own?: { readonly name: string; readonly depth: number }
  /** of a group: its SIMs match a filter */
  readonly isByRule?: boolean
}

const SESSION_WORD: Readonly<Record<number, ParseKeys>> = {
  [GPRS_STATUS.activated]: 'dataSession.connected',
  [GPRS_STATUS.deactivated]: 'dataSession.disconnected',
  [GPRS_STATUS.notAvailable]: 'dataSession.unavailable',
}

interface ValueSources {
  readonly parameters: SearchParameters | undefined
  readonly tags?: readonly Tag[] | undefined
  readonly groups?: readonly SimGroup[] | undefined
  t(key: ParseKeys): string
}

/** The options of a filter, from the search parameters, the tags or the groups. */
export function facetValues(facet: Facet, { parameters, tags = [], groups = [], t }: ValueSources): FacetValue[] {
  if (facet === 'tags') return distinctByName(tags).map(({ name, colour }) => ({ id: name, name, colour }))
  if (facet === 'groups') {
    const ruled = new Set(groups.flatMap(({ rule, path }) => (rule ? [groupKey(path)] : [])))
    return distinctPaths(groups).map((path) => ({ ...groupValue(path), ...(ruled.has(groupKey(path)) && { isByRule: true }) }))
  }
  if (facet === 'gprsStatuses') return Object.entries(SESSION_WORD).map(([id, word]) => ({ id: Number(id), name: t(word) }))
  if (facet === 'planUse') return PLAN_USES.map((use) => ({ id: use, name: t(`sims.planUses.${use}`) }))
  if (facet === 'silentFor') return SILENCE_FILTERS.map((silence) => ({ id: silence, name: t(`sims.silence.${silence}`) }))
  if (!parameters) return []
  const values = {
    planCodes: () => parameters.plans.map((plan) => ({ id: plan.planCode, name: plan.planName })),
    apnIds: () => parameters.apns.map((apn) => ({ id: apn.apnId, name: apn.apnName })),
    companyIds: () => parameters.companies.map((company) => ({ id: company.companyId, name: company.companyName })),
    providerIds: () =>
      parameters.providers.map((provider) => ({ id: provider.providerId, name: originLabel(provider.providerName) })),
    simTypeIds: () => parameters.simTypes.map((type) => ({ id: type.simTypeId, name: type.simTypeName })),
  }
  return values[facet]()
}

const groupValue = (path: string): FacetValue => ({
  id: path,
  name: path,
  own: { name: ownName(path), depth: namesOfPath(path).length - 1 },
})

/** Number of SIMs by value; with lower bounds, a value without a count is unknown. */
export function facetCounts(facet: FacetKey, facets: Facets | undefined): ReadonlyMap<FacetId, number> {
  return new Map(facets?.[facet].map(({ id, count }) => [countKey(facet, id), count]))
}

/** By what a value is counted: tags and groups whose names differ in capitals are the same. */
export function countKey(facet: FacetKey, id: FacetId): FacetId {
  if (facet === 'tags') return tagKey(String(id))
  return facet === 'groups' ? groupKey(String(id)) : id
}

/** The formatted count of a value. */
export function countText(count: number | undefined, facets: Facets | undefined): string {
  if (!facets) return ''
  if (!facets.isAtLeast) return formatNumber(count ?? 0)
  return count ? formatCount(count, true) : ''
}

/** Filters of one value: a length of silence includes the longer ones, so the latest choice counts. */
const isSingle = (facet: FacetKey): facet is 'planUse' | 'silentFor' => facet === 'planUse' || facet === 'silentFor'

export function chosenIn(filter: SimFilter, facet: FacetKey): readonly FacetId[] {
  if (isSingle(facet)) return filter[facet] ? [filter[facet]] : []
  return filter[facet] ?? []
}

/** The filter with other values in one facet; no values ('Todos') take the facet out. */
export function withFacet(filter: SimFilter, facet: FacetKey, values: readonly FacetId[]): SimFilter {
  const { [facet]: _before, ...rest } = filter
  if (isSingle(facet)) return values.length === 0 ? rest : { ...rest, [facet]: values.at(-1) }
  if (facet === 'companyIds' && values.length === 0) return withoutSubsidiaries(rest)
  return values.length === 0 ? rest : { ...rest, [facet]: [...values] }
}

/** They are those of the companies that were chosen. */
const withoutSubsidiaries = ({ subsidiaries: _, ...filter }: SimFilter): SimFilter => filter

export function toggled<V>(values: readonly V[], value: V): V[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value]
}

/** Active SIMs that have been silent for a day: what the chip 'Silenciosas' asks for. */
const SILENT: Pick<SimFilter, 'administrativeStatusIds' | 'silentFor'> = {
  administrativeStatusIds: [ADMINISTRATIVE_STATUS.active],
  silentFor: '24h',
}

export function isActiveSilent({ administrativeStatusIds = [], silentFor }: SimFilter): boolean {
  const [status, ...others] = administrativeStatusIds
  return silentFor === SILENT.silentFor && status === ADMINISTRATIVE_STATUS.active && others.length === 0
}

/** The filter with the chip, or without it. */
export function withActiveSilent(filter: SimFilter, isOn: boolean): SimFilter {
  const { administrativeStatusIds: _status, silentFor: _silence, ...rest } = filter
  return isOn ? { ...rest, ...SILENT } : rest
}
