import i18next from 'i18next'
import { type Dispatch, type SetStateAction, useMemo, useRef } from 'react'
import { simDialog } from '#web/features/sims/actions/sim-dialog.ts'
import { copyText } from '#web/lib/copy-text.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { announce } from '#web/ui/announcer.tsx'
import type { ListState } from '../list-state.ts'
import type { ChangeList } from '../use-list-state.ts'
import type { SimList } from '../use-sim-list.ts'
import { countSelected, EVERYTHING, NOTHING, type Selection, setSelected, toggle, togglePage } from './selection.ts'
import type { GridActions } from './sim-grid.tsx'

/** Maximum of rows of a range by Shift; they may have to be fetched. */
const RANGE_MAX = 5000

interface GridInput extends Pick<SimList, 'pages' | 'isCapped' | 'isCounted'> {
  readonly state: ListState
  readonly change: ChangeList
  readonly selection: Selection
  select(selection: Selection): void
  readonly cursor: number | undefined
  setCursor: Dispatch<SetStateAction<number | undefined>>
  readonly total: number
}

async function selectRange({ pages, selection, select, total }: GridInput, from: number, to: number): Promise<void> {
  const [first, last] = from < to ? [from, to] : [to, from]
  if (last - first >= RANGE_MAX) return toasts.info(i18next.t('sims.rangeTooLong', { count: RANGE_MAX }))
  try {
    const rows = await pages.range(first, last, new AbortController().signal)
    const next = setSelected(
      selection,
      rows.map((row) => row.icc),
      true,
    )
    select(next)
    announceCount(next, total)
  } catch (error) {
    toasts.error(error instanceof Error ? error.message : String(error))
  }
}

function announceCount(selection: Selection, total: number): void {
  announce(i18next.t('sims.selected', { count: countSelected(selection, total) }))
}

/** Actions of the grid's pointer and keyboard. A stable object, so that rows are not rendered again. */
export function useGridActions(input: GridInput): GridActions {
  const now = useRef(input)
  now.current = input
  const anchor = useRef<number>(undefined)
  return useMemo(() => {
    const select = (selection: Selection) => {
      now.current.select(selection)
      announceCount(selection, now.current.total)
    }
    const iccAt = (index: number) => now.current.pages.row(index)?.icc
    return {
      setCursor: (index) => {
        const { setCursor, state, change } = now.current
        setCursor(index)
        const icc = iccAt(index)
        if (state.open && icc && icc !== state.open) change({ open: icc }, { replace: true })
      },
      toggle: (index) => {
        const icc = iccAt(index)
        anchor.current = index
        now.current.setCursor(index)
        if (icc) select(toggle(now.current.selection, icc))
      },
      selectRange: (index) => {
        const from = anchor.current ?? now.current.cursor ?? index
        now.current.setCursor(index)
        void selectRange(now.current, from, index)
      },
      selectPage: (icc) => select(togglePage(now.current.selection, icc)),
      selectAll: () => {
        const { isCapped, isCounted, state, total } = now.current
        // a capped list has only some of the matches: those are selected, and no others
        if (isCapped) void selectRange({ ...now.current, selection: NOTHING }, 0, total - 1)
        else if (isCounted || !state.filter.search) select(EVERYTHING)
      },
      open: (index) => {
        const icc = iccAt(index)
        const { state, change } = now.current
        if (icc) change({ open: icc }, { replace: state.open !== undefined })
      },
      leave: () => {
        const { selection, state, change, total } = now.current
        if (countSelected(selection, total) > 0) {
          now.current.select(NOTHING)
          announce(i18next.t('sims.selectionCleared'))
          return true
        }
        if (state.open) change({ open: undefined, tab: undefined })
        return state.open !== undefined
      },
      sort: (order) => now.current.change(order),
      menu: (icc) => simDialog.open(icc, 'menu'),
      copy: async (icc) => {
        if (await copyText(icc)) toasts.success(i18next.t('sims.iccCopied', { count: 1 }))
      },
    }
  }, [])
}
