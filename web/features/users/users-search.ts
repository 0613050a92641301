import { USER_SORTS } from '#contract/users/users.calls.ts'
import { PERMITS } from '#domain/permits.ts'
import { USER_STATES } from '#domain/users.ts'
import type { Order } from '#web/ui/sort-head.tsx'
import type { PermitFilter, UserFilter } from './users.api.ts'

/** The page's address: /users?search=ana&company=4&state=invited&permit=plans&sort=-created */
export type UsersSearch = Readonly<Record<string, string>>
export type UserSort = (typeof USER_SORTS)[number]

const oneOf = <T extends string>(known: readonly T[], text: string | undefined): T | undefined =>
  known.find((value) => value === text)

/** How an address orders the list: by name unless it says otherwise. */
export function orderOf({ sort = '' }: UsersSearch): Order<UserSort> {
  const descending = sort.startsWith('-')
  const known = oneOf(USER_SORTS, descending ? sort.slice(1) : sort)
  return known ? { sort: known, descending } : { sort: 'name', descending: false }
}

/** The address's word for an order; '' for the usual one. */
export const sortWord = ({ sort, descending }: Order<UserSort>): string =>
  sort === 'name' && !descending ? '' : `${descending ? '-' : ''}${sort}`

/** Whom an address asks for; what can't be read does not filter. */
export function permitFilterOf({ search, company }: UsersSearch): PermitFilter {
  const wanted = search?.trim().slice(0, 80) ?? ''
  return {
    ...(wanted === '' ? {} : { search: wanted }),
    ...(company && /^[1-9]\d{0,8}$/.test(company) ? { company: Number(company) } : {}),
  }
}

/** The filter and order of an address. */
export function filterOf(search: UsersSearch): UserFilter {
  const state = oneOf(USER_STATES, search.state)
  const permit = oneOf(PERMITS, search.permit)
  const { sort, descending } = orderOf(search)
  return {
    ...permitFilterOf(search),
    ...(state ? { state } : {}),
    ...(permit ? { permit } : {}),
    sort,
    descending: descending ? '1' : '0',
  }
}

export const isUnfiltered = (search: UsersSearch): boolean => {
  const { sort: _, descending: __, ...filter } = filterOf(search)
  return Object.keys(filter).length === 0
}
