import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeInOrder } from './close-in-order.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('one after the other is closed, whatever fails, and what is waited for is logged every five seconds', async () => {
  const said: string[] = []
  const log = {
    warn: ({ seconds }: { seconds: number }, text: string) => said.push(`${text}: ${seconds} s`),
    error: (_about: object, text: string) => said.push(text),
  } as unknown as Parameters<typeof closeInOrder>[1]
  const slow = Promise.withResolvers<void>()
  const closing = closeInOrder(
    [
      ['requests', () => Promise.reject(new Error('torn'))],
      ['networks', () => slow.promise],
      ['the database', async () => said.push('closed')],
    ],
    log,
  )
  const outcome = closing.catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(11_000)
  expect(said).toEqual(['closing requests failed', 'stopping waits for networks: 5 s', 'stopping waits for networks: 10 s'])
  slow.resolve()
  expect(await outcome).toBe('torn')
  expect(said.at(-1)).toBe('closed')
})
