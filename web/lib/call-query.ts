import { type QueryKey, queryOptions, type UndefinedInitialDataOptions } from '@tanstack/react-query'
import type { Call, CallArguments } from '#contract/call.ts'
import { type CallResult, call } from './call.ts'

type Options<C extends Call> = Omit<UndefinedInitialDataOptions<CallResult<C>>, 'queryKey' | 'queryFn'>

/** The query that reads what a call answers. */
export const callQuery = <const C extends Call>(
  entry: C,
  queryKey: QueryKey,
  args: CallArguments<C>,
  options: Options<C> = {},
) => queryOptions({ queryKey, queryFn: ({ signal }) => call(entry, args, { signal }), ...options })
