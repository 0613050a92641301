import { IconSearch, IconX } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '#web/lib/classes.ts'
import chipStyles from '../chip.module.css'
import { useTypedSearch } from '../use-typed-search.ts'
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
