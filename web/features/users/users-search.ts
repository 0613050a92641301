import { USER_SORTS } from '#contract/filter-values.ts'
import { PERMITS } from '#domain/permits.ts'
import { USER_STATES } from '#domain/user-states.ts'
import { defineSearch, flag, id, type Order, oneOf, orderOfParam, searchText, sortOf } from '#web/lib/define-search.ts'

export type UserSort = (typeof USER_SORTS)[number]

export const DEFAULT_USER_ORDER: Order<UserSort> = { sort: 'name', descending: false }

const who = { search: searchText(), company: id }

/** /users?search=ana&company=4&subsidiaries=true&state=invited&permit=plans&sort=-created&open=9 */
export const readUsersSearch = defineSearch({
  ...who,
  subsidiaries: flag,
  state: oneOf(USER_STATES),
  permit: oneOf(PERMITS),
  sort: sortOf(USER_SORTS),
  /** the user beside the list */
  open: id,
})

export type UsersSearch = ReturnType<typeof readUsersSearch>

/** The call's filter and sort order of an address. */
export function userFilterOf({ sort, open, ...filter }: UsersSearch) {
  const order = orderOfParam(sort, DEFAULT_USER_ORDER)
  return { ...filter, sort: order.sort, descending: order.descending ? ('1' as const) : ('0' as const) }
}

/** /users/permissions?search=ana&company=4 */
export const readPermitsSearch = defineSearch(who)
