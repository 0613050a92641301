import { createHook } from 'node:async_hooks'
import { afterEach, expect, test, vi } from 'vitest'
import { keepThreadPoolAwake } from './keep-thread-pool-awake.ts'

afterEach(() => vi.useRealTimers())

test('the thread pool gets a job each second', () => {
  let jobs = 0
  const hook = createHook({
    init: (_, type) => {
      if (type === 'FSREQCALLBACK') jobs++
    },
  }).enable()
  vi.useFakeTimers({ toFake: ['setInterval'] })
  keepThreadPoolAwake()
  vi.advanceTimersByTime(3_000)
  hook.disable()
  expect(jobs).toBe(3)
})
