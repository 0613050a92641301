import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { SharedReads } from './shared-reads.ts'

/** Loads that end when the test says so. */
function controlled() {
  const open: PromiseWithResolvers<number>[] = []
  const load = (): Promise<number> => {
    const one = Promise.withResolvers<number>()
    open.push(one)
    return one.promise
  }
  return { open, load }
}
const times = <T>(count: number, ask: () => T): T[] => Array.from({ length: count }, ask)

test('what many ask for at once is read once, and who asks while it is read gets the one read after it', async () => {
  const { open, load } = controlled()
  const reads = new SharedReads<number>(0)
  const first = times(50, () => reads.read('a', load))
  await turn()
  expect(open).toHaveLength(1)
  const second = times(50, () => reads.read('a', load))
  await turn()
  expect(open).toHaveLength(1)
  open[0]?.resolve(1)
  expect(new Set(await Promise.all(first))).toEqual(new Set([1]))
  await expect.poll(() => open.length).toBe(2)
  open[1]?.resolve(2)
  expect(new Set(await Promise.all(second))).toEqual(new Set([2]))
})

test('each key is read by itself', async () => {
  const reads = new SharedReads<string>(60_000)
  const read = (key: string) => reads.read(key, async () => key)
  expect(await Promise.all([read('a'), read('b'), read('a')])).toEqual(['a', 'b', 'a'])
})

test('the next read of the same begins an interval after the last one began', async () => {
  const reads = new SharedReads<number>(50)
  const began: number[] = []
  for (let n = 0; n < 3; n++) await reads.read('a', async () => began.push(performance.now()))
  const pauses = began.slice(1).map((at, n) => at - (began[n] ?? 0))
  for (const pause of pauses) expect(pause).toBeGreaterThan(45)
})

test('a failed read fails for those who share it, and is made anew for the next', async () => {
  const reads = new SharedReads<number>(0)
  const broken = () => Promise.reject(new Error('the database is away'))
  const shared = await Promise.allSettled(times(3, () => reads.read('a', broken)))
  expect(shared.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await reads.read('a', async () => 1)).toBe(1)
})
