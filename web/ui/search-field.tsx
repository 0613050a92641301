import { type FormEvent, useRef } from 'react'
import { Field } from './field.tsx'
import { useTypedSearch } from './use-typed-search.ts'

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
  const field = useRef<HTMLInputElement>(null)
  const { typed, type, submit } = useTypedSearch({ text, least, field, onText })
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit()
      }}
    >
      <Field
        ref={field}
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
