import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Skeleton } from './skeleton.tsx'
import { ErrorState } from './states.tsx'

interface LoadedProps<T> {
  readonly query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  /** says that it could not be loaded */
  readonly failed: string
  /** in its place while it loads */
  readonly waiting?: ReactNode
  children(data: T): ReactNode
}

/** What a query read; until then its skeleton, or why it failed, with a button that tries again. */
export function Loaded<T>({ query, failed, waiting = <Skeleton width="60%" />, children }: LoadedProps<T>): ReactNode {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  return error ? <ErrorState title={failed} error={error} onRetry={() => void refetch()} /> : waiting
}
