import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from './call.ts'
import { followEvents } from './follow-events.ts'

let page: EventTarget & { hidden: boolean }

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  page = Object.assign(new EventTarget(), { hidden: false })
  vi.stubGlobal('document', page)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function hide(hidden: boolean): void {
  page.hidden = hidden
  page.dispatchEvent(new Event('visibilitychange'))
}

const failure = (status: number, code: 'not_found' | 'internal') => new CallError(code, { code, status })

/** Streams that send their number and then end as given; the last one stays open until aborted. */
function streams(...ends: (Error | 'ends')[]) {
  let opened = 0
  const reopened: boolean[] = []
  async function* open(signal: AbortSignal, isReopened: boolean): AsyncGenerator<number> {
    const own = opened++
    reopened.push(isReopened)
    yield own
    const end = ends[own]
    if (end instanceof Error) throw end
    if (end === 'ends') return
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }
  return { open, reopened, count: () => opened }
}

test('a stream that ends or is cut off is reopened after a pause', async () => {
  const { open, reopened } = streams(new TypeError('cut off'), failure(503, 'internal'), 'ends')
  const received: number[] = []
  const end = new AbortController()
  const following = followEvents(open, (event) => void received.push(event), end.signal)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(received).toEqual([0])
  await vi.advanceTimersByTimeAsync(6_000)
  expect(received).toEqual([0, 1, 2, 3])
  expect(reopened).toEqual([false, true, true, true])
  end.abort()
  await following
})

test('it is not retried after a final error', async () => {
  const { open, count } = streams(failure(404, 'not_found'))
  await followEvents(open, () => undefined, new AbortController().signal)
  expect(count()).toBe(1)
})

test('a hidden page has no open stream', async () => {
  const { open, count } = streams()
  const end = new AbortController()
  const following = followEvents(open, () => undefined, end.signal)
  await vi.advanceTimersByTimeAsync(10)
  hide(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(count()).toBe(1)
  hide(false)
  await vi.advanceTimersByTimeAsync(10)
  expect(count()).toBe(2)
  end.abort()
  await following
})
