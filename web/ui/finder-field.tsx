import { Combobox } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDebouncedValue } from '../lib/use-debounced-value.ts'
import { announce } from './announcer.tsx'
import { ComboboxFrame, NoOption, useOptionList } from './combobox-frame.tsx'
import { FieldFrame, type FramedControl } from './field-frame.tsx'
import styles from './finder-field.module.css'

/** An option of a search field. */
export interface FinderOption {
  readonly id: number
  readonly name: string
  /** distinguishes it from others of its name */
  readonly about?: string | undefined
}

export interface FinderProps {
  readonly label: string
  readonly chosen: FinderOption | undefined
  /** shown while nothing is chosen */
  readonly placeholder: string
  readonly problem?: string | undefined
  readonly hint?: string | undefined
  readonly isAutoFocused?: boolean
  /** disabled options */
  readonly taken?: ReadonlySet<number>
  /** key of the searched source, for the query cache */
  readonly source: string
  /** options that match a text, the first ones for '' */
  readonly find: (text: string, signal: AbortSignal) => Promise<readonly FinderOption[]>
  /** without it the choice is required */
  readonly onClear?: (() => void) | undefined
  onChoose(found: FinderOption): void
}

/** Debounce, ms; shorter than elsewhere, because the options are visible while typing. */
const PAUSE_MS = 200
/** value of the option that clears the choice */
const CLEAR = ''

/** A field that searches one of thousands of options while typing pauses. */
export function FinderField(props: FinderProps) {
  const { label, problem, hint } = props
  return (
    <FieldFrame label={label} className={styles.finder} problem={problem} hint={hint}>
      {(control) => <Finder {...props} control={control} />}
    </FieldFrame>
  )
}

/** Whether a text continues the last searched text of the same source. */
function continuesText(before: readonly string[] | undefined, source: string, text: string): boolean {
  const [, of, shorter] = before ?? []
  return of === source && shorter !== undefined && text.startsWith(shorter)
}

function useFinder({ chosen, source, find }: FinderProps) {
  const { t } = useTranslation()
  /** undefined: the field shows the chosen option */
  const [typed, setTyped] = useState<string>()
  const combobox = useOptionList()
  const searched = useDebouncedValue(typed?.trim() ?? '', PAUSE_MS)
  const {
    data: found,
    error,
    isPlaceholderData,
  } = useQuery({
    queryKey: ['finder', source, searched],
    queryFn: ({ signal }) => find(searched, signal),
    enabled: combobox.dropdownOpened,
    // while typing continues, the options stay, and with them the active one
    placeholderData: (before, query) => (continuesText(query?.queryKey, source, searched) ? before : undefined),
  })
  const isSearched = combobox.dropdownOpened && searched !== '' && !isPlaceholderData
  useEffect(() => {
    // the focus stays in the input, so a screen reader does not read the changed list
    if (isSearched && found) announce(found.length === 0 ? t('finder.nothing') : t('finder.offered', { count: found.length }))
  }, [isSearched, found, t])
  const reset = () => {
    combobox.closeDropdown()
    setTyped(undefined)
  }
  return { text: typed ?? chosen?.name ?? '', searched, type: setTyped, rest: reset, combobox, found, error }
}

function Finder({ control, ...props }: FinderProps & { control: FramedControl }) {
  const { chosen, placeholder, onClear, onChoose } = props
  const { combobox, ...finder } = useFinder(props)
  const choose = (value: string) => {
    const one = finder.found?.find((option) => String(option.id) === value)
    finder.rest()
    if (value === CLEAR) onClear?.()
    else if (one) onChoose(one)
  }
  return (
    <ComboboxFrame
      combobox={combobox}
      control={control}
      placeholder={placeholder}
      label={props.label}
      isAutoFocused={props.isAutoFocused}
      text={finder.text}
      maxLength={80}
      clearable={chosen && onClear ? { what: chosen.name, onClear } : undefined}
      after={<IconChevronDown className="icon icon-14 text-secondary" aria-hidden="true" />}
      onType={finder.type}
      onChoose={choose}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={finder.rest}
    >
      <Options {...props} {...finder} />
    </ComboboxFrame>
  )
}

type OptionsProps = FinderProps & Omit<ReturnType<typeof useFinder>, 'combobox'>

function Options({ chosen, placeholder, taken, onClear, searched, found, error }: OptionsProps) {
  const { t } = useTranslation()
  const nothing = found ? t('finder.nothing') : (error?.message ?? t('common.loading'))
  return (
    <>
      {chosen && onClear && searched === '' ? (
        <Combobox.Option value={CLEAR} className="floating-item">
          {placeholder}
        </Combobox.Option>
      ) : null}
      {found?.map((one) => (
        <Combobox.Option
          key={one.id}
          value={String(one.id)}
          className="floating-item"
          active={one.id === chosen?.id}
          disabled={taken?.has(one.id) ?? false}
        >
          <span className="grow">
            <span className="block ellipsis">{one.name}</span>
            {one.about ? <span className="block ellipsis text-tertiary text-small">{one.about}</span> : null}
          </span>
        </Combobox.Option>
      ))}
      {found?.length ? null : <NoOption>{nothing}</NoOption>}
    </>
  )
}
