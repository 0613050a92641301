import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import fieldStyles from '#web/ui/field.module.css'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import styles from './forms.module.css'
import { networkStatusName } from './network-status.ts'
import type { NetworkProblems, OperatorValues } from './network-values.ts'

interface OperatorStatusFieldProps {
  readonly values: OperatorValues
  readonly problems: NetworkProblems
  onValues(values: OperatorValues): void
  /** status computed from the calls */
  readonly verdict: 'closed' | 'ok' | 'warning'
  readonly maxLength: number
}

const STATUSES = [1, 2, 0] as const

/** Operator status for customers: computed from the calls, or set by an administrator. */
export function OperatorStatusField({ values, problems, onValues, verdict, maxLength }: OperatorStatusFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <>
      <div className={`${fieldStyles.field} ${styles.operatorStatus}`}>
        <label htmlFor={id}>{t('networks.form.says')}</label>
        <Select
          isField
          id={id}
          value={values.overrideStatus}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onValues({ ...values, overrideStatus: event.currentTarget.value })}
        >
          <option value="">{t('networks.form.auto', { word: t(`networks.state.${verdict}`) })}</option>
          {STATUSES.map((status) => (
            <option key={status} value={status}>
              {t(`networks.state.${networkStatusName(status)}`)}
            </option>
          ))}
        </Select>
        <p className={fieldStyles.hint} id={`${id}-hint`}>
          {t('networks.form.saysHint')}
        </p>
      </div>
      {values.overrideStatus === '' ? null : (
        <Field
          label={t('networks.form.text')}
          hint={t('networks.form.textHint')}
          value={values.overrideText}
          maxLength={maxLength}
          problem={problems.overrideText}
          autoComplete="off"
          onChange={(event) => onValues({ ...values, overrideText: event.currentTarget.value })}
        />
      )}
    </>
  )
}
