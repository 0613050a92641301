/** Lines per statement. */
const CHUNK_LINES = 2_000

interface LinesAfter {
  /** the last line of the chunk before */
  readonly after: number
  readonly limit: number
}

/** Writes what lines of an import say of SIMs that are there by now, some thousands at a time, in their order. */
export async function inLineChunks<Row extends { readonly line: number }>(
  read: (part: LinesAfter) => Promise<readonly Row[]>,
  write: (rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await read({ after, limit: CHUNK_LINES })
    await write(rows)
    const last = rows.at(-1)
    if (!last || rows.length < CHUNK_LINES) return
    after = last.line
  }
}
