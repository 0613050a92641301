import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { type SimDetail, simQuery } from '#web/shared/sims/sim.api.ts'
import { refetchOnVersions } from './live-sim.ts'

const ICC = '8956030000000000017'

test('each new version refetches the history, also where the SIM is current already; the version that the page has does not', async () => {
  const client = new QueryClient()
  const show = (version: string) => client.setQueryData(simQuery(ICC).queryKey, { version } as SimDetail)
  let fetches = 0
  const history = new QueryObserver(client, { queryKey: ['sims', 'history', ICC], queryFn: async () => ++fetches })
  const end = history.subscribe(() => {})
  await expect.poll(() => fetches).toBe(1)
  const onVersion = refetchOnVersions(client, ICC)
  show('1')
  await onVersion('1')
  expect(fetches).toBe(1)
  // an action refetched the SIM before the stream named its version
  show('2')
  await onVersion('2')
  expect(fetches).toBe(2)
  await onVersion('2')
  expect(fetches).toBe(2)
  end()
  client.clear()
})
