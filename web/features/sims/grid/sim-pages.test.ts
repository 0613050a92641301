import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ListPage } from '#web/lib/call.ts'
import type { PageRequest, SimRow } from '../sims.api.ts'
import { PAGE_SIZE, SimPages } from './sim-pages.ts'

const TOTAL = 1_000_000
const ORDER = { filter: {}, sort: 'icc', descending: false } as const

interface PendingRequest {
  request: PageRequest
  signal: AbortSignal
  answer: () => void
  fail: (error: Error) => void
}

/** Replaces the network: each request waits until the test responds. */
function network(total = TOTAL) {
  const requests: PendingRequest[] = []
  const fetch = (request: PageRequest, signal: AbortSignal): Promise<ListPage<SimRow>> => {
    const { promise, resolve, reject } = Promise.withResolvers<ListPage<SimRow>>()
    const from = Number(request.cursor ?? 0) + request.skip
    const count = Math.max(0, Math.min(request.limit, total - from))
    const rows = Array.from({ length: count }, (_, step) => ({ icc: String(from + step) }) as SimRow)
    const answer = () => resolve({ rows, nextCursor: from + count < total ? String(from + count) : null })
    signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    requests.push({ request, signal, answer, fail: reject })
    return promise
  }
  const at = (place: number): PendingRequest => {
    const found = requests.at(place)
    if (!found) throw new Error(`no request ${place}`)
    return found
  }
  return { asked: requests, fetch, at }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('the first page is requested at once, and listeners are notified of its rows', async () => {
  const net = network()
  const pages = new SimPages(ORDER, net.fetch)
  const listener = vi.fn()
  pages.subscribe(listener)
  pages.setVisible(0, 20)
  expect(net.asked.map(({ request }) => request.skip)).toEqual([0])
  net.at(0).answer()
  await settle()
  expect(listener).toHaveBeenCalledOnce()
  expect(pages.row(20)?.icc).toBe('20')
  expect(pages.indexOf('42')).toBe(42)
  expect(pages.indexOf('4200')).toBeUndefined()
})

test('the next page follows the cursor of the one before', async () => {
  const net = network()
  const pages = new SimPages(ORDER, net.fetch)
  pages.setVisible(0, 20)
  net.at(0).answer()
  await settle()
  await vi.advanceTimersByTimeAsync(500)
  pages.setVisible(60, 80)
  expect(net.at(-1).request).toMatchObject({ cursor: '100', skip: 0, limit: PAGE_SIZE })
})

test('pages scrolled past are not requested; the one where scrolling stops is, from the nearest cursor', async () => {
  const net = network()
  const pages = new SimPages(ORDER, net.fetch)
  pages.setVisible(0, 20)
  net.at(0).answer()
  await settle()
  for (let index = 1000; index <= 500_000; index += 1000) pages.setVisible(index + 45, index + 55)
  expect(net.asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(net.at(1).request).toMatchObject({ cursor: '100', skip: 499_900 })
})

test('a request that has been scrolled past is aborted, and is no error', async () => {
  const net = network()
  const pages = new SimPages(ORDER, net.fetch)
  pages.setVisible(0, 20)
  pages.setVisible(5045, 5055)
  expect(net.at(0).signal.aborted).toBe(true)
  await vi.advanceTimersByTimeAsync(100)
  expect(pages.error).toBeUndefined()
  expect(net.at(-1).request.skip).toBe(5000)
})

test('an error is kept until a retry, which requests again', async () => {
  const net = network()
  const pages = new SimPages(ORDER, net.fetch)
  pages.setVisible(0, 20)
  net.at(0).fail(new Error('no service'))
  await settle()
  expect(pages.error).toEqual(new Error('no service'))
  pages.retry()
  net.at(1).answer()
  await settle()
  expect(pages.error).toBeUndefined()
  expect(pages.hasRows).toBe(true)
})

test('after an error the cached rows stay, and new counts retry', async () => {
  const net = network()
  const pages = new SimPages(ORDER, net.fetch)
  pages.setVisible(0, 20)
  net.at(0).answer()
  await settle()
  pages.refresh()
  net.at(1).fail(new Error('no service'))
  await settle()
  expect(pages.error).toBeDefined()
  expect(pages.row(3)?.icc).toBe('3')
  pages.refresh()
  expect(pages.error).toBeUndefined()
  expect(net.asked).toHaveLength(3)
})

test('a refresh keeps the rows until the new ones are loaded', async () => {
  const net = network()
  const pages = new SimPages(ORDER, net.fetch)
  pages.setVisible(10, 20)
  net.at(0).answer()
  await settle()
  pages.refresh()
  expect(net.asked).toHaveLength(2)
  expect(pages.row(10)?.icc).toBe('10')
})

test('a range fetches its missing pages', async () => {
  const net = network(250)
  const pages = new SimPages(ORDER, net.fetch)
  const range = pages.range(95, 249, new AbortController().signal)
  for (const place of [0, 1, 2]) {
    net.at(place).answer()
    await settle()
  }
  expect((await range).map((row) => row.icc)).toEqual(Array.from({ length: 155 }, (_, step) => String(95 + step)))
  expect(pages.end).toBe(250)
})

test('an empty list ends at 0', async () => {
  const net = network(0)
  const pages = new SimPages(ORDER, net.fetch)
  pages.setVisible(0, -1)
  pages.setVisible(0, 0)
  net.at(0).answer()
  await settle()
  expect(pages.end).toBe(0)
})

test('values that were edited are shown at once, and rows do not move while one is edited', async () => {
  const net = network()
  const pages = new SimPages(ORDER, net.fetch)
  pages.setVisible(0, 20)
  net.at(0).answer()
  await settle()
  const others = pages.row(6)
  pages.patch(new Map([['5', { customField1: 'Grúa 7' }]]))
  expect([pages.row(5)?.customField1, pages.row(6)]).toEqual(['Grúa 7', others])
  expect(pages.row(6)).toBe(others)

  pages.hold(true)
  pages.refresh()
  pages.refresh()
  await settle()
  expect(net.asked).toHaveLength(1)
  pages.hold(false)
  expect(net.asked).toHaveLength(2)
  net.at(1).answer()
  await settle()
  // the server's answer has the last word
  expect(pages.row(5)?.customField1).toBeUndefined()
  pages.hold(true)
  pages.hold(false)
  expect(net.asked).toHaveLength(2)
})
