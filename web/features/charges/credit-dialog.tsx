import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/lib/call.ts'
import { formatMoney } from '#web/lib/format.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { AreaField } from '#web/ui/area-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Form } from '#web/ui/form.tsx'
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
  const { mutate, isPending, error } = useCreditCharge(charge.documentId)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const wrong = isMissing ? t('charges.credit.reasonMissing') : error instanceof CallError ? error.fields.reason : undefined
  const credit = () => {
    const isEmpty = reason.trim() === ''
    setMissing(isEmpty)
    if (isPending || isEmpty) return
    mutate(reason, {
      onSuccess: ({ message }) => {
        toasts.success(message)
        onClose()
      },
    })
  }
  return (
    <Dialog opened onClose={onClose} title={t('charges.credit.title', { number: charge.documentNumber })} width="confirm">
      <Form isPending={isPending} onTry={credit}>
        <p>{t('charges.credit.what', { total: formatMoney(charge.total, charge.currency), currency: charge.currency })}</p>
        <AreaField
          label={t('charges.credit.reason')}
          value={reason}
          rows={3}
          maxLength={REASON}
          error={wrong}
          data-autofocus
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <p className="charge-final">{t('charges.credit.final')}</p>
        {wrong ? null : <Failure error={error} />}
        <div className="dialog-actions">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="danger" type="submit" blocked={isPending} aria-busy={isPending}>
            {t('charges.credit.button', { number: charge.documentNumber })}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
