import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FIELD_SENTENCES } from '#contract/messages.ts'
import { globalSearch } from '#contract/sims/sims.calls.ts'
import { call } from '../lib/call.ts'
import { plainText } from '../lib/plain-text.ts'
import { queryClient } from '../lib/query-client.ts'
import { sentence } from '../lib/sentence.ts'
import { clientConfigQuery, holds, useSession } from '../lib/session.ts'
import { SCREENS } from '../shared/screens.ts'
import { linksOf, visibleMenu } from './menu-entries.ts'
import { useSearchActions } from './search-actions.ts'

/** Fewer characters have no index behind them. */
const LEAST = 3
const SHOWN_SIMS = 5

const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['global-search', text] as const,
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
    enabled: maySearch && typed.length >= LEAST,
    // what was found for another text than the one that is typed on is not an answer
    placeholderData: (found, query) => (query && typed.startsWith(query.queryKey[1]) ? found : undefined),
  })
  const wanted = plainText(text)
  const matches = ({ label }: { label: string }) => plainText(label).includes(wanted)
  const { data: config } = useQuery(clientConfigQuery)
  const pages = linksOf(visibleMenu(session, screens, config?.manualsUrl)).map((link) => ({ ...link, label: t(link.label) }))
  return {
    pages: pages.filter(matches),
    actions: useSearchActions().filter(matches),
    sims: typed.length >= LEAST ? (live.data?.rows.slice(0, SHOWN_SIMS) ?? []) : [],
    isSearching: live.isFetching,
    hasSearched: maySearch && typed.length >= LEAST && live.isSuccess && !live.isFetching,
    /** what the server said while somebody typed */
    failure: typed.length >= LEAST ? live.error?.message : undefined,
    /** Why SIMs can't be searched for a text; undefined when they can. */
    whyNot: (searched: string) => {
      if (!maySearch) return t('shell.searchForbidden')
      return searched.length < LEAST ? sentence(FIELD_SENTENCES.searchTooShort) : undefined
    },
    /** Whether any SIM holds the text. */
    find: async (searched: string) =>
      (await queryClient.fetchQuery({ ...searchQuery(searched), staleTime: 5000 })).rows.length > 0,
  }
}

export type SearchChoices = ReturnType<typeof useSearchChoices>
