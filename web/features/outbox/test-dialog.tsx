import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FIELD_SENTENCES } from '#contract/messages.ts'
import { isEmail } from '#domain/email.ts'
import { CallError } from '#web/lib/call.ts'
import { sentence } from '#web/lib/sentence.ts'
import { useSession } from '#web/lib/session.ts'
import { toastThen } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { useTestMail } from './outbox.api.ts'

/** Sends a test mail. */
export function TestDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { userEmail } = useSession()
  const [address, setAddress] = useState(userEmail)
  const [problem, setProblem] = useState<string>()
  const { mutate, error, isPending } = useTestMail()
  const send = (event: FormEvent) => {
    event.preventDefault()
    const email = address.trim()
    const found = email === '' ? FIELD_SENTENCES.required : isEmail(email) ? undefined : FIELD_SENTENCES.email
    setProblem(found && sentence(found))
    if (!found && !isPending) mutate(email, { onSuccess: toastThen(onClose) })
  }
  const errorText = error instanceof CallError ? (error.fields.address ?? error.message) : error?.message
  return (
    <Dialog opened onClose={onClose} title={t('outbox.test')}>
      <form onSubmit={send} noValidate>
        <Field
          label={t('outbox.to')}
          type="email"
          autoComplete="email"
          value={address}
          problem={problem ?? errorText}
          data-autofocus
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <div className={dialogStyles.actions}>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" blocked={isPending}>
            {t('outbox.sendTest')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
