import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LiveFeed } from './live-feed.ts'

let polls: string[][] = []
let versions: Record<string, string> = {}
let isBroken = false
let pollMs = 0

beforeEach(() => {
  vi.useFakeTimers()
  polls = []
  versions = { a: 'a1', b: 'b1' }
  isBroken = false
  pollMs = 0
})
afterEach(() => vi.useRealTimers())

const newWatch = () =>
  new LiveFeed<string, string>({
    keyOf: (name) => name,
    poll: async (topics) => {
      polls.push([...topics])
      if (pollMs > 0) await new Promise((resolve) => setTimeout(resolve, pollMs))
      if (isBroken) throw new Error('the database is away')
      return topics.map((name) => ({ version: versions[name] ?? '', value: versions[name] ?? '' }))
    },
    log: pino({ level: 'silent' }),
  })

/** The values that a reader has received, in order. */
function read(stream: AsyncIterable<string>): { received: string[]; hasEnded: () => boolean; leave: () => void } {
  const iterator = stream[Symbol.asyncIterator]()
  const received: string[] = []
  let hasEnded = false
  void (async () => {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) received.push(next.value)
    hasEnded = true
  })()
  return { received, hasEnded: () => hasEnded, leave: () => void iterator.return?.() }
}

test('readers get the present value, then changes, once a second at most; topics without readers are not polled', async () => {
  const watch = newWatch()
  const first = read(watch.subscribe('a', 3600))
  await vi.advanceTimersByTimeAsync(10)
  expect(first.received).toEqual(['a1'])
  for (const version of ['a2', 'a3', 'a4']) {
    versions.a = version
    await vi.advanceTimersByTimeAsync(300)
  }
  await vi.advanceTimersByTimeAsync(200)
  expect(first.received).toEqual(['a1', 'a4'])
  // many at once: one poll
  const others = Array.from({ length: 50 }, () => read(watch.subscribe('b', 3600)))
  await vi.advanceTimersByTimeAsync(10)
  expect(others.map(({ received }) => received)).toEqual(others.map(() => ['b1']))
  polls = []
  await vi.advanceTimersByTimeAsync(2_000)
  expect(polls).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
  for (const reader of [first, ...others]) reader.leave()
  await vi.advanceTimersByTimeAsync(2_000)
  polls = []
  await vi.advanceTimersByTimeAsync(60_000)
  expect(polls).toEqual([])
  // and a new reader finds it polling again
  const late = read(watch.subscribe('a', 3600))
  await vi.advanceTimersByTimeAsync(10)
  versions.a = 'a5'
  await vi.advanceTimersByTimeAsync(1_100)
  expect(late.received).toEqual(['a4', 'a5'])
  watch.close()
})

test('a reader who leaves or whose time is over is gone at once; closing ends every stream', async () => {
  const watch = newWatch()
  const [short, long] = [read(watch.subscribe('a', 2)), read(watch.subscribe('a', 3600))]
  await vi.advanceTimersByTimeAsync(2_100)
  expect([short.hasEnded(), long.hasEnded()]).toEqual([true, false])
  watch.close()
  await vi.advanceTimersByTimeAsync(1)
  expect(long.hasEnded()).toBe(true)
  const after = read(watch.subscribe('a', 3600))
  await vi.advanceTimersByTimeAsync(1)
  expect(after.hasEnded()).toBe(true)
})

test('asked for no time at all it says how things stand and ends', async () => {
  const received: string[] = []
  for await (const value of newWatch().subscribe('b', 0)) received.push(value)
  expect(received).toEqual(['b1'])
})

test('an unreachable database is polled again; a slow one gets a pause', async () => {
  const watch = newWatch()
  isBroken = true
  const reader = read(watch.subscribe('a', 3600))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(reader.received).toEqual([])
  isBroken = false
  await vi.advanceTimersByTimeAsync(1_100)
  expect(reader.received).toEqual(['a1'])
  pollMs = 1_000
  await vi.advanceTimersByTimeAsync(3_000)
  polls = []
  await vi.advanceTimersByTimeAsync(50_000)
  // a second of polling, then four of rest
  expect(polls.length).toBe(10)
  watch.close()
})
