import { afterEach, expect, test, vi } from 'vitest'
import { CHUNK_TIMEOUT_MS, ChunkError, loadChunk } from './chunk.ts'

const FAILED = new TypeError('Failed to fetch dynamically imported module')

afterEach(() => vi.useRealTimers())

test('code that does not load in 120 seconds has failed [S8.11, S9.10]', async () => {
  vi.useFakeTimers()
  let outcome: unknown = 'waiting'
  const waiting = loadChunk(() => new Promise<never>(() => {})).catch((error: unknown) => {
    outcome = error
  })
  await vi.advanceTimersByTimeAsync(119_999)
  expect(outcome).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  await waiting
  expect(outcome).toBeInstanceOf(ChunkError)
  expect(CHUNK_TIMEOUT_MS).toBe(120_000)
})

test('a failed import is a ChunkError with its cause; a loaded module is returned', async () => {
  vi.useFakeTimers()
  const load = vi.fn(() => Promise.reject(FAILED))
  const failed = expect(loadChunk(load)).rejects.toMatchObject({ name: 'ChunkError', cause: FAILED })
  await vi.runAllTimersAsync()
  await failed
  expect(load).toHaveBeenCalledTimes(4)
  await expect(loadChunk(() => Promise.resolve('code'))).resolves.toBe('code')
})

test('an import that fails in passing is repeated', async () => {
  vi.useFakeTimers()
  const load = vi.fn(() => Promise.resolve('code')).mockRejectedValueOnce(FAILED)
  const loaded = loadChunk(load)
  await vi.advanceTimersByTimeAsync(400)
  await expect(loaded).resolves.toBe('code')
  expect(load).toHaveBeenCalledTimes(2)
})
