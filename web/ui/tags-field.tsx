import { Combobox, useCombobox } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { plainText } from '#domain/plain-text.ts'
import { distinctTags, isTagName, TAG_NAME_MAX, tagKey, tagNamesIn } from '#domain/tags.ts'
import { classes } from '#web/lib/classes.ts'
import { announce } from './announcer.tsx'
import fieldStyles from './field.module.css'
import { FieldFrame, type FramedControl } from './field-frame.tsx'
import finderStyles from './finder-field.module.css'
import { type ShownTag, TagChip, TagDot } from './tag-chip.tsx'
import styles from './tags-field.module.css'
import { useSteadyOption } from './use-steady-option.ts'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Combobox.css'

/** A name that is suggested; of a tag with its colour. */
type KnownName = Pick<ShownTag, 'name'> & Partial<ShownTag>

interface TagsFieldProps {
  readonly label: string
  readonly names: readonly string[]
  /** what is suggested */
  readonly known: readonly KnownName[]
  /** whether a name may be entered that is not known yet; or the name that a typed text stands for */
  readonly takesNew?: boolean | ((typed: string) => string | undefined)
  readonly problem?: string | undefined
  readonly hint?: string | undefined
  readonly isAutoFocused?: boolean
  onNames(names: readonly string[]): void
}

/** Typing finds the others. */
const SUGGESTIONS_SHOWN_MAX = 100
const SEPARATOR = /[,;|\t\r\n]/

/** Names of tags as chips, and a field that adds to them: by Enter, a comma or a suggestion. Backspace takes the last one off. */
export function TagsField({ label, problem, hint, ...field }: TagsFieldProps) {
  return (
    <FieldFrame label={label} problem={problem} hint={hint}>
      {(control) => <TagsInput {...field} label={label} control={control} />}
    </FieldFrame>
  )
}

interface InputProps extends Omit<TagsFieldProps, 'problem' | 'hint'> {
  readonly control: FramedControl
}

/** The chosen names, what is typed, and what is suggested for it. */
function useTagsInput({ names, known, takesNew = true, onNames }: InputProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const knownAs = (name: string) => known.find((one) => tagKey(one.name) === tagKey(name))
  const chosen = new Set(names.map(tagKey))
  const text = typed.trim()
  const offered = known
    .filter(({ name }) => !chosen.has(tagKey(name)) && plainText(name).includes(plainText(text)))
    .slice(0, SUGGESTIONS_SHOWN_MAX)
  const isOffered = (name: string) => offered.some((one) => tagKey(one.name) === tagKey(name))
  /** What a text stands for; '' for nothing. */
  const spelled = (one: string): string => {
    if (typeof takesNew === 'function') return takesNew(one) ?? ''
    return knownAs(one)?.name ?? (takesNew ? one.slice(0, TAG_NAME_MAX).trim() : '')
  }
  const meant = spelled(text)
  const isKnown = takesNew === true ? knownAs(meant) !== undefined : isOffered(meant)
  const fresh = isTagName(meant) && !chosen.has(tagKey(meant)) && !isKnown ? meant : undefined
  const add = (added: string) => {
    const given = tagNamesIn(added.replaceAll(/[\t\r\n]/g, ','))
    const next = distinctTags([...names, ...given.map(spelled).filter(isTagName)])
    setTyped('')
    if (next.length === names.length) return
    onNames(next)
    announce(t('finder.added', { what: next.slice(names.length).join(', ') }))
  }
  const remove = (name: string) => {
    onNames(names.filter((one) => one !== name))
    announce(t('finder.removed', { what: name }))
  }
  return {
    typed,
    setTyped,
    offered,
    fresh,
    colourOf: (name: string) => (typeof takesNew === 'function' ? undefined : (knownAs(name)?.colour ?? 'grey')),
    isNewName: takesNew === true,
    add,
    remove,
  }
}

function TagsInput(props: InputProps) {
  const { t } = useTranslation()
  const { control, label, names, isAutoFocused } = props
  const { typed, setTyped, offered, fresh, colourOf, isNewName, add, remove } = useTagsInput(props)
  const field = useRef<HTMLInputElement>(null)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  useSteadyOption(combobox)
  /** Adds names, and closes the list, which would cover the next field. */
  const take = (added: string) => {
    combobox.closeDropdown()
    add(added)
  }
  const type = (next: string) => {
    if (SEPARATOR.test(next)) return take(next)
    setTyped(next)
    combobox.openDropdown()
    combobox.resetSelectedOption()
  }
  const pasted = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!SEPARATOR.test(text)) return
    event.preventDefault()
    take(text)
  }
  const pressed = (event: KeyboardEvent) => {
    const last = names.at(-1)
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Backspace' && typed === '' && last !== undefined) remove(last)
    // an active suggestion is taken by the list itself
    if (event.key !== 'Enter' || typed.trim() === '' || combobox.getSelectedOptionIndex() !== -1) return
    event.preventDefault()
    const [only, ...others] = offered
    // a text that stands for nothing by itself, but for one name as far as it goes
    take(fresh === undefined && only && others.length === 0 ? only.name : typed)
  }
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={take}
      offset={4}
      position="bottom-start"
      width="target"
      classNames={{ dropdown: `floating ${finderStyles.list}` }}
    >
      <Combobox.DropdownTarget>
        <div className={classes(fieldStyles.input, styles.box, control['aria-invalid'] && fieldStyles.invalid)}>
          {names.map((name) => (
            <TagChip key={name} name={name} colour={colourOf(name)}>
              <button
                type="button"
                className={styles.remove}
                aria-label={t('finder.clearOf', { what: name })}
                onClick={() => {
                  // the button goes with its chip
                  field.current?.focus()
                  remove(name)
                }}
              >
                <IconX className="icon icon-14" aria-hidden="true" />
              </button>
            </TagChip>
          ))}
          <Combobox.EventsTarget withExpandedAttribute>
            <input
              ref={field}
              role="combobox"
              aria-expanded={combobox.dropdownOpened}
              autoComplete="off"
              maxLength={TAG_NAME_MAX}
              placeholder={names.length === 0 ? t('finder.typeOrChoose') : undefined}
              value={typed}
              {...control}
              data-autofocus={isAutoFocused ? true : undefined}
              onChange={(event) => type(event.currentTarget.value)}
              onPaste={pasted}
              onKeyDown={pressed}
              onClick={() => combobox.openDropdown()}
              onBlur={() => take(typed)}
            />
          </Combobox.EventsTarget>
        </div>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown onMouseDown={(event) => event.preventDefault()}>
        <Combobox.Options aria-label={label}>
          {offered.map(({ name, colour }) => (
            <Combobox.Option key={name} value={name} className="floating-item">
              {colour ? <TagDot colour={colour} /> : null}
              <span className="ellipsis">{name}</span>
            </Combobox.Option>
          ))}
          {fresh === undefined ? null : (
            <Combobox.Option value={fresh} className="floating-item">
              <IconPlus className="icon icon-14" aria-hidden="true" />
              <span className="ellipsis">{isNewName ? t('finder.create', { what: fresh }) : fresh}</span>
            </Combobox.Option>
          )}
          {/* placeholder option: an empty listbox is not announced */}
          {offered.length === 0 && fresh === undefined ? (
            <Combobox.Option value="" className="floating-item" disabled>
              {t('finder.nothing')}
            </Combobox.Option>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
