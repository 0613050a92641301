import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localDay } from '#domain/billing-cycle.ts'
import { CallError } from '#web/lib/call.ts'
import { formatMoney } from '#web/lib/format.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import styles from './charge-detail.module.css'
import { type Charge, usePayCharge } from './charges.api.ts'

const REFERENCE_MAX = 120

/** Marks an invoice as paid: date and reference. */
export function PayDialog({ charge, onClose }: { charge: Charge; onClose: () => void }) {
  const { t } = useTranslation()
  const mutation = usePayCharge(charge.documentId)
  const today = localDay(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone)
  const [paidOn, setPaidOn] = useState(today)
  const [reference, setReference] = useState('')
  const fields = mutation.error instanceof CallError ? mutation.error.fields : {}
  return (
    <ConfirmDialog
      title={t('charges.pay.title', { number: charge.documentNumber })}
      button={t('charges.pay.button')}
      variant="primary"
      mutation={mutation}
      variables={{ reference, ...(paidOn ? { paidOn } : {}) }}
      hidesError={Object.keys(fields).length > 0}
      onClose={onClose}
    >
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
        problem={fields.paidOn}
        onChange={(event) => setPaidOn(event.currentTarget.value)}
      />
      <Field
        label={t('charges.pay.reference')}
        hint={t('charges.pay.referenceHint')}
        value={reference}
        maxLength={REFERENCE_MAX}
        problem={fields.reference}
        data-autofocus
        onChange={(event) => setReference(event.currentTarget.value)}
      />
      <p className={styles.chargeFinal}>{t('charges.pay.final')}</p>
    </ConfirmDialog>
  )
}
