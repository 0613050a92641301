import {
  type InfiniteData,
  infiniteQueryOptions,
  type keepPreviousData,
  type QueryKey,
  type UseInfiniteQueryOptions,
} from '@tanstack/react-query'
import type { Call, CallArguments } from '#contract/call.ts'
import type { ListCodec, RowOf } from '#contract/list-codec.ts'
import { call, type ListPage } from './call.ts'

type ListCall = Call & { readonly list: ListCodec }

type Cursor = string | undefined
type Pages<Page> = InfiniteData<Page, Cursor>

/** The query of a list that comes in pages. */
export type PagedQuery<Row, Key extends QueryKey> = UseInfiniteQueryOptions<
  ListPage<Row>,
  Error,
  Pages<ListPage<Row>>,
  Key,
  Cursor
>

type Page<C extends ListCall> = ListPage<RowOf<C['list']>>

/** What a list is filtered and ordered by: the query of its call without the place of a page. */
export type FilterOf<C extends Call> = Omit<NonNullable<CallArguments<C>['query']>, 'limit' | 'cursor'>

interface Paging {
  readonly params?: object
  /** rows of a page */
  readonly limit?: number
  /** ms: what changes by itself is loaded again */
  readonly refetchInterval?: number
  readonly placeholderData?: typeof keepPreviousData
  /** ms: how long rows count as fresh */
  readonly staleTime?: number
}

/** The pages of a list, each loaded by the cursor of the one before. */
export const pagedQuery = <const C extends ListCall>(
  entry: C,
  queryKey: readonly unknown[],
  filter: FilterOf<C>,
  { params, limit = 50, ...options }: Paging = {},
) =>
  infiniteQueryOptions<Page<C>, Error, Pages<Page<C>>, readonly unknown[], Cursor>({
    queryKey,
    queryFn: ({ signal, pageParam: cursor }) => {
      const args: unknown = { params, query: { ...filter, limit, cursor } }
      return call(entry, args as CallArguments<C>, { signal }) as Promise<Page<C>>
    },
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    ...options,
  })
