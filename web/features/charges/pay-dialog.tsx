import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localDay } from '#domain/billing-cycle.ts'
import { CallError } from '#web/lib/call.ts'
import { formatMoney } from '#web/lib/format.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Field } from '#web/ui/field.tsx'
import { usePayCharge } from './charge-actions.ts'
import type { Charge } from './charges.api.ts'

const REFERENCE = 120

/** Marks an invoice as paid: when, and how that can be found again. */
export function PayDialog({ charge, onClose }: { charge: Charge; onClose: () => void }) {
  const { t } = useTranslation()
  const { mutate, isPending, error } = usePayCharge(charge.documentId)
  const today = localDay(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone)
  const [paidOn, setPaidOn] = useState(today)
  const [reference, setReference] = useState('')
  const fields = error instanceof CallError ? error.fields : {}
  const pay = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const body = { reference, ...(paidOn ? { paidOn } : {}) }
    mutate(body, {
      onSuccess: ({ message }) => {
        toasts.success(message)
        onClose()
      },
    })
  }
  return (
    <Dialog opened onClose={onClose} title={t('charges.pay.title', { number: charge.documentNumber })} width="confirm">
      <form onSubmit={pay} noValidate>
        <p>
          {t('charges.pay.what', {
            client: charge.client,
            total: formatMoney(charge.total, charge.currency),
            currency: charge.currency,
          })}
        </p>
        <Field
          label={t('charges.pay.day')}
          type="date"
          value={paidOn}
          max={today}
          error={fields.paidOn}
          onChange={(event) => setPaidOn(event.currentTarget.value)}
        />
        <Field
          label={t('charges.pay.reference')}
          hint={t('charges.pay.referenceHint')}
          value={reference}
          maxLength={REFERENCE}
          error={fields.reference}
          data-autofocus
          onChange={(event) => setReference(event.currentTarget.value)}
        />
        <p className="charge-final">{t('charges.pay.final')}</p>
        {Object.keys(fields).length === 0 ? <Failure error={error} /> : null}
        <div className="dialog-actions">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" blocked={isPending} aria-busy={isPending} onClick={undefined}>
            {t('charges.pay.button')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
