import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { readSimsSearch } from '#web/lib/sims-address.ts'
import { changedState, type ListState, listSearch, listStateOf } from './list-state.ts'

export type ChangeList = (change: Partial<ListState>, options?: { replace?: boolean }) => void

/** The list's state, in the address: back, forward and shared links restore it. */
export function useListState(path: '/sims' | '/map' = '/sims'): [ListState, ChangeList] {
  const search = useRouterState({ select: ({ location }) => readSimsSearch(location.search), structuralSharing: true })
  const state = useMemo(() => listStateOf(search), [search])
  const navigate = useNavigate()
  const change = useCallback<ChangeList>(
    (what, { replace = false } = {}) => {
      void navigate({ to: path, search: listSearch(changedState(state, what)), replace, resetScroll: false })
    },
    [navigate, path, state],
  )
  return [state, change]
}
