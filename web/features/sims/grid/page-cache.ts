/** Request of a page: the nearest cursor known before it, and the number of rows to skip after that. */
export interface PageStart {
  readonly cursor: string | undefined
  readonly skip: number
}

/**
 * LRU cache of the pages of a long list, fetched in any order. Rows of the least recently used pages are evicted;
 * cursors are kept, because they are small and make every later jump cheaper.
 */
export class PageCache<Row> {
  readonly pageSize: number
  readonly #capacity: number
  /** in order of last use */
  readonly #pages = new Map<number, readonly Row[]>()
  /** page → its start cursor */
  readonly #cursors = new Map<number, string>()
  #end: number | undefined

  constructor(options: { pageSize: number; capacity: number }) {
    this.pageSize = options.pageSize
    this.#capacity = options.capacity
  }

  /** Number of rows, once the last page has been loaded. */
  get end(): number | undefined {
    return this.#end
  }

  pageOf(index: number): number {
    return Math.floor(index / this.pageSize)
  }

  row(index: number): Row | undefined {
    return this.#pages.get(this.pageOf(index))?.[index % this.pageSize]
  }

  /** Whether no rows are cached. */
  get isEmpty(): boolean {
    return this.#pages.size === 0
  }

  has(page: number): boolean {
    return this.#pages.has(page)
  }

  /** Caches a page's rows, and its next cursor or the end of the list. */
  put(page: number, rows: readonly Row[], nextCursor: string | null): void {
    this.#pages.delete(page)
    this.#pages.set(page, rows)
    if (nextCursor !== null) {
      this.#cursors.set(page + 1, nextCursor)
      // the list has grown since its last page was loaded
      if (this.#end !== undefined && this.#end <= (page + 1) * this.pageSize) this.#end = undefined
    } else if (rows.length > 0 || page === 0) this.#end = page * this.pageSize + rows.length
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= this.#capacity) break
      this.#pages.delete(oldest)
    }
  }

  /** Replaces cached rows; `replace` returns the same row where nothing changes. */
  map(replace: (row: Row) => Row): void {
    for (const [page, rows] of this.#pages) {
      const next = rows.map(replace)
      if (next.some((row, at) => row !== rows[at])) this.#pages.set(page, next)
    }
  }

  /** Clears the end, which may have moved; loading the last page sets it again. */
  clearEnd(): void {
    this.#end = undefined
  }

  /** Marks pages as used: they are evicted last. */
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

  /** Pages with rows from `first` to `last` (both included). */
  pagesFor(first: number, last: number): number[] {
    if (last < first) return []
    const from = this.pageOf(first)
    return Array.from({ length: this.pageOf(last) - from + 1 }, (_, step) => from + step)
  }

  /** Every cached row, with its position. */
  *entries(): Generator<[index: number, row: Row]> {
    for (const [page, rows] of this.#pages) {
      for (const [at, row] of rows.entries()) yield [page * this.pageSize + at, row]
    }
  }
}
