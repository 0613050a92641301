import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startPoller, startTriggeredPoller } from './poller.ts'

const EVERY_MS = 1_000
const log = { error: vi.fn() }
const options = { everyMs: EVERY_MS, log, failure: 'the books could not be read', about: { network: 'n1' } }

beforeEach(() => {
  vi.useFakeTimers()
  log.error.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Work of which each round ends when the test says so. */
function slowWork() {
  const ends: (() => void)[] = []
  const work = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)))
  return { work, endRound: () => ends.shift()?.() }
}

test('a round that takes longer than the interval is not joined by another', async () => {
  const { work, endRound } = slowWork()
  const end = startPoller(work, options)
  await vi.advanceTimersByTimeAsync(EVERY_MS - 1)
  expect(work).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1 + 10 * EVERY_MS)
  expect(work).toHaveBeenCalledTimes(1)
  endRound()
  await vi.advanceTimersByTimeAsync(EVERY_MS - 1)
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(work).toHaveBeenCalledTimes(2)
  endRound()
  await end()
})

test('ending it waits for the running round, and none follows', async () => {
  const { work, endRound } = slowWork()
  const end = startPoller(work, { ...options, isFirstAtOnce: true })
  expect(work).toHaveBeenCalledTimes(1)
  const ended = vi.fn()
  const ending = end().then(ended)
  await vi.advanceTimersByTimeAsync(EVERY_MS)
  expect(ended).not.toHaveBeenCalled()
  endRound()
  await ending
  await vi.advanceTimersByTimeAsync(10 * EVERY_MS)
  expect(work).toHaveBeenCalledTimes(1)
})

test('a round that fails is logged with what it is about, and the next one comes', async () => {
  const fault = new Error('the database is away')
  const work = vi.fn(async () => Promise.reject(fault))
  const end = startPoller(work, options)
  await vi.advanceTimersByTimeAsync(2 * EVERY_MS)
  expect(work).toHaveBeenCalledTimes(2)
  expect(log.error.mock.calls).toEqual(Array(2).fill([{ err: fault, network: 'n1' }, 'the books could not be read']))
  await end()
})

test('a trigger starts a round at once; one during a round starts another after it', async () => {
  const { work, endRound } = slowWork()
  const { trigger, end } = startTriggeredPoller(work, options)
  trigger()
  expect(work).toHaveBeenCalledTimes(1)
  trigger()
  trigger()
  expect(work).toHaveBeenCalledTimes(1)
  endRound()
  await vi.advanceTimersByTimeAsync(0)
  expect(work).toHaveBeenCalledTimes(2)
  endRound()
  await vi.advanceTimersByTimeAsync(EVERY_MS - 1)
  expect(work).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(work).toHaveBeenCalledTimes(3)
  endRound()
  await end()
  trigger()
  expect(work).toHaveBeenCalledTimes(3)
})
