import { queryOptions, useQuery } from '@tanstack/react-query'
import { globalSearch } from '#contract/sims/sims.calls.ts'
import { call } from '#web/lib/call.ts'
import { queryClient } from '#web/lib/query-client.ts'
import type { SuggestedSim } from './options.ts'

/** The index needs at least so many characters. */
export const MIN_LENGTH = 3

const simsQuery = (text: string) =>
  queryOptions({
    queryKey: ['global-search', text] as const,
    queryFn: ({ signal }) => call(globalSearch, { params: { text } }, { signal }),
    staleTime: 5000,
  })

interface SuggestedSims {
  readonly sims: readonly SuggestedSim[]
  readonly isSearching: boolean
  /** the answer for this text is there */
  readonly hasSearched: boolean
  readonly failure: string | undefined
}

/** SIMs for a text, the best matches first. A longer text keeps what the shorter one found until it has its own answer. */
export function useSims(text: string, isAllowed: boolean): SuggestedSims {
  const enabled = isAllowed && text.length >= MIN_LENGTH
  const { data, error, isFetching, isSuccess } = useQuery({
    ...simsQuery(text),
    enabled,
    placeholderData: (found, query) => (query && text.startsWith(query.queryKey[1]) ? found : undefined),
  })
  return {
    sims: enabled ? (data?.rows ?? []) : [],
    isSearching: isFetching,
    hasSearched: enabled && isSuccess && !isFetching,
    failure: enabled ? error?.message : undefined,
  }
}

/** Whether any SIM has the text. */
export const hasSims = async (text: string): Promise<boolean> => (await queryClient.fetchQuery(simsQuery(text))).rows.length > 0
