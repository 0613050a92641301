import { type FormEvent, useRef } from 'react'
import { Field } from './field.tsx'
import styles from './filter-bar.module.css'
import { useTypedSearch } from './use-typed-search.ts'

interface SearchFieldProps {
  /** the searched text; '' for none */
  readonly text: string
  readonly label: string
  readonly hint: string
  /** minimum length of a search */
  readonly minLength?: number
  onText(text: string): void
}

/** Searches a list while typing pauses, at once with Enter. */
export function ListSearchField({ text, label, hint, minLength = 1, onText }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const { typed, type, submit } = useTypedSearch({ text, minLength, field, onText })
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit()
      }}
    >
      <Field
        ref={field}
        className={styles.searchField}
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
