import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/lib/call.ts'
import { formatMoney } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { toasts } from '#web/ui/toast-store.ts'
import { useCreditCharge } from './charge-actions.ts'
import type { Charge } from './charges.api.ts'

const REASON = 500

interface CreditProps {
  readonly charge: Charge
  onClose(): void
}

/** Takes an invoice back by a credit note, with a reason that stands on it. */
export function CreditDialog({ charge, onClose }: CreditProps) {
  const { t } = useTranslation()
  const id = useId()
  const { mutate, isPending, error } = useCreditCharge(charge.documentId)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const wrong = isMissing ? t('charges.credit.reasonMissing') : error instanceof CallError ? error.fields.reason : undefined
  const credit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(reason.trim() === '')
    if (isPending || reason.trim() === '') return
    mutate(reason, {
      onSuccess: ({ message }) => {
        toasts.success(message)
        onClose()
      },
    })
  }
  return (
    <Dialog opened onClose={onClose} title={t('charges.credit.title', { number: charge.documentNumber })} width="confirm">
      <form onSubmit={credit} noValidate>
        <p>{t('charges.credit.what', { total: formatMoney(charge.total, charge.currency), currency: charge.currency })}</p>
        <div className="field">
          <label htmlFor={id}>{t('charges.credit.reason')}</label>
          <textarea
            id={id}
            className="charge-reason"
            rows={3}
            maxLength={REASON}
            value={reason}
            aria-invalid={wrong ? true : undefined}
            aria-describedby={wrong ? `${id}-error` : undefined}
            data-autofocus
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {wrong ? (
            <p className="msg" id={`${id}-error`}>
              {wrong}
            </p>
          ) : null}
        </div>
        <p className="charge-final">{t('charges.credit.final')}</p>
        {wrong ? null : <Failure error={error} />}
        <div className="dialog-actions">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="danger" type="submit" blocked={isPending} aria-busy={isPending} onClick={undefined}>
            {t('charges.credit.button', { number: charge.documentNumber })}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
