import { Combobox, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { simsSearch } from '../lib/sims-address.ts'
import { announce } from '../ui/announcer.tsx'
import { Mantine } from '../ui/mantine.tsx'
import { handover, SearchFace, SearchInput } from './search-face.tsx'
import { SearchOptions } from './search-options.tsx'
import { useSearchChoices } from './use-search-choices.ts'
import { useSearchText } from './use-search-text.ts'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Combobox.css'

const TYPING_MS = 180

/** The global search: SIMs, pages and actions in one box. Enter or the icon runs it. */
function Box({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useSearchText(handover.text)
  const [typed] = useDebouncedValue(text.trim(), TYPING_MS)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  // the list has told its id when it was drawn: the field, which says that it is open and which it is, is drawn once more
  const [, setDrawnOpen] = useState(false)
  const isOpen = combobox.dropdownOpened
  useEffect(() => setDrawnOpen(isOpen), [isOpen])
  // what the page's address put into the box is not looked for until somebody is in it
  const choices = useSearchChoices(text, isOpen ? typed : '')

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
  const showSims = (search: Readonly<Record<string, string>>) => {
    finish()
    void navigate({ to: '/sims', search })
  }
  const run = async (event: FormEvent) => {
    event.preventDefault()
    const wanted = text.trim()
    if (wanted === '') return focus()
    const page = choices.exactPage(wanted)
    if (page) return choose(`page:${page}`)
    if (await choices.find(wanted)) return showSims(simsSearch({ search: wanted }))
    combobox.openDropdown()
    announce(t('shell.searchNothing', { text: wanted }))
  }
  const choose = (option: string) => {
    const [kind, ...rest] = option.split(':')
    const value = rest.join(':')
    if (kind === 'sim') return showSims(simsSearch({ icc: value }))
    if (kind === 'all') return showSims(simsSearch({ search: value }))
    finish()
    setText('')
    if (kind === 'page') return void navigate({ to: value })
    choices.actions.find(({ id }) => id === value)?.run()
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={choose}
      offset={6}
      width="target"
      withinPortal={false}
      classNames={{ dropdown: 'float search-list' }}
    >
      <Combobox.DropdownTarget>
        <SearchFace onSubmit={(event) => void run(event)}>
          <Combobox.EventsTarget withExpandedAttribute>
            <SearchInput
              ref={input}
              value={text}
              onChange={(event) => {
                setText(event.target.value)
                combobox.openDropdown()
                combobox.resetSelectedOption()
              }}
              onFocus={() => combobox.openDropdown()}
              onBlur={() => combobox.closeDropdown()}
            />
          </Combobox.EventsTarget>
        </SearchFace>
      </Combobox.DropdownTarget>
      <SearchOptions choices={choices} text={typed} />
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
