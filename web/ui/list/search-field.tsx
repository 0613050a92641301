import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '#web/lib/classes.ts'
import { TYPING_PAUSE_MS } from '#web/lib/use-debounced-value.ts'
import chipStyles from '../chip.module.css'
import styles from './list.module.css'

interface SearchFieldProps {
  /** the searched text; '' for none */
  readonly text: string
  readonly label: string
  readonly hint: string
  /** minimum length of a search */
  readonly minLength?: number
  readonly maxLength?: number
  readonly className?: string | undefined
  onText(text: string): void
}

/** Searches a list while typing pauses, at once with Enter; Escape clears it. */
export function SearchField({ text, label, hint, minLength = 1, maxLength = 80, className, onText }: SearchFieldProps) {
  const { t } = useTranslation()
  const hintId = useId()
  const field = useRef<HTMLInputElement>(null)
  const { typed, type, submit } = useTypedSearch({ text, minLength, field, onText })
  const length = typed.trim().length
  const isTooShort = length > 0 && length < minLength
  return (
    <search className={classes(styles.search, className)}>
      <IconSearch className="icon icon-14" aria-hidden="true" />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={hint}
        maxLength={maxLength}
        spellCheck={false}
        autoComplete="off"
        value={typed}
        aria-describedby={isTooShort ? hintId : undefined}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') submit()
          if (event.key === 'Escape' && typed !== '') type('')
        }}
      />
      {isTooShort ? (
        <span id={hintId} className={`${styles.tooShort} text-small`} role="status">
          {t('list.searchTooShort', { min: minLength })}
        </span>
      ) : null}
      {typed === '' ? null : (
        <button
          type="button"
          className={chipStyles.remove}
          aria-label={t('list.removeFilter', { name: label })}
          onClick={() => type('')}
        >
          <IconX className="icon icon-14" aria-hidden="true" />
        </button>
      )}
    </search>
  )
}

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
function useTypedSearch({ text, minLength, field, onText }: TypedSearch) {
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
