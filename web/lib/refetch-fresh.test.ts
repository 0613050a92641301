import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { refetchFresh } from './refetch-fresh.ts'

test('a change during the first request is shown, though that request answers later', async () => {
  const client = new QueryClient()
  const answers: ((value: string) => void)[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['lines'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  })
  const end = observer.subscribe(() => undefined)
  const refetched = refetchFresh(client, { queryKey: ['lines'] })
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.('after')
  answers[0]?.('before')
  await refetched
  expect(observer.getCurrentResult().data).toBe('after')
  end()
})
