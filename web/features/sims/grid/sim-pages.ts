import type { ListPage } from '#web/lib/call.ts'
import type { ListOrder, PageRequest, SimRow } from '../sims.api.ts'
import { PageCache } from './page-cache.ts'

export const PAGE_SIZE = 100
/** 6 000 rows: some MB, and enough to scroll back without requests. */
const CAPACITY = 60
/** Rows that are prefetched around the visible ones. */
const AHEAD = 40
/** Debounce of requests while scrolling fast, ms. */
const DEBOUNCE_MS = 70
/** Scrolling counts as slow when the last page change is older than this, ms. */
const SLOW_MS = 160
const AT_ONCE = 2

export type FetchPage = (request: PageRequest, signal: AbortSignal) => Promise<ListPage<SimRow>>

/** The rows of one list (filter and order), fetched as they become visible. Notifies its listeners of changes. */
export class SimPages {
  readonly #cache = new PageCache<SimRow>({ pageSize: PAGE_SIZE, capacity: CAPACITY })
  readonly #order: ListOrder
  readonly #fetch: FetchPage
  readonly #running = new Map<number, AbortController>()
  readonly #stale = new Set<number>()
  readonly #listeners = new Set<() => void>()
  #requested: readonly number[] = []
  #lastMove = Number.NEGATIVE_INFINITY
  #timer: ReturnType<typeof setTimeout> | undefined
  #version = 0
  #isHeld = false
  #isDue = false
  #error: unknown

  constructor(order: ListOrder, fetch: FetchPage) {
    this.#order = order
    this.#fetch = fetch
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Changes whenever rows, length or error do. */
  readonly version = (): number => this.#version

  get error(): unknown {
    return this.#error
  }

  /** Whether any page has loaded, even if a later one has failed. */
  get hasRows(): boolean {
    return !this.#cache.isEmpty
  }

  /** Number of rows, once the last page has loaded. */
  get end(): number | undefined {
    return this.#cache.end
  }

  row(index: number): SimRow | undefined {
    return this.#cache.row(index)
  }

  /** The position of a SIM among the loaded rows. */
  indexOf(icc: string): number | undefined {
    for (const [index, row] of this.#cache.entries()) {
      if (row.icc === icc) return index
    }
    return undefined
  }

  /** Sets the visible rows: missing pages are requested, requests of passed ones are aborted. */
  setVisible(first: number, last: number): void {
    const requested = this.#cache.pagesFor(Math.max(0, first - AHEAD), last + AHEAD).filter((page) => this.#exists(page))
    if (requested.join() === this.#requested.join()) return
    const now = performance.now()
    const isSlow = now - this.#lastMove > SLOW_MS
    this.#lastMove = now
    this.#requested = this.#nearestFirst(requested, first, last)
    this.#cache.touch(requested)
    for (const [page, controller] of this.#running) {
      if (!requested.includes(page)) controller.abort()
    }
    clearTimeout(this.#timer)
    if (isSlow) this.#pump()
    else this.#timer = setTimeout(() => this.#pump(), DEBOUNCE_MS)
  }

  /** While rows are held, for a cell of one is being edited, a refresh waits: rows would move under it. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld
    if (isHeld || !this.#isDue) return
    this.#isDue = false
    this.refresh()
  }

  /** Refetches the visible rows, keeping the old ones until then. */
  refresh(): void {
    this.#isDue = this.#isHeld
    if (this.#isHeld) return
    for (const page of this.#requested) this.#stale.add(page)
    const { end } = this.#cache
    // if the end is not visible, none of these requests would show that it has moved
    if (end !== undefined && !this.#requested.includes(this.#cache.pageOf(Math.max(0, end - 1)))) this.#cache.clearEnd()
    this.#error = undefined
    this.#pump()
  }

  /** Retries after an error. */
  retry(): void {
    this.#error = undefined
    this.#notify()
    this.#pump()
  }

  /** The rows of a range, fetched if missing. */
  async range(first: number, last: number, signal: AbortSignal): Promise<SimRow[]> {
    for (const page of this.#cache.pagesFor(first, last)) {
      if (!this.#cache.has(page)) await this.#load(page, signal)
    }
    const places = Array.from({ length: last - first + 1 }, (_, step) => first + step)
    return places.flatMap((index) => this.row(index) ?? [])
  }

  /** Shows other values of SIMs, by ICC, until their rows are fetched again. */
  patch(values: ReadonlyMap<string, Partial<SimRow>>): void {
    this.#cache.map((row) => {
      const change = values.get(row.icc)
      return change ? { ...row, ...change } : row
    })
    this.#notify()
  }

  /** Aborts requests; the list is no longer shown. */
  close(): void {
    clearTimeout(this.#timer)
    this.#requested = []
    for (const controller of this.#running.values()) controller.abort()
  }

  #exists(page: number): boolean {
    const { end } = this.#cache
    return end === undefined || page * PAGE_SIZE < Math.max(1, end)
  }

  /** Pages with visible rows come before prefetched ones. */
  #nearestFirst(pages: readonly number[], first: number, last: number): number[] {
    const seen = new Set(this.#cache.pagesFor(first, last))
    return [...pages.filter((page) => seen.has(page)), ...pages.filter((page) => !seen.has(page))]
  }

  #pump(): void {
    if (this.#error !== undefined) return
    for (const page of this.#requested) {
      if (this.#running.size >= AT_ONCE) return
      const isNeeded = !this.#cache.has(page) || this.#stale.has(page)
      if (!isNeeded || this.#running.has(page)) continue
      void this.#run(page)
    }
  }

  async #run(page: number): Promise<void> {
    const controller = new AbortController()
    this.#running.set(page, controller)
    try {
      await this.#load(page, controller.signal)
    } catch (error) {
      if (controller.signal.aborted) return
      this.#error = error
      this.#notify()
    } finally {
      this.#running.delete(page)
      this.#pump()
    }
  }

  async #load(page: number, signal: AbortSignal): Promise<void> {
    const { cursor, skip } = this.#cache.startOf(page)
    const answer = await this.#fetch({ ...this.#order, limit: PAGE_SIZE, cursor, skip }, signal)
    this.#cache.put(page, answer.rows, answer.nextCursor)
    this.#stale.delete(page)
    this.#notify()
  }

  #notify(): void {
    this.#version += 1
    for (const listener of this.#listeners) listener()
  }
}
