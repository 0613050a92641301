import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Form } from '#web/ui/form.tsx'
import { Problem } from '#web/ui/problem.tsx'
import styles from './forms.module.css'

interface SettingsFormProps {
  readonly isPending: boolean
  /** why saving failed, if no field shows it */
  readonly failure: string | undefined
  /** label of the submit button; 'Save' by default */
  readonly verb?: string
  /** a button before the other two */
  readonly more?: ReactNode
  onSave(): void
  onClose(): void
  readonly children: ReactNode
}

/** A form of settings in a dialog: fields, error, and buttons. */
export function SettingsForm({ isPending, failure, verb, more, onSave, onClose, children }: SettingsFormProps) {
  const { t } = useTranslation()
  return (
    <Form className={styles.form} isPending={isPending} onAttempt={onSave}>
      {children}
      {failure === undefined ? null : <Problem isAlert>{failure}</Problem>}
      <div className={dialogStyles.actions}>
        {more}
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button variant="primary" type="submit" blocked={isPending} aria-busy={isPending}>
          {verb ?? t(isPending ? 'networks.form.saving' : 'networks.form.save')}
        </Button>
      </div>
    </Form>
  )
}
