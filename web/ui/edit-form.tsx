import { type ChangeEvent, type Dispatch, type ReactNode, type SetStateAction, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '../lib/call.ts'
import { toasts, type Undo } from '../lib/toast-store.ts'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { Failure } from './failure.tsx'
import { Form } from './form.tsx'

/** Messages by field. */
export type ProblemsByField<Name extends PropertyKey = string> = Partial<Record<Name, string | undefined>>

/** The part of a mutation of TanStack Query that a form uses. */
interface SaveMutation<Body, Answer> {
  readonly isPending: boolean
  readonly error: Error | null
  mutate(body: Body, options: { onSuccess(answer: Answer): void }): void
}

interface FormOptions<Values, Body, Answer> {
  readonly initial: Values | (() => Values)
  readonly save: SaveMutation<Body, Answer>
  /** by the server's rules */
  problemsOf(values: Values): ProblemsByField
  bodyOf(values: Values): Body
  /** something else is under way, or nothing was changed */
  isBlocked?(values: Values): boolean
  /** runs on every attempt */
  onAttempt?(values: Values): void
  /** in place of a toast with the server's message, which offers to undo what can be undone, and of closing */
  onSaved?(answer: Answer): void
  onClose(): void
}

/** A form in a dialog: its values, the messages at its fields after the first attempt, and how it is saved. */
export interface EditedForm<Values> {
  readonly values: Values
  readonly problems: ProblemsByField
  readonly failure: Error | null
  readonly isPending: boolean
  readonly isBlocked: boolean
  readonly onValues: Dispatch<SetStateAction<Values>>
  submit(): void
  onClose(): void
}

/** The state of a form: it is validated on each attempt, saved once, and closes with the server's message. */
export function useEditForm<Values, Body, Answer>(options: FormOptions<Values, Body, Answer>): EditedForm<Values> {
  const { save, problemsOf, bodyOf, onAttempt, onSaved, onClose } = options
  const [values, onValues] = useState(options.initial)
  const [isSubmitted, setSubmitted] = useState(false)
  const { isPending, error } = save
  const isBlocked = options.isBlocked?.(values) ?? false
  const found = problemsOf(values)
  const refused = error instanceof CallError ? error.fields : {}
  const submit = () => {
    setSubmitted(true)
    onAttempt?.(values)
    if (isPending || isBlocked || Object.keys(found).length > 0) return
    save.mutate(bodyOf(values), {
      onSuccess: (answer) => {
        if (onSaved) return onSaved(answer)
        const { message, undo } = answer as { readonly message?: string; readonly undo?: Undo }
        if (message) toasts.success(message, undo)
        onClose()
      },
    })
  }
  return {
    values,
    problems: { ...refused, ...(isSubmitted ? found : {}) },
    failure: Object.keys(refused).length > 0 ? null : error,
    isPending,
    isBlocked,
    onValues,
    submit,
    onClose,
  }
}

interface EditFormProps {
  readonly form: Omit<EditedForm<never>, 'values' | 'problems' | 'onValues'>
  /** label of the button that saves; 'Save' by default */
  readonly verb?: string
  /** its label while it saves */
  readonly busy?: string
  /** why nothing can be saved while the form is blocked */
  readonly whyBlocked?: string
  /** nothing can be saved */
  readonly isReadOnly?: boolean
  /** a button before the other two */
  readonly more?: ReactNode
  readonly className?: string | undefined
  readonly startsFocused?: boolean
  readonly children: ReactNode
}

/** The fields of a form, the server's refusal that no field shows, and its buttons. */
export function EditForm({ form, verb, busy, whyBlocked, isReadOnly = false, more, children, ...rest }: EditFormProps) {
  const { t } = useTranslation()
  const { isPending, isBlocked, failure, submit, onClose } = form
  return (
    <Form isPending={isPending} onAttempt={submit} {...rest}>
      {children}
      <Failure error={failure} />
      <div className={styles.actions}>
        {more}
        <Button onClick={onClose}>{t(isReadOnly ? 'common.close' : 'common.cancel')}</Button>
        {isReadOnly ? null : (
          <Button
            variant="primary"
            type="submit"
            blocked={isPending || isBlocked}
            aria-busy={isPending}
            title={isBlocked ? whyBlocked : undefined}
          >
            {isPending ? (busy ?? t('common.saving')) : (verb ?? t('common.save'))}
          </Button>
        )}
      </div>
    </Form>
  )
}

/** What fields of a form share. */
export interface EditedFields<Values> {
  readonly values: Values
  readonly problems: ProblemsByField
  onValues(values: Values): void
}

type Control = HTMLInputElement | HTMLTextAreaElement

/** A text field of a form by its name, and by the name under which the server refuses it. */
export const typedField = <Values, Name extends keyof Values & string>(
  { values, problems, onValues }: EditedFields<Values>,
  name: Name,
  refusedAs: string = name,
) => ({
  value: String(values[name]),
  problem: problems[refusedAs],
  onChange: (event: ChangeEvent<Control>) => onValues({ ...values, [name]: event.currentTarget.value }),
})

/** A field with options by its name. */
export const choiceField = <Values, Name extends keyof Values & string>(
  { values, problems, onValues }: EditedFields<Values>,
  name: Name,
  refusedAs: string = name,
) => ({
  value: String(values[name]),
  problem: problems[refusedAs],
  onChoose: (value: string) => onValues({ ...values, [name]: value }),
})

/** A checkbox by its name. */
export const checkField = <Values, Name extends keyof Values & string>(
  { values, onValues }: EditedFields<Values>,
  name: Name,
) => ({
  checked: Boolean(values[name]),
  onChange: (event: ChangeEvent<HTMLInputElement>) => onValues({ ...values, [name]: event.currentTarget.checked }),
})
