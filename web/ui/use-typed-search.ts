import { useDebouncedCallback } from '@mantine/hooks'
import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { TYPING_PAUSE_MS } from '../lib/use-debounced-value.ts'

type Address = Readonly<Record<string, unknown>>

/** Whether filters were removed and nothing else changed. */
function onlyRemovesFilters(before: Address, now: Address): boolean {
  const keys = Object.keys(now)
  return keys.length < Object.keys(before).length && keys.every((key) => now[key] === before[key])
}

interface TypedSearch {
  /** the searched text; '' for none */
  readonly text: string
  /** minimum length of a search */
  readonly minLength: number
  readonly field: RefObject<HTMLInputElement | null>
  onText(text: string): void
}

/**
 * The text of a field that searches a list as one types, debounced. `onText` is the one of the latest render, so that filters
 * chosen meanwhile stay; a pending search is cancelled when the text changes elsewhere, and when filters are removed after the
 * field has lost the focus.
 */
export function useTypedSearch({ text, minLength, field, onText }: TypedSearch) {
  const [typed, setTyped] = useState(text)
  const address: Address = useLocation({ select: ({ search }) => search })
  const known = useRef({ text, address })
  const search = (next: string) => {
    debounced.cancel()
    if (next === known.current.text || (next !== '' && next.length < minLength)) return
    known.current.text = next
    onText(next)
  }
  const debounced = useDebouncedCallback(search, TYPING_PAUSE_MS)
  useEffect(() => {
    const before = known.current
    const isLeft = document.activeElement !== field.current
    known.current = { text, address }
    if (text === before.text && !(isLeft && onlyRemovesFilters(before.address, address))) return
    debounced.cancel()
    setTyped(text)
  }, [text, address, field, debounced])
  const type = (next: string) => {
    setTyped(next)
    debounced(next.trim())
  }
  return { typed, type, submit: () => search(typed.trim()) }
}
