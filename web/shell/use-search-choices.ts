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

/** The index needs at least so many characters. */
const MIN_LENGTH = 3
const SHOWN_SIMS = 5

const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['global-search', text] as const,
    queryFn: ({ signal }) => call(globalSearch, { params: { text } }, { signal }),
  })

const screens: ReadonlySet<string> = new Set(Object.keys(SCREENS))

/**
 * The options of the search box.
 * @param text in the box now, for pages and actions
 * @param typed the same, debounced, for SIMs
 */
export function useSearchChoices(text: string, typed: string) {
  const { t } = useTranslation()
  const session = useSession()
  const canSearch = holds(session, 'sims')
  const live = useQuery({
    ...searchQuery(typed),
    enabled: canSearch && typed.length >= MIN_LENGTH,
    // results of another text are stale
    placeholderData: (found, query) => (query && typed.startsWith(query.queryKey[1]) ? found : undefined),
  })
  const searched = plainText(text)
  const matches = ({ label }: { label: string }) => plainText(label).includes(searched)
  const { data: config } = useQuery(clientConfigQuery)
  const pages = linksOf(visibleMenu(session, screens, config?.manualsUrl)).map((link) => ({ ...link, label: t(link.label) }))
  return {
    pages: pages.filter(matches),
    actions: useSearchActions().filter(matches),
    sims: typed.length >= MIN_LENGTH ? (live.data?.rows.slice(0, SHOWN_SIMS) ?? []) : [],
    isSearching: live.isFetching,
    hasSearched: canSearch && typed.length >= MIN_LENGTH && live.isSuccess && !live.isFetching,
    /** the server's error for the typed text */
    failure: typed.length >= MIN_LENGTH ? live.error?.message : undefined,
    /** Why SIMs cannot be searched for a text; undefined when they can. */
    reasonAgainst: (searched: string) => {
      if (!canSearch) return t('shell.searchForbidden')
      return searched.length < MIN_LENGTH ? sentence(FIELD_SENTENCES.searchTooShort) : undefined
    },
    /** Whether any SIM contains the text. */
    find: async (searched: string) =>
      (await queryClient.fetchQuery({ ...searchQuery(searched), staleTime: 5000 })).rows.length > 0,
  }
}

export type SearchChoices = ReturnType<typeof useSearchChoices>
