import type { ListPage } from '#web/lib/call.ts'
import type { ListOrder, PageRequest, SimRow } from '../sims.api.ts'
import { PageCache } from './page-cache.ts'

export const PAGE_SIZE = 100
/** 6 000 rows: some MB, and a good way back without asking again. */
const CAPACITY = 60
/** Rows around those that are seen, asked for along with them. */
const AHEAD = 40
/** While the list flies past, nothing is asked for until it has rested this long, ms. */
const REST_MS = 70
/** A list that has not moved to other pages for this long is not flying, ms. */
const CALM_MS = 160
const AT_ONCE = 2

export type FetchPage = (request: PageRequest, signal: AbortSignal) => Promise<ListPage<SimRow>>

/** The rows of one list (filter and order), fetched as they come into view. Tells its listeners when something has come. */
export class SimPages {
  readonly #cache = new PageCache<SimRow>({ pageSize: PAGE_SIZE, capacity: CAPACITY })
  readonly #order: ListOrder
  readonly #fetch: FetchPage
  readonly #running = new Map<number, AbortController>()
  readonly #stale = new Set<number>()
  readonly #listeners = new Set<() => void>()
  #wanted: readonly number[] = []
  #lastMove = Number.NEGATIVE_INFINITY
  #timer: ReturnType<typeof setTimeout> | undefined
  #version = 0
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

  /** Whether any page has come, even if a later one has failed. */
  get hasRows(): boolean {
    return !this.#cache.isEmpty
  }

  /** How many rows there are, once the end has been seen. */
  get end(): number | undefined {
    return this.#cache.end
  }

  row(index: number): SimRow | undefined {
    return this.#cache.row(index)
  }

  /** The place of a SIM among the rows at hand. */
  indexOf(icc: string): number | undefined {
    for (const [index, row] of this.#cache.entries()) {
      if (row.icc === icc) return index
    }
    return undefined
  }

  /** Says which rows are in view: what is missing is asked for, what has been passed is no longer. */
  look(first: number, last: number): void {
    const wanted = this.#cache.pagesFor(Math.max(0, first - AHEAD), last + AHEAD).filter((page) => this.#exists(page))
    if (wanted.join() === this.#wanted.join()) return
    const now = performance.now()
    const isCalm = now - this.#lastMove > CALM_MS
    this.#lastMove = now
    this.#wanted = this.#nearestFirst(wanted, first, last)
    this.#cache.touch(wanted)
    for (const [page, controller] of this.#running) {
      if (!wanted.includes(page)) controller.abort()
    }
    clearTimeout(this.#timer)
    if (isCalm) this.#pump()
    else this.#timer = setTimeout(() => this.#pump(), REST_MS)
  }

  /** Asks again for what is in view, without letting go of what is there. */
  refresh(): void {
    for (const page of this.#wanted) this.#stale.add(page)
    const { end } = this.#cache
    // Where the end is not in view, nothing that is asked for now would tell that it has moved.
    if (end !== undefined && !this.#wanted.includes(this.#cache.pageOf(Math.max(0, end - 1)))) this.#cache.forgetEnd()
    this.#error = undefined
    this.#pump()
  }

  /** Another try after an error. */
  retry(): void {
    this.#error = undefined
    this.#tell()
    this.#pump()
  }

  /** The rows from one place to another, fetched if need be. */
  async range(first: number, last: number, signal: AbortSignal): Promise<SimRow[]> {
    for (const page of this.#cache.pagesFor(first, last)) {
      if (!this.#cache.has(page)) await this.#load(page, signal)
    }
    const places = Array.from({ length: last - first + 1 }, (_, step) => first + step)
    return places.flatMap((index) => this.row(index) ?? [])
  }

  /** Ends what is under way; the list is no longer looked at. */
  close(): void {
    clearTimeout(this.#timer)
    this.#wanted = []
    for (const controller of this.#running.values()) controller.abort()
  }

  #exists(page: number): boolean {
    const { end } = this.#cache
    return end === undefined || page * PAGE_SIZE < Math.max(1, end)
  }

  /** Pages whose rows are seen come before those that only might be. */
  #nearestFirst(pages: readonly number[], first: number, last: number): number[] {
    const seen = new Set(this.#cache.pagesFor(first, last))
    return [...pages.filter((page) => seen.has(page)), ...pages.filter((page) => !seen.has(page))]
  }

  #pump(): void {
    if (this.#error !== undefined) return
    for (const page of this.#wanted) {
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
      if (!controller.signal.aborted) this.#fail(error)
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
    this.#tell()
  }

  #fail(error: unknown): void {
    this.#error = error
    this.#tell()
  }

  #tell(): void {
    this.#version += 1
    for (const listener of this.#listeners) listener()
  }
}
