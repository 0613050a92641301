import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { groupPath } from '#domain/groups.ts'
import { SILENCE_FILTERS } from '#domain/silence.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { isTagName } from '#domain/tags.ts'
import { PLAN_USES } from '#domain/usage.ts'
import { anyText, defineSearch, flag, id as operationNumber } from './define-search.ts'
import type { OfCompany } from './of-company.ts'

/**
 * The SIM list's filter as address parameters, and back. `icc` is the specification's own; the others are short names.
 * Several values are separated by commas: /sims?status=2,11&origin=1
 */
const LISTS = {
  administrativeStatusIds: 'status',
  gprsStatuses: 'session',
  providerIds: 'origin',
  simTypeIds: 'type',
  apnIds: 'apn',
  companyIds: 'company',
} as const satisfies Partial<Record<keyof SimFilter, string>>

const LIST_ENTRIES = Object.entries(LISTS) as [keyof typeof LISTS, (typeof LISTS)[keyof typeof LISTS]][]

/** The parameters of the SIM list and of one SIM's page, as texts; `simFilterOf` and the list's state parse them. */
export const readSimsSearch = defineSearch({
  status: anyText,
  session: anyText,
  origin: anyText,
  type: anyText,
  apn: anyText,
  company: anyText,
  subsidiaries: flag,
  plan: anyText,
  tag: anyText,
  group: anyText,
  use: anyText,
  silent: anyText,
  search: anyText,
  icc: anyText,
  operation: operationNumber,
  sort: anyText,
  sim: anyText,
  tab: anyText,
})

export type SimsSearch = ReturnType<typeof readSimsSearch>

/** The address parameters of a filter, without empty ones. */
export function simsSearch(filter: SimFilter): SimsSearch {
  const search: { -readonly [Name in keyof SimsSearch]: SimsSearch[Name] } = {}
  for (const [key, name] of LIST_ENTRIES) {
    if (filter[key]?.length) search[name] = filter[key].join(',')
  }
  if (filter.companyIds?.length && filter.subsidiaries) search.subsidiaries = 'true'
  if (filter.planCodes?.length) search.plan = filter.planCodes.map(encodeURIComponent).join(',')
  // no name of a tag or a group has a comma
  if (filter.tags?.length) search.tag = filter.tags.join(',')
  if (filter.groups?.length) search.group = filter.groups.join(',')
  if (filter.planUse) search.use = filter.planUse
  if (filter.silentFor) search.silent = filter.silentFor
  if (filter.search) search.search = filter.search
  if (filter.icc) search.icc = filter.icc
  if (filter.operationId) search.operation = filter.operationId
  return search
}

/** SIMs in service that are silent, as the chip of the list. */
export const SILENT_SIMS: SimFilter = { administrativeStatusIds: [ADMINISTRATIVE_STATUS.active], silentFor: '24h' }

/** The SIMs of a company or its tree. */
export const simsOf = ({ company, subsidiaries }: OfCompany): SimFilter => ({
  companyIds: [company],
  ...(subsidiaries && { subsidiaries: true }),
})

const numbersOf = (text: string): number[] =>
  text
    .split(',')
    .filter((part) => /^\d{1,9}$/.test(part))
    .map(Number)

/** Decodes a percent-encoded value; empty or broken ones are dropped. */
function decoded(part: string): string[] {
  try {
    return part === '' ? [] : [decodeURIComponent(part)]
  } catch {
    // a lone % in an address that was typed or cut off
    return []
  }
}

/** The filter of the list's address parameters; unreadable ones are ignored. */
export function simFilterOf(search: SimsSearch): SimFilter {
  const filter: SimFilter = {}
  for (const [key, name] of LIST_ENTRIES) {
    const values = numbersOf(search[name] ?? '')
    if (values.length > 0) filter[key] = values
  }
  if (filter.companyIds && search.subsidiaries) filter.subsidiaries = true
  const plans = (search.plan ?? '').split(',').flatMap(decoded)
  if (plans.length > 0) filter.planCodes = plans
  const tags = (search.tag ?? '').split(',').filter(isTagName)
  if (tags.length > 0) filter.tags = tags
  const groups = (search.group ?? '').split(',').flatMap((path) => groupPath(path) ?? [])
  if (groups.length > 0) filter.groups = groups
  const planUse = PLAN_USES.find((use) => use === search.use)
  if (planUse) filter.planUse = planUse
  const silentFor = SILENCE_FILTERS.find((silence) => silence === search.silent)
  if (silentFor) filter.silentFor = silentFor
  if (search.search) filter.search = search.search
  if (search.icc) filter.icc = search.icc
  if (search.operation) filter.operationId = search.operation
  return filter
}
