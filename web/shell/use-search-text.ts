import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'

const SIMS = '/sims'

/**
 * The text of the global search. It follows the SIM list's own search while that screen is shown, and is cleared on
 * leaving it (specification section 2).
 * @param typed its initial text
 */
export function useSearchText(typed: string): [string, (text: string) => void] {
  const onSims = useRouterState({ select: ({ location }) => location.pathname === SIMS })
  const searched = useRouterState({
    select: ({ location }) => (location.pathname === SIMS ? ((location.search as { search?: string }).search ?? '') : ''),
  })
  const [text, setText] = useState(typed || searched)
  const [before, setBefore] = useState({ onSims, searched })
  if (before.onSims !== onSims || before.searched !== searched) {
    setBefore({ onSims, searched })
    if (onSims || before.onSims) setText(searched)
  }
  return [text, setText]
}
