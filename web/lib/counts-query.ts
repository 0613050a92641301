import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { Call, CallArguments } from '#contract/call.ts'
import type { ValueCounts, valueCounts } from '#contract/value-counts.ts'
import { call } from './call.ts'

type CountCall = Call & { readonly data: typeof valueCounts }

/** The rows of a list by the values of its chips. Those of the filter before stay until the new ones come. */
export const countsQuery = <const C extends CountCall>(
  entry: C,
  queryKey: QueryKey,
  query: CallArguments<C>['query'],
  options: { readonly refetchInterval?: number } = {},
) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => call(entry, { query } as CallArguments<C>, { signal }) as Promise<ValueCounts>,
    placeholderData: keepPreviousData,
    ...options,
  })
