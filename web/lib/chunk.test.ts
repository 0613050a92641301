import { afterEach, expect, test, vi } from 'vitest'
import { CHUNK_TIMEOUT_MS, ChunkError, loadChunk } from './chunk.ts'

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
  const cause = new TypeError('Failed to fetch dynamically imported module')
  await expect(loadChunk(() => Promise.reject(cause))).rejects.toMatchObject({ name: 'ChunkError', cause })
  await expect(loadChunk(() => Promise.resolve('code'))).resolves.toBe('code')
})
