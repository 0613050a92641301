import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { searchParametersQuery } from '#web/shared/sims/search-parameters.api.ts'
import { announce } from '#web/ui/announcer.tsx'
import { PAGE_SIZE, SimPages } from './grid/sim-pages.ts'
import { isUnfiltered, type ListState, orderOf } from './list-state.ts'
import { type Facets, facetsQuery, fetchSimPage } from './sims.api.ts'

export interface SimList {
  readonly pages: SimPages
  readonly facets: Facets | undefined
  /** rows of the list as far as is known; 0 when nothing matches */
  readonly rowCount: number
  /** whether it is known that nothing matches */
  readonly isEmpty: boolean
  /** more match than the list holds: what it holds is some of them */
  readonly isCapped: boolean
  /** whether it is known how many match */
  readonly isCounted: boolean
  /** all SIMs that the person sees, without any filter */
  readonly fleet: number | undefined
  readonly isAdmin: boolean
}

/** The rows of a filter and order: one SimPages as long as neither changes. */
function usePages(state: ListState): SimPages {
  const key = JSON.stringify(orderOf(state))
  const pages = useMemo(() => new SimPages(JSON.parse(key) as ReturnType<typeof orderOf>, fetchSimPage), [key])
  useEffect(() => () => pages.close(), [pages])
  return pages
}

/** New counts (after a while, or because something has changed the fleet) mean that the rows are asked for again too. */
function useFreshRows(pages: SimPages, countedAt: number): void {
  const before = useRef({ pages, countedAt })
  useEffect(() => {
    if (before.current.pages === pages && before.current.countedAt !== 0) pages.refresh()
    before.current = { pages, countedAt }
  }, [pages, countedAt])
}

export function useSimList(state: ListState): SimList {
  const { t } = useTranslation()
  const pages = usePages(state)
  const version = useSyncExternalStore(pages.subscribe, pages.version)
  const { data: facets, isPlaceholderData, dataUpdatedAt } = useQuery(facetsQuery(state.filter))
  const { data: parameters } = useQuery(searchParametersQuery)
  // Counts of the filter before say nothing about how many rows this list has.
  const counted = isPlaceholderData ? undefined : facets?.total
  const isCapped = counted !== undefined && facets?.isCapped === true
  const [shownBefore, setShownBefore] = useState(PAGE_SIZE)
  const rowCount = pages.end ?? counted ?? (version === 0 ? shownBefore : PAGE_SIZE)
  const isKnown = pages.end !== undefined || counted !== undefined
  if (isKnown && shownBefore !== Math.min(rowCount, PAGE_SIZE)) setShownBefore(Math.min(rowCount, PAGE_SIZE))
  useFreshRows(pages, dataUpdatedAt)
  useEffect(() => {
    if (counted !== undefined) announce(t(isCapped ? 'sims.moreThan' : 'sims.count', { count: counted }))
  }, [counted, isCapped, t])
  return {
    pages,
    facets,
    rowCount,
    isEmpty: (pages.end ?? counted) === 0,
    isCapped,
    isCounted: counted !== undefined,
    fleet: isUnfiltered(state.filter) ? counted : parameters?.totals.totalSims,
    isAdmin: parameters?.admin ?? false,
  }
}
