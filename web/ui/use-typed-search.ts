import { useDebouncedCallback } from '@mantine/hooks'
import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'

/** Typing rests for so long before it is searched, ms. */
const PAUSE_MS = 300

type Address = Readonly<Record<string, unknown>>

/** Whether filters were taken away and nothing else was changed. */
function isOnlyLess(before: Address, now: Address): boolean {
  const keys = Object.keys(now)
  return keys.length < Object.keys(before).length && keys.every((key) => now[key] === before[key])
}

interface TypedSearch {
  /** what is searched for; '' for nothing */
  readonly text: string
  /** fewer characters find nothing yet */
  readonly least: number
  readonly field: RefObject<HTMLInputElement | null>
  onText(text: string): void
}

/**
 * What stands in a field that searches a list while somebody types. It is told once typing pauses, to whoever listens then, so
 * that filters which were chosen meanwhile stay; it is let go of when the text is changed elsewhere, and when somebody has
 * left the field to take filters away.
 */
export function useTypedSearch({ text, least, field, onText }: TypedSearch) {
  const [typed, setTyped] = useState(text)
  const address: Address = useLocation({ select: ({ search }) => search })
  const known = useRef({ text, address })
  const tell = (wanted: string) => {
    debounced.cancel()
    if (wanted === known.current.text || (wanted !== '' && wanted.length < least)) return
    known.current.text = wanted
    onText(wanted)
  }
  const debounced = useDebouncedCallback(tell, PAUSE_MS)
  useEffect(() => {
    const before = known.current
    const isLeft = document.activeElement !== field.current
    known.current = { text, address }
    if (text === before.text && !(isLeft && isOnlyLess(before.address, address))) return
    debounced.cancel()
    setTyped(text)
  }, [text, address, field, debounced])
  const type = (next: string) => {
    setTyped(next)
    debounced(next.trim())
  }
  return { typed, type, submit: () => tell(typed.trim()) }
}
