import type { Logger } from 'pino'
import { startPoller } from '../jobs/poller.ts'
import type { Cell, Cells } from './cells.ts'

/** How soon a cell that was made is worked on. */
const REFRESH_MS = 10_000

type End = () => Promise<void>

/** Starts a piece of work in each cell, also in those that are made later, until the returned function is called. */
export async function startInEachCell(
  cells: Cells,
  start: (cell: Cell) => End | Promise<End>,
  log: Pick<Logger, 'error'>,
): Promise<End> {
  const begun = new Map<Cell, End>()
  const startNew = async (): Promise<void> => {
    for (const cell of cells.all) if (!begun.has(cell)) begun.set(cell, await start(cell))
  }
  await startNew()
  const refresh = async (): Promise<void> => {
    await cells.refresh()
    await startNew()
  }
  const stop = startPoller(refresh, { everyMs: REFRESH_MS, log, failure: 'new cells could not be looked for' })
  return async () => {
    await stop()
    await Promise.all([...begun.values()].map((end) => end()))
  }
}
