import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import type { EditedForm } from '#web/ui/edit-form.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Form } from '#web/ui/form.tsx'
import styles from './labels.module.css'

interface LabelFormProps {
  readonly form: Pick<EditedForm<unknown>, 'isPending' | 'failure' | 'submit' | 'onClose'>
  readonly label: string
  /** label of the button that saves */
  readonly verb: string
  /** the first is as wide as the form leaves it */
  readonly secondColumn: 'max-content' | 'minmax(0, 1fr)'
  readonly children: ReactNode
}

/** The form of a group or a tag, in the place of its line. */
export function LabelForm({ form, label, verb, secondColumn, children }: LabelFormProps) {
  const { t } = useTranslation()
  const { isPending, failure, submit, onClose } = form
  return (
    <Form
      className={styles.edit}
      style={{ '--second-column': secondColumn } as CSSProperties}
      isPending={isPending}
      startsFocused
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose()
      }}
      onAttempt={submit}
      aria-label={label}
    >
      {children}
      <Failure error={failure} />
      <div className={`row ${styles.buttons}`}>
        <Button size="sm" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button size="sm" variant="primary" type="submit" blocked={isPending} aria-busy={isPending}>
          {isPending ? t('common.saving') : verb}
        </Button>
      </div>
    </Form>
  )
}
