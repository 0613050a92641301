import { IconPencil, IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './edit-in-place.module.css'
import { Field } from './field.tsx'

interface EditInPlaceProps {
  readonly value: string
  /** what is edited, and of what: 'IMEI de Teltonika FMC130' */
  readonly label: string
  /** the value as it is shown, or its placeholder */
  readonly children?: ReactNode
  /** all that an empty value shows, beside a plus; without it a dash */
  readonly toAdd?: string | undefined
  readonly maxLength: number
  readonly inputMode?: 'text' | 'numeric'
  /** saves the value; resolves to an error to show at the field */
  onSave(value: string): Promise<string | undefined>
}

/** A value that turns into a field when it is clicked. Enter and blur save, Escape cancels. */
export function EditInPlace({ value, label, children, toAdd, ...field }: EditInPlaceProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const returns = useRef(false)
  useEffect(() => {
    if (!isOpen && returns.current) button.current?.focus()
    returns.current = false
  }, [isOpen])
  const close = (byKey: boolean) => {
    returns.current = byKey
    setOpen(false)
  }
  if (isOpen) return <OpenField value={value} label={label} {...field} onClose={close} />
  const attributes = {
    ref: button,
    'aria-label': value === '' ? t('common.addOf', { what: label }) : t('common.editOf', { what: label, value }),
    onClick: () => setOpen(true),
  }
  if (value === '' && toAdd) {
    return (
      <button type="button" className={styles.toAdd} {...attributes}>
        <IconPlus className="icon icon-14" aria-hidden="true" />
        {toAdd}
      </button>
    )
  }
  return (
    <button type="button" className={styles.inPlace} {...attributes}>
      {value === '' ? (
        <span className="text-tertiary">
          <span className={styles.dash}>—</span>
          <span className={styles.add}>{t('common.addValue')}</span>
        </span>
      ) : (
        <span className="ellipsis">{children ?? value}</span>
      )}
      <IconPencil className="icon icon-14" aria-hidden="true" />
    </button>
  )
}

interface OpenFieldProps extends Omit<EditInPlaceProps, 'children'> {
  onClose(byKey: boolean): void
}

function OpenField({ value, label, maxLength, inputMode = 'text', onSave, onClose }: OpenFieldProps) {
  const [typed, setTyped] = useState(value)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  const leave = (byKey: boolean) => {
    isOver.current = true
    onClose(byKey)
  }
  const save = async (byKey: boolean) => {
    if (isBusy || isOver.current) return
    if (typed.trim() === value) return leave(byKey)
    setBusy(true)
    const wrong = await onSave(typed.trim())
    setBusy(false)
    if (wrong === undefined) return leave(byKey)
    setProblem(wrong)
    if (byKey) input.current?.focus()
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void save(true)
    else if (event.key === 'Escape') leave(true)
    else return
    event.preventDefault()
  }
  return (
    <Field
      ref={input}
      className={styles.editField}
      label={label}
      value={typed}
      maxLength={maxLength}
      inputMode={inputMode}
      autoComplete="off"
      problem={problem}
      aria-busy={isBusy || undefined}
      // Escape cancels the edit without closing the dialog around it
      data-mantine-stop-propagation="true"
      onKeyDown={pressed}
      onBlur={() => void save(false)}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        setProblem(undefined)
      }}
    />
  )
}
