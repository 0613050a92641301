import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { singleKeys } from '../lib/preferences.ts'
import { linksOf, type MenuEntry } from './menu-entries.ts'
import { type PageKey, singleKeysOf } from './page-keys.ts'

interface Actions {
  readonly onSearch: () => void
  readonly onShortcuts: () => void
}

const WRITABLE = 'input, textarea, select, [contenteditable]'

/** Ctrl-K, or a single key: not while one writes, and not when they are turned off. */
function keyOf(event: KeyboardEvent, read: (event: KeyboardEvent) => PageKey | undefined): PageKey | undefined {
  if (event.altKey) return undefined
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === 'k' ? 'search' : undefined
  const isWriting = event.target instanceof Element && event.target.closest(WRITABLE) !== null
  return isWriting || singleKeys.get() === 'off' ? undefined : read(event)
}

/** Acts on the keys of the page, unless a dialog has the focus. */
export function usePageKeys(entries: readonly MenuEntry[], { onSearch, onShortcuts }: Actions): void {
  const navigate = useNavigate()
  const letters = linksOf(entries).flatMap(({ key, path }) => (key ? [`${key}${path}`] : []))
  const known = letters.join(' ')
  const read = useMemo(() => singleKeysOf(new Map(known.split(' ').map((one) => [one.slice(0, 1), one.slice(1)]))), [known])
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (document.querySelector('[aria-modal="true"]')) return
      const asked = keyOf(event, read)
      if (asked === undefined) return
      event.preventDefault()
      event.stopPropagation()
      if (asked === 'shortcuts') return onShortcuts()
      if (asked === 'search') return onSearch()
      void navigate({ to: asked.path })
    }
    // before the list that has the focus, in which M opens a menu
    document.addEventListener('keydown', listen, true)
    return () => document.removeEventListener('keydown', listen, true)
  }, [navigate, onSearch, onShortcuts, read])
}
