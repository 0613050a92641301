import { Combobox, type ComboboxStore, useCombobox } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type InputHTMLAttributes, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '#web/lib/classes.ts'
import { IconButton } from './button.tsx'
import fieldStyles from './field.module.css'
import type { FramedControl } from './field-frame.tsx'
import finderStyles from './finder-field.module.css'
import { useSteadyOption } from './use-steady-option.ts'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Combobox.css'

interface Clearable {
  /** what is cleared, for screen readers */
  readonly what: string
  onClear(): void
}

interface ComboboxFrameProps
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'maxLength' | 'placeholder' | 'onKeyDown' | 'onPaste' | 'onFocus' | 'onBlur'
  > {
  readonly combobox: ComboboxStore
  readonly control: FramedControl
  /** of the list, for screen readers */
  readonly label: string
  readonly text: string
  readonly isAutoFocused?: boolean | undefined
  readonly className?: string | undefined
  /** in the box, before the text; its buttons focus the field by `focus` */
  readonly before?: ((focus: () => void) => ReactNode) | undefined
  /** a button behind the text that clears it */
  readonly clearable?: Clearable | undefined
  /** in the place of that button */
  readonly after?: ReactNode
  /** the options */
  readonly children: ReactNode
  onType(text: string): void
  onChoose(value: string): void
}

/** A list of options that is closed, and none of them active; the active one stays when the options change. */
export function useOptionList(): ComboboxStore {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  useSteadyOption(combobox)
  return combobox
}

/** A text field with a list of options below it (ARIA: combobox): it opens by a press and while typing. */
export function ComboboxFrame(props: ComboboxFrameProps) {
  const {
    combobox,
    control,
    label,
    text,
    isAutoFocused,
    className,
    before,
    clearable,
    after,
    children,
    onType,
    onChoose,
    ...input
  } = props
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const focus = () => field.current?.focus()
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={onChoose}
      offset={4}
      position="bottom-start"
      width="target"
      classNames={{ dropdown: `floating ${finderStyles.list}` }}
    >
      <Combobox.DropdownTarget>
        <div className={classes(fieldStyles.input, className, control['aria-invalid'] && fieldStyles.invalid)}>
          {before?.(focus)}
          <Combobox.EventsTarget withExpandedAttribute>
            <input
              ref={field}
              role="combobox"
              aria-expanded={combobox.dropdownOpened}
              autoComplete="off"
              value={text}
              {...control}
              {...input}
              data-autofocus={isAutoFocused ? true : undefined}
              onChange={(event) => {
                combobox.openDropdown()
                combobox.resetSelectedOption()
                // may close it again
                onType(event.currentTarget.value)
              }}
              onClick={() => combobox.openDropdown()}
            />
          </Combobox.EventsTarget>
          {clearable ? (
            <IconButton
              Icon={IconX}
              iconClass="icon-14"
              label={t('finder.clearOf', { what: clearable.what })}
              onClick={() => {
                // the button goes with what it clears
                focus()
                clearable.onClear()
              }}
            />
          ) : (
            after
          )}
        </div>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown onMouseDown={(event) => event.preventDefault()}>
        <Combobox.Options aria-label={label}>{children}</Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** An option that enters what is typed. */
export function TypedOption({ value, text }: { value: string; text: string }) {
  return (
    <Combobox.Option value={value} className="floating-item">
      <IconPlus className="icon icon-14" aria-hidden="true" />
      <span className="ellipsis">{text}</span>
    </Combobox.Option>
  )
}

/** In the place of options: an empty list is not announced. */
export function NoOption({ children }: { children: string }) {
  return (
    <Combobox.Option value="nothing" className="floating-item" disabled>
      {children}
    </Combobox.Option>
  )
}
