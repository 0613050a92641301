import { useTranslation } from 'react-i18next'
import { NETWORK_NAME_MAX } from '#domain/network-settings.ts'
import { CheckLine } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormPart } from '#web/ui/form-part.tsx'
import styles from './forms.module.css'
import type { LimitValues, NetworkProblems } from './network-values.ts'

interface LimitFieldsProps {
  readonly values: LimitValues
  readonly problems: NetworkProblems
  onValues(values: LimitValues): void
}

/** The name of a network. */
export function NameField({ values, problems, onValues }: LimitFieldsProps) {
  const { t } = useTranslation()
  return (
    <Field
      label={t('networks.form.name')}
      value={values.name}
      maxLength={NETWORK_NAME_MAX}
      problem={problems.name}
      autoComplete="off"
      data-autofocus
      onChange={(event) => onValues({ ...values, name: event.currentTarget.value })}
    />
  )
}

/** Whether the portal calls it. */
export function EnabledField({ values, onValues }: LimitFieldsProps) {
  const { t } = useTranslation()
  return (
    <CheckLine
      labelClass={styles.switch}
      checked={values.enabled}
      onChange={(event) => onValues({ ...values, enabled: event.currentTarget.checked })}
    >
      <span>
        <span className="medium">{t('networks.form.enabled')}</span>
        <span className="text-tertiary text-small">{t('networks.form.enabledHint')}</span>
      </span>
    </CheckLine>
  )
}

const NUMBERS = [
  { name: 'requestsPerSecond', word: 'rate', hint: 'rateHint' },
  { name: 'maxInFlight', word: 'inFlight', hint: 'inFlightHint' },
  { name: 'timeoutMs', word: 'timeOut', hint: undefined },
  { name: 'maxAttempts', word: 'attempts', hint: 'attemptsHint' },
] as const

/** Its rate limits. */
export function LimitFields({ values, problems, onValues }: LimitFieldsProps) {
  const { t } = useTranslation()
  return (
    <FormPart title={t('networks.limits')}>
      <div className={styles.numbers}>
        {NUMBERS.map(({ name, word, hint }) => (
          <Field
            key={name}
            label={t(`networks.form.${word}`)}
            hint={hint && t(`networks.form.${hint}`)}
            value={values[name]}
            problem={problems[name]}
            inputMode="numeric"
            autoComplete="off"
            onChange={(event) => onValues({ ...values, [name]: event.currentTarget.value })}
          />
        ))}
      </div>
    </FormPart>
  )
}
