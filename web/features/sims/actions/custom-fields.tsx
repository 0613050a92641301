import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NOT_EDITABLE_SENTENCES } from '#contract/operations/operation-messages.ts'
import { notEditableReason } from '#domain/editability.ts'
import { formatMsisdn } from '#domain/identifiers.ts'
import { useNames } from '#web/features/sims/names.ts'
import { groupsOfFour } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import type { SimDetail } from '#web/shared/sims/sim.api.ts'
import { CheckLine } from '#web/ui/checkbox.tsx'
import fieldStyles from '#web/ui/field.module.css'
import { Field } from '#web/ui/field.tsx'
import styles from './sim-actions.module.css'

/** Values of the editable fields. */
export type Edited = Record<'imei' | 'device' | 'customField1' | 'customField2', string>

/** Read-only fields. */
export function ReadOnlyFields({ sim }: { sim: SimDetail }) {
  const { t } = useTranslation()
  const names = useNames()
  return (
    <div className={`${styles.fields} ${styles.three}`}>
      <Field label={t('sims.field.icc')} value={groupsOfFour(sim.icc).join(' ')} readOnly />
      <Field label={t('sims.field.msisdn')} value={formatMsisdn(sim.msisdn)} readOnly />
      <Field label={t('sims.field.apn')} value={names.apn(sim.apnId)} readOnly />
    </div>
  )
}

interface DeviceProps {
  readonly sim: SimDetail
  field(name: keyof Edited, isOpen: boolean): ReactNode
  /** further fields of an editable SIM */
  readonly children: ReactNode
}

export function DeviceFields({ sim: { simTypeId, apnId }, field, children }: DeviceProps) {
  const reason = notEditableReason(simTypeId, apnId)
  return (
    <>
      {field('imei', reason === undefined)}
      {field('device', reason === undefined)}
      {reason ? <p className={`${fieldStyles.hint} ${styles.wide}`}>{sentence(NOT_EDITABLE_SENTENCES[reason])}</p> : children}
    </>
  )
}

interface ImeiLockProps {
  readonly checked: boolean
  readonly disabled: boolean
  onChange(checked: boolean): void
}

/** Whether the SIM’s tests warn of another IMEI than this. A lock, which cuts, is set elsewhere. */
export function ImeiLock({ checked, disabled, onChange }: ImeiLockProps) {
  const { t } = useTranslation()
  return (
    <CheckLine
      labelClass={`${styles.check} ${styles.wide}`}
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
    >
      <span>
        <span className="medium">{t('simActions.imeiLock')}</span>
        <span className="text-tertiary text-small">{t('simActions.imeiLockHint')}</span>
      </span>
    </CheckLine>
  )
}
