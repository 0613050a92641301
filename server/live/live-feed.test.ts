import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LiveFeed } from './live-feed.ts'

let looks: string[][] = []
let versions: Record<string, string> = {}
let isBroken = false
let lookMs = 0

beforeEach(() => {
  vi.useFakeTimers()
  looks = []
  versions = { a: 'a1', b: 'b1' }
  isBroken = false
  lookMs = 0
})
afterEach(() => vi.useRealTimers())

const newWatch = () =>
  new LiveFeed<string, string>({
    keyOf: (name) => name,
    poll: async (wanted) => {
      looks.push([...wanted])
      if (lookMs > 0) await new Promise((resolve) => setTimeout(resolve, lookMs))
      if (isBroken) throw new Error('the database is away')
      return wanted.map((name) => ({ version: versions[name] ?? '', value: versions[name] ?? '' }))
    },
    log: pino({ level: 'silent' }),
  })

/** What a reader has been told, in order. */
function read(stream: AsyncIterable<string>): { told: string[]; isOver: () => boolean; leave: () => void } {
  const iterator = stream[Symbol.asyncIterator]()
  const told: string[] = []
  let isOver = false
  void (async () => {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) told.push(next.value)
    isOver = true
  })()
  return { told, isOver: () => isOver, leave: () => void iterator.return?.() }
}

test('readers are told how it stands, then changes, once a second at most; nothing is looked at that nobody watches', async () => {
  const watch = newWatch()
  const first = read(watch.subscribe('a', 3600))
  await vi.advanceTimersByTimeAsync(10)
  expect(first.told).toEqual(['a1'])
  for (const version of ['a2', 'a3', 'a4']) {
    versions.a = version
    await vi.advanceTimersByTimeAsync(300)
  }
  await vi.advanceTimersByTimeAsync(200)
  expect(first.told).toEqual(['a1', 'a4'])
  // many at once: one look
  const others = Array.from({ length: 50 }, () => read(watch.subscribe('b', 3600)))
  await vi.advanceTimersByTimeAsync(10)
  expect(others.map(({ told }) => told)).toEqual(others.map(() => ['b1']))
  looks = []
  await vi.advanceTimersByTimeAsync(2_000)
  expect(looks).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
  for (const reader of [first, ...others]) reader.leave()
  await vi.advanceTimersByTimeAsync(2_000)
  looks = []
  await vi.advanceTimersByTimeAsync(60_000)
  expect(looks).toEqual([])
  // and whoever comes then finds it at work again
  const late = read(watch.subscribe('a', 3600))
  await vi.advanceTimersByTimeAsync(10)
  versions.a = 'a5'
  await vi.advanceTimersByTimeAsync(1_100)
  expect(late.told).toEqual(['a4', 'a5'])
  watch.close()
})

test('a reader who leaves or whose time is over is gone at once; closing ends every stream', async () => {
  const watch = newWatch()
  const [short, long] = [read(watch.subscribe('a', 2)), read(watch.subscribe('a', 3600))]
  await vi.advanceTimersByTimeAsync(2_100)
  expect([short.isOver(), long.isOver()]).toEqual([true, false])
  watch.close()
  await vi.advanceTimersByTimeAsync(1)
  expect(long.isOver()).toBe(true)
  const after = read(watch.subscribe('a', 3600))
  await vi.advanceTimersByTimeAsync(1)
  expect(after.isOver()).toBe(true)
})

test('asked for no time at all it says how things stand and ends', async () => {
  const told: string[] = []
  for await (const value of newWatch().subscribe('b', 0)) told.push(value)
  expect(told).toEqual(['b1'])
})

test('a database that was away is looked at again; a slow one is given a rest', async () => {
  const watch = newWatch()
  isBroken = true
  const reader = read(watch.subscribe('a', 3600))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(reader.told).toEqual([])
  isBroken = false
  await vi.advanceTimersByTimeAsync(1_100)
  expect(reader.told).toEqual(['a1'])
  lookMs = 1_000
  await vi.advanceTimersByTimeAsync(3_000)
  looks = []
  await vi.advanceTimersByTimeAsync(50_000)
  // a second of looking, then four of rest
  expect(looks.length).toBe(10)
  watch.close()
})
