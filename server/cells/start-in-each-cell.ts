import type { Logger } from 'pino'
import { startPoller } from '../jobs/poller.ts'
import type { Cell, Cells } from './cells.ts'

/** How soon a cell that was made is served and worked on. */
const REFRESH_MS = 10_000
const failure = 'new cells could not be looked for'

type End = () => Promise<void>

/** Reads which cells are made, so that what asks all of them asks those too, until the returned function is called. */
export const followCells = (cells: Cells, log: Pick<Logger, 'error'>, everyMs = REFRESH_MS): End =>
  startPoller(() => cells.refresh(), { everyMs, log, failure })

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
  const stop = startPoller(refresh, { everyMs: REFRESH_MS, log, failure })
  return async () => {
    await stop()
    await Promise.all([...begun.values()].map((end) => end()))
  }
}
