import { Combobox, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSelector, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { Problem } from './problem.tsx'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Combobox.css'
import './finder-field.css'

/** One of many that can be found by typing. */
export interface Found {
  readonly id: number
  readonly name: string
  /** what tells it from others of its name */
  readonly about?: string | undefined
}

interface FinderProps {
  readonly label: string
  readonly chosen: Found | undefined
  /** what stands in it while nothing is chosen */
  readonly placeholder: string
  readonly problem?: string | undefined
  readonly hint?: string | undefined
  /** names what is looked through: what was found is kept by it */
  readonly source: string
  /** those that match a text, the first ones of all for '' */
  readonly find: (text: string, signal: AbortSignal) => Promise<readonly Found[]>
  /** without it, something must be chosen */
  onClear?: () => void
  onChoose(found: Found): void
}

/** Typing rests for so long before it is searched, ms. */
const PAUSE_MS = 200

/** A field that finds one of thousands while somebody types. */
export function FinderField(props: FinderProps) {
  const { label, chosen, problem, hint } = props
  const id = useId()
  return (
    <div className="field finder">
      <label htmlFor={id}>{label}</label>
      {/* what is chosen elsewhere begins anew: nothing that was typed stays */}
      <Finder key={chosen?.id ?? 0} {...props} id={id} />
      <Problem id={`${id}-error`}>{problem}</Problem>
      {hint ? (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}

function useFinder({ chosen, source, find }: FinderProps) {
  const [text, setText] = useState(chosen?.name ?? '')
  const [isTyping, setTyping] = useState(false)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [settled] = useDebouncedValue(isTyping ? text.trim() : '', PAUSE_MS)
  const { data: found, isFetching } = useQuery({
    queryKey: ['finder', source, settled],
    queryFn: ({ signal }) => find(settled, signal),
    enabled: combobox.dropdownOpened,
  })
  const rest = () => {
    combobox.closeDropdown()
    setTyping(false)
    setText(chosen?.name ?? '')
  }
  const type = (next: string) => {
    setText(next)
    setTyping(true)
    combobox.openDropdown()
    combobox.resetSelectedOption()
  }
  return { text, type, rest, combobox, found, isFetching }
}

function Finder({ id, ...props }: FinderProps & { id: string }) {
  const { t } = useTranslation()
  const { chosen, placeholder, problem, hint, onClear, onChoose } = props
  const { text, type, rest, combobox, found, isFetching } = useFinder(props)
  const choose = (value: string) => {
    const one = found?.find((option) => String(option.id) === value)
    rest()
    if (one) onChoose(one)
  }
  const told = [problem ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ')
  return (
    <Combobox store={combobox} onOptionSubmit={choose} offset={4} width="target" classNames={{ dropdown: 'float finder-list' }}>
      <Combobox.DropdownTarget>
        <div className={problem ? 'input err' : 'input'}>
          <Combobox.EventsTarget withExpandedAttribute>
            <input
              id={id}
              role="combobox"
              aria-expanded={combobox.dropdownOpened}
              autoComplete="off"
              maxLength={80}
              placeholder={placeholder}
              value={text}
              aria-invalid={problem ? true : undefined}
              aria-describedby={told || undefined}
              onChange={(event) => type(event.currentTarget.value)}
              onFocus={(event) => event.currentTarget.select()}
              onClick={() => combobox.openDropdown()}
              onBlur={rest}
            />
          </Combobox.EventsTarget>
          {chosen && onClear ? (
            <Button variant="ghost" size="sm" square aria-label={t('finder.clearOf', { what: chosen.name })} onClick={onClear}>
              <IconX className="i i-14" aria-hidden="true" />
            </Button>
          ) : (
            <IconSelector className="i i-14 t3" aria-hidden="true" />
          )}
        </div>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown onMouseDown={(event) => event.preventDefault()}>
        <Combobox.Options aria-label={props.label}>
          {found?.map((one) => (
            <Combobox.Option key={one.id} value={String(one.id)} className="float-item" active={one.id === chosen?.id}>
              <span className="grow">
                <span className="finder-line ell">{one.name}</span>
                {one.about ? <span className="finder-line ell t3 s12">{one.about}</span> : null}
              </span>
            </Combobox.Option>
          ))}
          {found?.length === 0 && !isFetching ? <Combobox.Empty>{t('finder.nothing')}</Combobox.Empty> : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
