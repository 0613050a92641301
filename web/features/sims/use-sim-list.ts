import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { searchParametersQuery } from '#web/shared/sims/search-parameters.api.ts'
import { announce } from '#web/ui/announcer.tsx'
import { PAGE_SIZE, SimPages } from './grid/sim-pages.ts'
import { isUnfiltered, type ListState, listOrderOf } from './list-state.ts'
import { type Facets, fetchSimPage, type ListOrder, simFacetsQuery } from './sims.api.ts'

export interface SimList {
  readonly pages: SimPages
  readonly facets: Facets | undefined
  /** known rows of the list; 0 without matches */
  readonly rowCount: number
  /** known to have no matches */
  readonly isEmpty: boolean
  /** the list has only some of the matches */
  readonly isCapped: boolean
  /** whether the number of matches is known */
  readonly isCounted: boolean
  /** whether it will be known: the count has not failed */
  readonly isCounting: boolean
  /** all SIMs of the user, without a filter */
  readonly fleet: number | undefined
  readonly isAdmin: boolean
}

/** The rows of a filter and order: one SimPages while neither changes. */
function usePages(state: ListState): SimPages {
  const key = JSON.stringify(listOrderOf(state))
  const pages = useMemo(() => new SimPages(JSON.parse(key) as ListOrder, fetchSimPage), [key])
  useEffect(() => () => pages.close(), [pages])
  return pages
}

/** New counts (by polling, or because the fleet has changed) refetch the rows. */
function useRefetchRows(pages: SimPages, countedAt: number): void {
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
  const { data: facets, isPlaceholderData, isError, dataUpdatedAt } = useQuery(simFacetsQuery(state.filter))
  const { data: parameters } = useQuery(searchParametersQuery)
  // counts of the previous filter do not apply to this list
  const counted = isPlaceholderData ? undefined : facets?.total
  const isCapped = counted !== undefined && facets?.isCapped === true
  const [shownBefore, setShownBefore] = useState(PAGE_SIZE)
  const rowCount = pages.end ?? counted ?? (version === 0 ? shownBefore : PAGE_SIZE)
  const isKnown = pages.end !== undefined || counted !== undefined
  if (isKnown && shownBefore !== Math.min(rowCount, PAGE_SIZE)) setShownBefore(Math.min(rowCount, PAGE_SIZE))
  useRefetchRows(pages, dataUpdatedAt)
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
    isCounting: counted === undefined && !isError,
    fleet: isUnfiltered(state.filter) ? counted : parameters?.totals.totalSims,
    isAdmin: parameters?.admin ?? false,
  }
}
