import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Field } from './field.tsx'

/** Typing rests for so long before it is searched, ms. */
const PAUSE_MS = 300

interface SearchFieldProps {
  /** what is searched for; '' for nothing */
  readonly text: string
  readonly label: string
  readonly hint: string
  /** fewer characters find nothing yet */
  readonly least?: number
  onText(text: string): void
}

/** Searches a list while somebody types, at once with Enter. */
export function SearchField({ text, label, hint, least = 1, onText }: SearchFieldProps) {
  const [typed, setTyped] = useState(text)
  const told = useRef(text)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    // the filters were taken away elsewhere, or the address is another one
    if (text !== told.current) setTyped(text)
    told.current = text
  }, [text])
  const tell = (wanted: string) => {
    clearTimeout(timer.current)
    if (wanted === told.current || (wanted !== '' && wanted.length < least)) return
    told.current = wanted
    onText(wanted)
  }
  const type = (next: string) => {
    setTyped(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => tell(next.trim()), PAUSE_MS)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    tell(typed.trim())
  }
  return (
    <form onSubmit={submit}>
      <Field
        className="search-field"
        label={label}
        placeholder={hint}
        type="search"
        autoComplete="off"
        maxLength={80}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
      />
    </form>
  )
}
