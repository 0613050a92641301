import { IconSearch, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '#web/features/sims/sims.module.css'
import chipStyles from '#web/ui/chip.module.css'
import { useTypedSearch } from '#web/ui/use-typed-search.ts'
import { SEARCH_MIN } from '../list-state.ts'

interface SearchFieldProps {
  /** the current search text */
  readonly searched: string
  onSearch(text: string): void
}

/** The list's own search: runs while typing pauses, from three characters on. */
export function SimSearchField({ searched, onSearch }: SearchFieldProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const { typed, type, submit } = useTypedSearch({ text: searched, minLength: SEARCH_MIN, field, onText: onSearch })
  const length = typed.trim().length
  const isTooShort = length > 0 && length < SEARCH_MIN
  return (
    <search className={styles.listSearch}>
      <IconSearch className="icon icon-14" aria-hidden="true" />
      <input
        ref={field}
        aria-label={t('sims.searchLabel')}
        placeholder={t('sims.searchPlaceholder')}
        maxLength={120}
        spellCheck={false}
        autoComplete="off"
        value={typed}
        aria-describedby={isTooShort ? 'search-hint' : undefined}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') submit()
          if (event.key === 'Escape' && typed !== '') type('')
        }}
      />
      {isTooShort ? (
        <span id="search-hint" className={`${styles.listSearchHint} text-small`} role="status">
          {t('sims.searchTooShort', { min: SEARCH_MIN })}
        </span>
      ) : null}
      {typed === '' ? null : (
        <button
          type="button"
          className={chipStyles.remove}
          aria-label={t('sims.removeFilter', { name: t('sims.search') })}
          onClick={() => type('')}
        >
          <IconX className="icon icon-14" aria-hidden="true" />
        </button>
      )}
    </search>
  )
}
