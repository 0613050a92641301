import { Combobox } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { plainText } from '#domain/plain-text.ts'
import { distinctTags, isTagName, TAG_NAME_MAX, tagKey, tagNamesIn } from '#domain/tags.ts'
import { announce } from './announcer.tsx'
import { ComboboxFrame, NoOption, TypedOption, useOptionList } from './combobox-frame.tsx'
import { FieldFrame, type FramedControl } from './field-frame.tsx'
import { type ShownTag, TagChip, TagDot } from './tag-chip.tsx'
import styles from './tags-field.module.css'

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
  const combobox = useOptionList()
  /** Adds names, and closes the list, which would cover the next field. */
  const take = (added: string) => {
    combobox.closeDropdown()
    add(added)
  }
  const type = (next: string) => {
    if (SEPARATOR.test(next)) return take(next)
    setTyped(next)
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
    <ComboboxFrame
      combobox={combobox}
      control={control}
      label={label}
      isAutoFocused={isAutoFocused}
      className={styles.box}
      text={typed}
      maxLength={TAG_NAME_MAX}
      placeholder={names.length === 0 ? t('finder.typeOrChoose') : undefined}
      before={(focus) =>
        names.map((name) => (
          <TagChip key={name} name={name} colour={colourOf(name)}>
            <button
              type="button"
              className={styles.remove}
              aria-label={t('finder.clearOf', { what: name })}
              onClick={() => {
                // the button goes with its chip
                focus()
                remove(name)
              }}
            >
              <IconX className="icon icon-14" aria-hidden="true" />
            </button>
          </TagChip>
        ))
      }
      onType={type}
      onChoose={take}
      onPaste={pasted}
      onKeyDown={pressed}
      onBlur={() => take(typed)}
    >
      {offered.map(({ name, colour }) => (
        <Combobox.Option key={name} value={name} className="floating-item">
          {colour ? <TagDot colour={colour} /> : null}
          <span className="ellipsis">{name}</span>
        </Combobox.Option>
      ))}
      {fresh === undefined ? null : (
        <TypedOption value={fresh} text={isNewName ? t('finder.create', { what: fresh }) : fresh} />
      )}
      {offered.length === 0 && fresh === undefined ? <NoOption>{t('finder.nothing')}</NoOption> : null}
    </ComboboxFrame>
  )
}
