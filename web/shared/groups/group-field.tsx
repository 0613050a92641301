import { Combobox, useCombobox } from '@mantine/core'
import { IconFolder, IconPlus, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { GROUP_PATH_MAX, groupKey, groupPath } from '#domain/groups.ts'
import { plainText } from '#domain/plain-text.ts'
import { classes } from '#web/lib/classes.ts'
import { Button } from '#web/ui/button.tsx'
import fieldStyles from '#web/ui/field.module.css'
import { FieldFrame, type FramedControl } from '#web/ui/field-frame.tsx'
import finderStyles from '#web/ui/finder-field.module.css'
import { useSteadyOption } from '#web/ui/use-steady-option.ts'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Combobox.css'

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
  const field = useRef<HTMLInputElement>(null)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  useSteadyOption(combobox)
  const written = groupPath(path)
  const key = written === undefined ? undefined : groupKey(written)
  const isKnown = known.some((one) => groupKey(one) === key)
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
    <Combobox
      store={combobox}
      onOptionSubmit={choose}
      offset={4}
      position="bottom-start"
      width="target"
      classNames={{ dropdown: `floating ${finderStyles.list}` }}
    >
      <Combobox.DropdownTarget>
        <div className={classes(fieldStyles.input, control['aria-invalid'] && fieldStyles.invalid)}>
          <Combobox.EventsTarget withExpandedAttribute>
            <input
              ref={field}
              role="combobox"
              aria-expanded={combobox.dropdownOpened}
              autoComplete="off"
              maxLength={GROUP_PATH_MAX}
              placeholder={t('finder.typeOrChoose')}
              value={path}
              {...control}
              data-autofocus={isAutoFocused ? true : undefined}
              onChange={(event) => {
                onPath(event.currentTarget.value)
                combobox.openDropdown()
                combobox.resetSelectedOption()
              }}
              onKeyDown={pressed}
              onClick={() => combobox.openDropdown()}
              onBlur={() => combobox.closeDropdown()}
            />
          </Combobox.EventsTarget>
          {path === '' ? null : (
            <Button
              variant="ghost"
              size="sm"
              square
              aria-label={t('finder.clearOf', { what: path })}
              onClick={() => {
                // the button goes with what it clears
                field.current?.focus()
                onPath('')
              }}
            >
              <IconX className="icon icon-14" aria-hidden="true" />
            </Button>
          )}
        </div>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown onMouseDown={(event) => event.preventDefault()}>
        <Combobox.Options aria-label={label}>
          {offered.map((one) => (
            <Combobox.Option key={one} value={one} className="floating-item">
              <IconFolder className="icon icon-14" aria-hidden="true" />
              <span className="ellipsis">{one}</span>
            </Combobox.Option>
          ))}
          {written === undefined || isKnown ? null : (
            <Combobox.Option value={written} className="floating-item">
              <IconPlus className="icon icon-14" aria-hidden="true" />
              <span className="ellipsis">{t('finder.create', { what: written })}</span>
            </Combobox.Option>
          )}
          {/* placeholder option: an empty listbox is not announced */}
          {offered.length === 0 && (written === undefined || isKnown) ? (
            <Combobox.Option value="" className="floating-item" disabled>
              {t('finder.nothing')}
            </Combobox.Option>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
