import { Combobox, useCombobox } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SimsSearch, simsSearch } from '../lib/sims-address.ts'
import { useDebouncedValue } from '../lib/use-debounced-value.ts'
import { announce } from '../ui/announcer.tsx'
import { Mantine } from '../ui/mantine.tsx'
import { useSteadyOption } from '../ui/use-steady-option.ts'
import { handover, SearchFrame, SearchInput } from './search-frame.tsx'
import { SearchOptions } from './search-options.tsx'
import { useSearchChoices } from './use-search-choices.ts'
import { useSearchText } from './use-search-text.ts'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Combobox.css'
import styles from './shell.module.css'

/** Debounce, ms; shorter than elsewhere, because the options are visible while typing. */
const PAUSE_MS = 180

/** The global search: SIMs, pages and actions in one box. Enter or the icon runs it. */
function Box({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const problemId = useId()
  const [text, setText] = useSearchText(handover.text)
  const [rejected, setRefused] = useState<{ text: string; reason: string }>()
  const typed = useDebouncedValue(text.trim(), PAUSE_MS)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  // the list has its id after the first render: the field renders again with aria-controls
  const [, setRenderedOpen] = useState(false)
  const isOpen = combobox.dropdownOpened
  useEffect(() => setRenderedOpen(isOpen), [isOpen])
  // text from the page's address is not searched until the box has the focus
  const choices = useSearchChoices(text, isOpen ? typed : '')
  useSteadyOption(combobox)
  const problem = rejected?.text === text.trim() ? rejected.reason : choices.failure

  useEffect(() => {
    if (handover.focused) input.current?.focus()
    if (handover.submitted) input.current?.form?.requestSubmit()
    Object.assign(handover, { text: '', focused: false, submitted: false })
  }, [])

  const focus = () => {
    input.current?.focus()
    input.current?.select()
  }
  const finish = () => {
    combobox.closeDropdown()
    onDone()
  }
  const showSims = (search: SimsSearch) => {
    finish()
    void navigate({ to: '/sims', search })
  }
  /** Shows at the field why nothing was found. */
  const showReason = (reason: string) => {
    input.current?.focus()
    combobox.openDropdown()
    announce(reason)
  }
  const reject = (searched: string, reason: string) => {
    setRefused({ text: searched, reason })
    showReason(reason)
  }
  const run = async (event: FormEvent) => {
    event.preventDefault()
    const query = text.trim()
    if (query === '') return focus()
    const reason = choices.reasonAgainst(query)
    if (reason) return reject(query, reason)
    setRefused(undefined)
    try {
      if (await choices.find(query)) showSims(simsSearch({ search: query }))
      else showReason(t('shell.searchNothing', { text: query }))
    } catch (error) {
      reject(query, error instanceof Error ? error.message : String(error))
    }
  }
  const openPage = (path: string) => {
    if (choices.pages.find((page) => page.path === path)?.opensTab) window.open(path, '_blank', 'noopener')
    else void navigate({ to: path })
  }
  const choose = (option: string) => {
    const [kind, ...rest] = option.split(':')
    const value = rest.join(':')
    if (kind === 'sim') return showSims(simsSearch({ icc: value }))
    if (kind === 'all') return showSims(simsSearch({ search: value }))
    finish()
    setText('')
    if (kind === 'page') return openPage(value)
    choices.actions.find(({ id }) => id === value)?.run()
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={choose}
      offset={6}
      width="target"
      withinPortal={false}
      classNames={{ dropdown: `floating ${styles.list}` }}
    >
      <Combobox.DropdownTarget>
        <SearchFrame onSubmit={(event) => void run(event)}>
          <Combobox.EventsTarget withExpandedAttribute>
            <SearchInput
              ref={input}
              value={text}
              aria-invalid={problem ? true : undefined}
              aria-describedby={problem ? problemId : undefined}
              onChange={(event) => {
                setText(event.target.value)
                combobox.openDropdown()
                combobox.resetSelectedOption()
              }}
              onFocus={() => combobox.openDropdown()}
              onBlur={() => combobox.closeDropdown()}
            />
          </Combobox.EventsTarget>
        </SearchFrame>
      </Combobox.DropdownTarget>
      <SearchOptions choices={choices} text={typed} problem={problem} problemId={problemId} />
    </Combobox>
  )
}

export function SearchBox(props: { onDone: () => void }) {
  return (
    <Mantine>
      <Box {...props} />
    </Mantine>
  )
}
