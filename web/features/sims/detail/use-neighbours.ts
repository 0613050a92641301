import type { Dispatch, SetStateAction } from 'react'
import { toasts } from '#web/lib/toast-store.ts'
import type { Neighbours } from '#web/ui/side-panel/side-panel.tsx'
import type { ChangeList } from '../use-list-state.ts'
import type { SimList } from '../use-sim-list.ts'

export interface ListPosition {
  readonly list: SimList
  readonly change: ChangeList
  readonly cursor: number | undefined
  setCursor: Dispatch<SetStateAction<number | undefined>>
}

/** Navigation from a SIM to its neighbours in the list; none when it is not in the list. */
export function useNeighbours(icc: string, { list, change, cursor, setCursor }: ListPosition): Neighbours {
  const { pages, rowCount } = list
  const isAtCursor = cursor !== undefined && pages.row(cursor)?.icc === icc
  const at = isAtCursor ? cursor : pages.indexOf(icc)
  const has = (index: number): boolean => at !== undefined && index >= 0 && index < rowCount
  const open = async (index: number): Promise<void> => {
    setCursor(index)
    try {
      const [row] = await pages.range(index, index, new AbortController().signal)
      if (row) change({ open: row.icc }, { replace: true })
    } catch (error) {
      toasts.error(error instanceof Error ? error.message : String(error))
    }
  }
  return {
    hasPrevious: at !== undefined && has(at - 1),
    hasNext: at !== undefined && has(at + 1),
    go: (by) => {
      if (at !== undefined && has(at + by)) void open(at + by)
    },
  }
}
