import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SEARCH_MIN } from './list-state.ts'

const TYPING_MS = 350

interface SearchFieldProps {
  /** the text that the list is searched for now */
  readonly searched: string
  onSearch(text: string): void
}

/** The list's own search: goes as one types, from three characters on. */
export function SearchField({ searched, onSearch }: SearchFieldProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(searched)
  const [before, setBefore] = useState(searched)
  if (before !== searched) {
    setBefore(searched)
    setText(searched)
  }
  const search = useRef(onSearch)
  search.current = onSearch
  const wanted = text.trim()
  const isTooShort = wanted !== '' && wanted.length < SEARCH_MIN
  useEffect(() => {
    if (wanted === searched || isTooShort) return
    const timer = setTimeout(() => search.current(wanted), TYPING_MS)
    return () => clearTimeout(timer)
  }, [wanted, searched, isTooShort])
  return (
    <search className="list-search">
      <IconSearch className="i i-14" aria-hidden="true" />
      <input
        aria-label={t('sims.searchLabel')}
        placeholder={t('sims.searchPlaceholder')}
        maxLength={120}
        spellCheck={false}
        autoComplete="off"
        value={text}
        aria-describedby={isTooShort ? 'search-hint' : undefined}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isTooShort) onSearch(wanted)
          if (event.key === 'Escape' && text !== '') setText('')
        }}
      />
      {isTooShort ? (
        <span id="search-hint" className="list-search-hint s12" role="status">
          {t('sims.searchTooShort', { min: SEARCH_MIN })}
        </span>
      ) : null}
      {text === '' ? null : (
        <button
          type="button"
          className="chip-x"
          aria-label={t('sims.removeFilter', { name: t('sims.search') })}
          onClick={() => setText('')}
        >
          <IconX className="i i-14" aria-hidden="true" />
        </button>
      )}
    </search>
  )
}
