import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { globalSearch } from '#contract/sims.calls.ts'
import { call } from '../lib/call.ts'
import { plainText } from '../lib/plain-text.ts'
import { queryClient } from '../lib/query-client.ts'
import { holds, useSession } from '../lib/session.ts'
import { SCREENS } from '../screens.ts'
import { linksOf, visibleMenu } from './menu-entries.ts'
import { useSearchActions } from './search-actions.ts'

/** Fewer characters match too much to be offered while typing. */
const LIVE_FROM = 3
const SHOWN_SIMS = 5

const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['global-search', text],
    queryFn: ({ signal }) => call(globalSearch, { params: { text } }, { signal }),
  })

const screens: ReadonlySet<string> = new Set(Object.keys(SCREENS))

/**
 * What the search box offers.
 * @param text what stands in the box now, for pages and actions
 * @param typed the same once typing has paused, for SIMs
 */
export function useSearchChoices(text: string, typed: string) {
  const { t } = useTranslation()
  const session = useSession()
  const maySearch = holds(session, 'sims')
  const live = useQuery({
    ...searchQuery(typed),
    enabled: maySearch && typed.length >= LIVE_FROM,
    placeholderData: keepPreviousData,
  })
  const wanted = plainText(text)
  const matches = ({ label }: { label: string }) => plainText(label).includes(wanted)
  const pages = linksOf(visibleMenu(session, screens)).map(({ path, label }) => ({ path, label: t(label) }))
  return {
    pages: pages.filter(matches),
    actions: useSearchActions().filter(matches),
    sims: typed.length >= LIVE_FROM ? (live.data?.rows.slice(0, SHOWN_SIMS) ?? []) : [],
    isSearching: live.isFetching,
    hasSearched: maySearch && typed.length >= LIVE_FROM && live.isSuccess && !live.isFetching,
    exactPage: (name: string) => pages.find(({ label }) => plainText(label) === plainText(name))?.path,
    /** Whether any SIM holds the text; never for someone who may not see SIMs. */
    find: async (searched: string) =>
      maySearch && (await queryClient.fetchQuery({ ...searchQuery(searched), staleTime: 5000 })).rows.length > 0,
  }
}

export type SearchChoices = ReturnType<typeof useSearchChoices>
