import { type QueryKey, type UseQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { PagedQuery } from '#web/lib/paged-query.ts'

/** The rows of a list as far as they are loaded. */
export interface ListRows<Row> {
  /** undefined while they load */
  readonly rows: readonly Row[] | undefined
  readonly error: Error | null
  retry(): void
  /** undefined at the end of the list */
  readonly more?: (() => void) | undefined
  readonly isLoadingMore?: boolean
}

/** Rows that come in pages. */
export function usePages<Row, Key extends QueryKey>(options: PagedQuery<Row, Key>): ListRows<Row> {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(options)
  return {
    rows: data?.pages.flatMap((page) => page.rows),
    error,
    retry: () => void refetch(),
    more: hasNextPage ? () => void fetchNextPage() : undefined,
    isLoadingMore: isFetchingNextPage,
  }
}

/** Rows that come all at once. */
export function useRows<Data, Row, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
  rowsOf: (data: Data) => readonly Row[],
): ListRows<Row> {
  const { data, error, refetch } = useQuery(options)
  return { rows: data && rowsOf(data), error, retry: () => void refetch() }
}
