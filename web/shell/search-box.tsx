import { Combobox, useCombobox } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keepRecent } from '../lib/recents.ts'
import { useSession } from '../lib/session.ts'
import { simsSearch } from '../lib/sims-address.ts'
import { useDebouncedValue } from '../lib/use-debounced-value.ts'
import { useMedia } from '../lib/use-media.ts'
import { announce } from '../ui/announcer.tsx'
import { Mantine } from '../ui/mantine.tsx'
import { useSteadyOption } from '../ui/use-steady-option.ts'
import type { PaletteOption } from './palette/options.ts'
import styles from './palette/palette.module.css'
import { PaletteList } from './palette/palette-list.tsx'
import { usePalette } from './palette/use-palette.ts'
import { hasSims } from './palette/use-sims.ts'
import { handover, SearchFrame, SearchInput } from './search-frame.tsx'
import { useSearchText } from './use-search-text.ts'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Combobox.css'

/** Debounce, ms; shorter than elsewhere, because the options are visible while typing. */
const PAUSE_MS = 180
/** Width of the list, px: a name, an ICC with what matched, and when the SIM was last seen. */
const LIST_WIDTH = 560
/** Where the header has a drawer: the list is a sheet. */
const SHEET = '(max-width: 991px)'

interface SearchBoxProps {
  /** whether the header shows the field where it is hidden by default */
  readonly isShown: boolean
  onDone(): void
  onShortcuts(): void
}

/** The header's search: SIMs, screens and actions in one list. Enter or the icon searches SIMs. */
function Box({ isShown, onDone, onShortcuts }: SearchBoxProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const session = useSession()
  const isSheet = useMedia(SHEET)
  const input = useRef<HTMLInputElement>(null)
  const problemId = useId()
  const [text, setText] = useSearchText(handover.text)
  const [rejected, setRejected] = useState<{ text: string; reason: string }>()
  const [asked, setAsked] = useState('')
  const paused = useDebouncedValue(text.trim(), PAUSE_MS)
  // what was found for another text is not offered for this one
  const typed = text.trim().startsWith(paused) ? paused : ''
  const combobox = useCombobox({
    onDropdownClose: (by) => {
      combobox.resetSelectedOption()
      // Escape
      if (by === 'keyboard') onDone()
    },
  })
  // the list has its id after the first render: the field renders again with aria-controls
  const [, setRenderedOpen] = useState(false)
  const isOpen = combobox.dropdownOpened
  useEffect(() => setRenderedOpen(isOpen), [isOpen])

  const finish = () => {
    combobox.closeDropdown()
    onDone()
  }
  const open = (href: string) => {
    finish()
    void navigate({ href })
  }
  // text from the page's address is not searched until the box has the focus
  const palette = usePalette({ text, typed: isOpen ? typed : '', open, openShortcuts: onShortcuts })
  useSteadyOption(combobox)
  const problem = rejected?.text === text.trim() ? rejected.reason : palette.failure

  useEffect(() => {
    if (handover.focused) input.current?.focus()
    if (handover.submitted) input.current?.form?.requestSubmit()
    Object.assign(handover, { text: '', focused: false, submitted: false })
  }, [])
  const { closeDropdown } = combobox
  useEffect(() => {
    if (isSheet && !isShown) closeDropdown()
  }, [isSheet, isShown, closeDropdown])

  const focus = () => {
    input.current?.focus()
    input.current?.select()
  }
  const type = (next: string) => {
    // the key that opens the list does nothing but that when the field has the focus already
    setText(next === '/' ? '' : next)
    combobox.openDropdown()
    combobox.resetSelectedOption()
  }
  /** Shows at the field why nothing was found. */
  const showReason = (reason: string) => {
    input.current?.focus()
    combobox.openDropdown()
    announce(reason)
  }
  const reject = (searched: string, reason: string) => {
    setRejected({ text: searched, reason })
    showReason(reason)
  }
  const run = async (event: FormEvent) => {
    event.preventDefault()
    const query = text.trim()
    if (query === '') return focus()
    const reason = palette.reasonAgainst(query)
    if (reason) return reject(query, reason)
    setRejected(undefined)
    setAsked(query)
    try {
      if (!(await hasSims(query))) return showReason(t('palette.noSims', { text: query }))
      finish()
      void navigate({ to: '/sims', search: simsSearch({ search: query }) })
    } catch (error) {
      reject(query, error instanceof Error ? error.message : String(error))
    }
  }
  const choose = ({ completes, opens, run: act }: PaletteOption) => {
    if (completes !== undefined) return type(completes)
    setText('')
    if (opens) {
      keepRecent(session, opens)
      return open(opens.href)
    }
    finish()
    act?.()
  }
  const options = palette.groups.flatMap((group) => group.options)

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(chosen) => {
        const option = options.find(({ id }) => id === chosen)
        if (option) choose(option)
      }}
      offset={6}
      width={LIST_WIDTH}
      position="bottom-end"
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
              onChange={(event) => type(event.target.value)}
              onFocus={() => combobox.openDropdown()}
              // the focus stays here when an option is chosen
              onClick={() => combobox.openDropdown()}
              // the sheet stays when the phone's keyboard is put away
              onBlur={() => isSheet || combobox.closeDropdown()}
            />
          </Combobox.EventsTarget>
        </SearchFrame>
      </Combobox.DropdownTarget>
      <PaletteList
        palette={palette}
        text={typed}
        problem={problem}
        problemId={problemId}
        isAsked={asked === typed}
        isSheet={isSheet}
        isOpen={isOpen}
      />
    </Combobox>
  )
}

export function SearchBox(props: SearchBoxProps) {
  return (
    <Mantine>
      <Box {...props} />
    </Mantine>
  )
}
