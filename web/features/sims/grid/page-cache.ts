/** How to ask for a page: the nearest cursor known before it, and how many rows to leave out after that. */
export interface PageStart {
  readonly cursor: string | undefined
  readonly skip: number
}

/**
 * Pages of a long list, fetched in any order. Rows of the pages used longest ago are let go; cursors are kept, they are
 * small and make every later jump cheaper.
 */
export class PageCache<Row> {
  readonly pageSize: number
  readonly #capacity: number
  /** in the order of their last use */
  readonly #pages = new Map<number, readonly Row[]>()
  /** page → the cursor at which it begins */
  readonly #cursors = new Map<number, string>()
  #end: number | undefined

  constructor(options: { pageSize: number; capacity: number }) {
    this.pageSize = options.pageSize
    this.#capacity = options.capacity
  }

  /** How many rows there are, once the last page has been seen. */
  get end(): number | undefined {
    return this.#end
  }

  pageOf(index: number): number {
    return Math.floor(index / this.pageSize)
  }

  row(index: number): Row | undefined {
    return this.#pages.get(this.pageOf(index))?.[index % this.pageSize]
  }

  /** Whether there are any rows at hand. */
  get isEmpty(): boolean {
    return this.#pages.size === 0
  }

  has(page: number): boolean {
    return this.#pages.has(page)
  }

  /** Keeps a page's rows, and what its answer says about where the list goes on or ends. */
  put(page: number, rows: readonly Row[], nextCursor: string | null): void {
    this.#pages.delete(page)
    this.#pages.set(page, rows)
    if (nextCursor !== null) {
      this.#cursors.set(page + 1, nextCursor)
      // The list has grown since its end was seen.
      if (this.#end !== undefined && this.#end <= (page + 1) * this.pageSize) this.#end = undefined
    } else if (rows.length > 0 || page === 0) this.#end = page * this.pageSize + rows.length
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= this.#capacity) break
      this.#pages.delete(oldest)
    }
  }

  /** The end may have moved; it is known again when the last page is seen. */
  forgetEnd(): void {
    this.#end = undefined
  }

  /** Says that these pages are looked at: they are let go last. */
  touch(pages: Iterable<number>): void {
    for (const page of pages) {
      const rows = this.#pages.get(page)
      if (!rows) continue
      this.#pages.delete(page)
      this.#pages.set(page, rows)
    }
  }

  startOf(page: number): PageStart {
    for (let before = page; before > 0; before--) {
      const cursor = this.#cursors.get(before)
      if (cursor !== undefined) return { cursor, skip: (page - before) * this.pageSize }
    }
    return { cursor: undefined, skip: page * this.pageSize }
  }

  /** Pages that hold rows from `first` to `last` (both included). */
  pagesFor(first: number, last: number): number[] {
    if (last < first) return []
    const from = this.pageOf(first)
    return Array.from({ length: this.pageOf(last) - from + 1 }, (_, step) => from + step)
  }

  /** Every row at hand, with its place in the list. */
  *entries(): Generator<[index: number, row: Row]> {
    for (const [page, rows] of this.#pages) {
      for (const [place, row] of rows.entries()) yield [page * this.pageSize + place, row]
    }
  }
}
