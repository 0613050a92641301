import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { isInitialised, type ParametersState, parametersState } from './application-state.ts'
import { sessionQuery } from './session.ts'

const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })

test('the application is initialised once the session check has succeeded, until the session ends [S4.16]', async () => {
  const queries = client()
  const check = (queryFn: () => Promise<never>) => queries.fetchQuery({ queryKey: sessionQuery.queryKey, queryFn })
  expect(isInitialised(queries)).toBe(false)
  await expect(check(() => Promise.reject(new Error('Client not logged in')))).rejects.toThrow()
  expect(isInitialised(queries)).toBe(false)
  const { promise, resolve } = Promise.withResolvers<never>()
  const succeeding = check(() => promise)
  expect(isInitialised(queries)).toBe(false)
  resolve({ userName: 'Ana' } as never)
  await succeeding
  expect(isInitialised(queries)).toBe(true)
  queries.removeQueries()
  expect(isInitialised(queries)).toBe(false)
})

test('the parameters are NO_INIT, LOADING and INIT, and NO_INIT again where they failed [S4.16]', async () => {
  const queries = client()
  const seen: ParametersState[] = []
  const follow = (queryFn: () => Promise<string>) => {
    const observer = new QueryObserver(queries, { queryKey: ['parameters'], queryFn, enabled: false })
    seen.splice(0, seen.length, parametersState(observer.getCurrentResult()))
    const stop = observer.subscribe((result) => {
      const state = parametersState(result)
      if (seen.at(-1) !== state) seen.push(state)
    })
    return { observer, stop }
  }
  const failing = follow(() => Promise.reject(new Error('no answer')))
  await failing.observer.refetch()
  failing.stop()
  expect(seen).toEqual(['NO_INIT', 'LOADING', 'NO_INIT'])
  queries.clear()
  const succeeding = follow(() => Promise.resolve('parameters'))
  await succeeding.observer.refetch()
  expect(seen).toEqual(['NO_INIT', 'LOADING', 'INIT'])
  await succeeding.observer.refetch()
  succeeding.stop()
  expect(seen).toEqual(['NO_INIT', 'LOADING', 'INIT'])
})
