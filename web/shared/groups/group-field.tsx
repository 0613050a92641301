import { Combobox } from '@mantine/core'
import { IconFolder } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { GROUP_PATH_MAX, groupKey, groupPath } from '#domain/groups.ts'
import { plainText } from '#domain/plain-text.ts'
import { ComboboxFrame, NoOption, TypedOption, useOptionList } from '#web/ui/combobox-frame.tsx'
import { FieldFrame, type FramedControl } from '#web/ui/field-frame.tsx'
import finderStyles from '#web/ui/finder-field.module.css'

interface GroupFieldProps {
  readonly label: string
  /** as it is typed */
  readonly path: string
  /** what is suggested */
  readonly known: readonly string[]
  readonly problem?: string | undefined
  readonly hint?: string | undefined
  readonly isAutoFocused?: boolean
  onPath(path: string): void
}

/** Typing finds the others. */
const SUGGESTIONS_SHOWN_MAX = 100

/** The path of a group, typed or chosen among those that are there; a new one is offered as such. */
export function GroupField({ label, problem, hint, ...field }: GroupFieldProps) {
  return (
    <FieldFrame label={label} className={finderStyles.finder} problem={problem} hint={hint}>
      {(control) => <GroupInput {...field} label={label} control={control} />}
    </FieldFrame>
  )
}

interface InputProps extends Omit<GroupFieldProps, 'problem' | 'hint'> {
  readonly control: FramedControl
}

function GroupInput({ control, label, path, known, isAutoFocused, onPath }: InputProps) {
  const { t } = useTranslation()
  const combobox = useOptionList()
  const written = groupPath(path)
  const key = written === undefined ? undefined : groupKey(written)
  const isKnown = known.some((one) => groupKey(one) === key)
  const isNew = written !== undefined && !isKnown
  // one that is entered whole does not hide the others
  const offered = known
    .filter((one) => isKnown || plainText(one).includes(plainText(path.trim())))
    .slice(0, SUGGESTIONS_SHOWN_MAX)
  const choose = (chosen: string) => {
    combobox.closeDropdown()
    onPath(chosen)
  }
  const pressed = (event: KeyboardEvent) => {
    // an active suggestion is taken by the list itself; else Enter takes what is typed, and again the form
    if (event.key !== 'Enter' || !combobox.dropdownOpened || combobox.getSelectedOptionIndex() !== -1) return
    event.preventDefault()
    combobox.closeDropdown()
  }
  return (
    <ComboboxFrame
      combobox={combobox}
      control={control}
      label={label}
      isAutoFocused={isAutoFocused}
      text={path}
      maxLength={GROUP_PATH_MAX}
      placeholder={t('finder.typeOrChoose')}
      clearable={path === '' ? undefined : { what: path, onClear: () => onPath('') }}
      onType={onPath}
      onChoose={choose}
      onKeyDown={pressed}
      onBlur={() => combobox.closeDropdown()}
    >
      {offered.map((one) => (
        <Combobox.Option key={one} value={one} className="floating-item">
          <IconFolder className="icon icon-14" aria-hidden="true" />
          <span className="ellipsis">{one}</span>
        </Combobox.Option>
      ))}
      {isNew ? <TypedOption value={written} text={t('finder.create', { what: written })} /> : null}
      {offered.length === 0 && !isNew ? <NoOption>{t('finder.nothing')}</NoOption> : null}
    </ComboboxFrame>
  )
}
