import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toasts } from '#web/lib/toast-store.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import styles from './differences.module.css'
import type { Chosen } from './differences-bar.tsx'
import { type DriftGoal, useSettle } from './networks.api.ts'

const REASON_MAX = 300

interface SettleProps {
  readonly goal: DriftGoal
  readonly chosen: Chosen
  readonly count: number
  readonly networkId: string | undefined
  onClose(): void
  onDone(): void
}

/** Confirms the reconciliation of the selected differences; shows its effects. */
export function SettleDialog({ goal, chosen, count, networkId, onClose, onDone }: SettleProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const which = chosen.kind === 'all' ? { all: true as const, ...(networkId ? { networkId } : {}) } : { icc: [...chosen.iccs] }
  return (
    <ConfirmDialog
      title={t(`networks.settle.${goal}.title`)}
      button={t(`networks.settle.${goal}.button`, { count })}
      busy={t('networks.settle.busy')}
      variant="primary"
      focus="confirm"
      mutation={useSettle()}
      variables={{ goal, ...which, ...(reason.trim() ? { reason: reason.trim() } : {}) }}
      onSuccess={({ message }) => {
        toasts.success(message)
        onDone()
      }}
      onClose={onClose}
    >
      <p>{t(`networks.settle.${goal}.what`)}</p>
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
