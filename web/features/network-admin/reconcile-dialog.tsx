import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toastThen } from '#web/lib/toast-store.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import styles from './differences.module.css'
import type { DriftSelection } from './drift-selection.ts'
import { type DriftFilter, type DriftGoal, useReconcile } from './networks.api.ts'

const REASON_MAX = 300

interface ReconcileProps {
  readonly action: DriftGoal
  readonly chosen: DriftSelection
  readonly count: number
  readonly filter: DriftFilter
  onClose(): void
  onDone(): void
}

/** Confirms the reconciliation of the selected differences; shows its effects. */
export function ReconcileDialog({ action, chosen, count, filter, onClose, onDone }: ReconcileProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const selection = chosen.kind === 'all' ? { all: true as const, ...filter } : { icc: [...chosen.iccs] }
  return (
    <ConfirmDialog
      title={t(`networks.settle.${action}.title`)}
      button={t(`networks.settle.${action}.button`, { count })}
      busy={t('networks.settle.busy')}
      variant="primary"
      focus="confirm"
      mutation={useReconcile()}
      variables={{ goal: action, ...selection, ...(reason.trim() ? { reason: reason.trim() } : {}) }}
      onSuccess={toastThen(onDone)}
      onClose={onClose}
    >
      <p>{t(`networks.settle.${action}.what`)}</p>
      <p className={`text-secondary ${styles.kept}`}>{t('networks.settle.kept')}</p>
      <Field
        label={t('networks.settle.reason')}
        hint={t('networks.settle.reasonHint')}
        value={reason}
        maxLength={REASON_MAX}
        autoComplete="off"
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
