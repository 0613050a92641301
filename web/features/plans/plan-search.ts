import type { PLAN_WORDS } from '#contract/plans/plan-messages.ts'
import { PLAN_SORTS, type PlanSort } from '#contract/plans/plans.calls.ts'
import type { Order } from '#web/ui/sort-head.tsx'
import type { PlanQuery } from './plans.api.ts'

/** The page's address: /plans?company=4&search=telemetria&sort=planPrice&descending=true&plan=12 */
export type PlanSearch = Readonly<Record<string, string>>

const DEFAULT: Order<PlanSort> = { sort: 'totalActive', descending: true }

interface SortLook {
  readonly word: keyof typeof PLAN_WORDS
  /** from A to Z at first; figures begin with the biggest */
  readonly isText?: boolean
}

/** What can be ordered by, as the heads of the columns call it. */
export const PLAN_SORT_LOOKS: Readonly<Record<PlanSort, SortLook>> = {
  planName: { word: 'plan', isText: true },
  provider: { word: 'provider', isText: true },
  data: { word: 'data' },
  sms: { word: 'sms' },
  voice: { word: 'voice' },
  planPrice: { word: 'price' },
  totalActive: { word: 'active' },
  totalSims: { word: 'sims' },
  totalPrice: { word: 'total' },
}

/** A number that names a company or a plan in an address; undefined when it is none. */
export const idOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined

/** The order of an address; what can't be read is the default. */
export function orderOf({ sort, descending }: PlanSearch): Order<PlanSort> {
  const known = PLAN_SORTS.find((one) => one === sort)
  return known ? { sort: known, descending: descending === 'true' } : DEFAULT
}

/** An order as the address has it: the default is not told. */
export function searchOfOrder({ sort, descending }: Order<PlanSort>): PlanSearch {
  if (sort === DEFAULT.sort && descending === DEFAULT.descending) return { sort: '', descending: '' }
  return { sort, descending: String(descending) }
}

/** What an address asks for. */
export function queryOf(search: PlanSearch): PlanQuery {
  const { sort, descending } = orderOf(search)
  const company = idOf(search.company)
  return {
    ...(company === undefined ? {} : { company }),
    ...(search.search ? { search: search.search.slice(0, 80) } : {}),
    sort,
    descending: descending ? 'true' : 'false',
  }
}

export const isUnfiltered = (search: PlanSearch): boolean => idOf(search.company) === undefined && !search.search
