import { type QueryKey, queryOptions, skipToken } from '@tanstack/react-query'
import type { Call, CallArguments } from '#contract/call.ts'
import type { ListCodec, RowOf } from '#contract/list-codec.ts'
import { call } from './call.ts'

type ListCall = Call & { readonly list: ListCodec }

/** The rows of a list that comes whole. @param args undefined: nothing is loaded yet */
export const rowsQuery = <const C extends ListCall>(
  entry: C,
  queryKey: QueryKey,
  args: CallArguments<C> | undefined,
  options: { readonly refetchInterval?: number } = {},
) =>
  queryOptions({
    queryKey,
    queryFn: args ? async ({ signal }) => (await call(entry, args, { signal })).rows as RowOf<C['list']>[] : skipToken,
    ...options,
  })
