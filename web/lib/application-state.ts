import type { QueryClient } from '@tanstack/react-query'
import { sessionQuery } from './session.ts'

/** How far the parameters of the SIM screens are (specification section 4): not asked for or failed, on their way, there. */
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
