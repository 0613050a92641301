import { IconChevronRight, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { plainText } from '#domain/plain-text.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useDebouncedValue } from '#web/lib/use-debounced-value.ts'
import { announce } from '../announcer.tsx'
import { Button } from '../button.tsx'
import popupStyles from '../popup.module.css'
import { PopupGroup, PopupParts } from '../popup.tsx'
import { Problem } from '../problem.tsx'
import { DayPicker } from './day-picker.tsx'
import styles from './list.module.css'
import type { FilterOption, ListFilter, ListSearch, MenuFilter } from './list-filter.ts'

/** A longer list of options has a search field. */
export const OPTIONS_WITHOUT_SEARCH_MAX = 8
/** Maximum of rendered options; the search finds the others. */
export const OPTIONS_SHOWN_MAX = 200

interface EditorProps {
  readonly filter: MenuFilter
  readonly search: ListSearch
  /** sets parameters of the address */
  onSet(change: ListSearch): void
}

/** Chooses the value of a filter. */
export function FilterEditor({ filter, search, onSet }: EditorProps) {
  const value = search[filter.key]
  const set = (next: string | undefined) => onSet({ [filter.key]: next })
  const chosen = value === undefined ? undefined : String(value)
  if (filter.kind === 'choice') return <Choices label={filter.label} options={filter.options} chosen={chosen} onChoose={set} />
  if (filter.kind === 'find') return <Found filter={filter} chosen={chosen} onChoose={set} />
  if (filter.kind === 'text') return <Typed filter={filter} typed={chosen ?? ''} onText={set} />
  const range = { from: chosen, to: search[filter.until] as string | undefined }
  return <DayPicker range={range} onRange={({ from, to }) => onSet({ [filter.key]: from, [filter.until]: to })} />
}

interface ChoicesProps {
  readonly label: string
  readonly options: readonly FilterOption[]
  readonly chosen: string | undefined
  onChoose(value: string | undefined): void
}

function Choices({ options, ...props }: ChoicesProps) {
  const [text, setText] = useState('')
  const found = options.filter(({ name }) => plainText(name).includes(plainText(text)))
  return (
    <>
      {options.length > OPTIONS_WITHOUT_SEARCH_MAX ? <FindField name={props.label} text={text} onText={setText} /> : null}
      <OptionList {...props} options={found.slice(0, OPTIONS_SHOWN_MAX)} text={text} />
    </>
  )
}

interface FoundProps {
  readonly filter: ListFilter & { readonly kind: 'find' }
  readonly chosen: string | undefined
  onChoose(value: string | undefined): void
}

/** Values that the server finds by the typed text. */
function Found({ filter: { label, source, isRequired, find }, ...props }: FoundProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const searched = useDebouncedValue(text.trim(), 200)
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['filter', source, searched],
    queryFn: async ({ signal }) => ({ text: searched, options: await find(searched, signal) }),
    placeholderData: (before) => before,
  })
  const isSearched = searched !== '' && !isPlaceholderData
  useEffect(() => {
    // the focus stays in the input, so a screen reader does not read the changed list
    const count = data?.options.length
    if (isSearched && count !== undefined) announce(count === 0 ? t('finder.nothing') : t('finder.offered', { count }))
  }, [isSearched, data, t])
  return (
    <>
      <FindField name={label} text={text} onText={setText} />
      {data ? <OptionList {...props} label={label} isRequired={isRequired} {...data} /> : null}
    </>
  )
}

interface OptionListProps extends ChoicesProps {
  readonly isRequired?: boolean | undefined
  /** that the options were found by */
  readonly text: string
}

/** The options, of which one is chosen; 'Todos', with an empty value, clears a filter that may be cleared. */
function OptionList({ label, options, chosen, text, isRequired = false, onChoose }: OptionListProps) {
  const { t } = useTranslation()
  const item = (value: string, isOn: boolean, children: ReactNode) => (
    <button
      key={value}
      type="button"
      value={value}
      aria-pressed={isOn}
      className={popupStyles.item}
      onClick={() => onChoose(value === '' || (isOn && !isRequired) ? undefined : value)}
    >
      {children}
    </button>
  )
  return (
    <PopupGroup label={label} className={styles.options}>
      {text === '' && !isRequired ? item('', chosen === undefined, t('list.all')) : null}
      {options.map(({ value, name, about, Icon, tone, count }) =>
        item(
          value,
          value === chosen,
          <>
            {Icon ? <Icon className={`icon icon-14 icon-${tone}`} aria-hidden="true" /> : null}
            <span className="grow">
              <span className="block ellipsis" title={name}>
                {name}
              </span>
              {about ? <span className="block ellipsis text-tertiary text-small">{about}</span> : null}
            </span>
            {count === undefined ? null : <span className={popupStyles.count}>{formatNumber(count)}</span>}
          </>,
        ),
      )}
      {options.length === 0 ? (
        <p className={`text-tertiary ${styles.noOption}`}>{text === '' ? t('list.noValues') : t('list.noValue', { text })}</p>
      ) : null}
    </PopupGroup>
  )
}

/** Narrows the options of a filter. */
export function FindField({ name, text, onText }: { name: string; text: string; onText: (text: string) => void }) {
  const { t } = useTranslation()
  const label = t('list.findIn', { name })
  return (
    <div className={styles.find}>
      <IconSearch className="icon icon-14" aria-hidden="true" />
      <input
        aria-label={label}
        placeholder={label}
        value={text}
        autoComplete="off"
        onChange={(event) => onText(event.target.value)}
        data-first=""
      />
    </div>
  )
}

interface TypedProps {
  readonly filter: ListFilter & { readonly kind: 'text' }
  readonly typed: string
  onText(text: string | undefined): void
}

/** A text that is complete only when it is submitted. */
function Typed({ filter: { label, hint, wrong, read = (text) => text }, typed, onText }: TypedProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(typed)
  const [isWrong, setWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const value = read(text.trim())
    setWrong(text.trim() !== '' && value === undefined)
    if (text.trim() === '') onText(undefined)
    else if (value !== undefined) onText(value)
  }
  return (
    <form className={styles.typed} onSubmit={submit} noValidate>
      <div className="row">
        <input
          type="search"
          aria-label={label}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? 'filter-error' : undefined}
          placeholder={hint}
          autoComplete="off"
          maxLength={254}
          value={text}
          onChange={(event) => setText(event.target.value)}
          data-first=""
        />
        <Button size="sm" type="submit">
          {t('list.apply')}
        </Button>
      </div>
      <Problem id="filter-error">{isWrong ? wrong : undefined}</Problem>
    </form>
  )
}

interface AddProps extends Omit<EditorProps, 'filter'> {
  readonly filters: readonly MenuFilter[]
}

/** Chooses a filter, then its value. */
export function AddListFilter({ filters, ...props }: AddProps) {
  const [key, setKey] = useState<string>()
  const filter = filters.find((one) => one.key === key)
  return (
    <PopupParts part={filter?.key} title={() => filter?.label ?? ''} onBack={() => setKey(undefined)}>
      {filter ? (
        <FilterEditor {...props} filter={filter} />
      ) : (
        <div className={popupStyles.list}>
          {filters.map((one) => (
            <button key={one.key} type="button" className={popupStyles.item} onClick={() => setKey(one.key)}>
              <span className="grow">{one.label}</span>
              <IconChevronRight className="icon icon-14" aria-hidden="true" />
            </button>
          ))}
        </div>
      )}
    </PopupParts>
  )
}
