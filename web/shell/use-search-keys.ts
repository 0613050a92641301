import { type RefObject, useEffect } from 'react'

const WRITABLE = 'input, textarea, select, [contenteditable]'

function isSearchKey(event: KeyboardEvent): boolean {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') return true
  const isWriting = event.target instanceof Element && event.target.closest(WRITABLE) !== null
  return event.key === '/' && !isWriting && !event.ctrlKey && !event.metaKey && !event.altKey
}

/** `/` and Ctrl-K focus the search box of the header, unless a dialog has the focus. */
export function useSearchKeys(header: RefObject<HTMLElement | null>, onRequest: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const input = header.current?.querySelector<HTMLInputElement>('search input')
      if (!input || !isSearchKey(event) || document.querySelector('[aria-modal="true"]')) return
      event.preventDefault()
      onRequest()
      input.focus()
      input.select()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [header, onRequest])
}
