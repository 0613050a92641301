import type { QueryClient } from '@tanstack/react-query'
import { sessionQuery } from './session.ts'

/** State of the SIM screens' parameters (specification section 4): not requested or failed, loading, loaded. */
export type ParametersState = 'NO_INIT' | 'LOADING' | 'INIT'

interface Loading {
  readonly status: 'pending' | 'error' | 'success'
  readonly fetchStatus: 'fetching' | 'paused' | 'idle'
}

export function parametersState({ status, fetchStatus }: Loading): ParametersState {
  if (status === 'success') return 'INIT'
  return fetchStatus === 'idle' ? 'NO_INIT' : 'LOADING'
}

/** Whether the application is initialised: the session check has succeeded, and the session has not ended since. */
export function isInitialised(client: QueryClient): boolean {
  return client.getQueryState(sessionQuery.queryKey)?.status === 'success'
}
