import { type QueryKey, queryOptions, skipToken, type UseQueryOptions } from '@tanstack/react-query'
import type { Call, CallArguments } from '#contract/call.ts'
import type { ListCodec, RowOf } from '#contract/list-codec.ts'
import { type CallResult, call } from './call.ts'

type QuerySettings<Data> = Pick<UseQueryOptions<Data>, 'gcTime' | 'refetchInterval' | 'staleTime'>

/** The query of a call that only reads. @param args undefined: nothing is loaded yet */
export const callQuery = <const C extends Call>(
  entry: C,
  queryKey: QueryKey,
  args: CallArguments<C> | undefined,
  settings: QuerySettings<CallResult<C>> = {},
) => queryOptions({ queryKey, queryFn: args ? ({ signal }) => call(entry, args, { signal }) : skipToken, ...settings })

type ListCall = Call & { readonly list: ListCodec }
type Rows<C extends ListCall> = RowOf<C['list']>[]

/** The query of a list that comes whole. @param args undefined: nothing is loaded yet */
export const rowsQuery = <const C extends ListCall>(
  entry: C,
  queryKey: QueryKey,
  args: CallArguments<C> | undefined,
  settings: QuerySettings<Rows<C>> = {},
) =>
  queryOptions({
    queryKey,
    queryFn: args ? async ({ signal }) => (await call(entry, args, { signal })).rows as Rows<C> : skipToken,
    ...settings,
  })
