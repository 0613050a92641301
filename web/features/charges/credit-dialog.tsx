import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/lib/call.ts'
import { formatMoney } from '#web/lib/format.ts'
import { AreaField } from '#web/ui/area-field.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import styles from './charge-detail.module.css'
import { type Charge, useCreditCharge } from './charges.api.ts'

const REASON_MAX = 500

/** Cancels an invoice by a credit note, which states the reason. */
export function CreditDialog({ charge, onClose }: { charge: Charge; onClose: () => void }) {
  const { t } = useTranslation()
  const mutation = useCreditCharge(charge.documentId)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { error } = mutation
  const wrong = isMissing ? t('charges.credit.reasonMissing') : error instanceof CallError ? error.fields.reason : undefined
  return (
    <ConfirmDialog
      title={t('charges.credit.title', { number: charge.documentNumber })}
      button={t('charges.credit.button', { number: charge.documentNumber })}
      mutation={mutation}
      variables={reason}
      hidesError={wrong !== undefined}
      onAttempt={() => {
        const isEmpty = reason.trim() === ''
        setMissing(isEmpty)
        return !isEmpty
      }}
      onClose={onClose}
    >
      <p>{t('charges.credit.what', { total: formatMoney(charge.total, charge.currency), currency: charge.currency })}</p>
      <AreaField
        label={t('charges.credit.reason')}
        value={reason}
        rows={3}
        maxLength={REASON_MAX}
        problem={wrong}
        data-autofocus
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <p className={styles.chargeFinal}>{t('charges.credit.final')}</p>
    </ConfirmDialog>
  )
}
