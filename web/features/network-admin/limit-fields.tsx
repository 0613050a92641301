import { useTranslation } from 'react-i18next'
import { NETWORK_NAME_MAX } from '#domain/network-settings.ts'
import { CheckWithHint } from '#web/ui/checkbox.tsx'
import { checkField, type EditedFields, typedField } from '#web/ui/edit-form.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormPart } from '#web/ui/form-part.tsx'
import styles from './forms.module.css'
import type { LimitValues } from './network-values.ts'

type LimitFieldsProps = EditedFields<LimitValues>

/** The name of a network. */
export function NameField(form: LimitFieldsProps) {
  const { t } = useTranslation()
  return (
    <Field
      label={t('networks.form.name')}
      {...typedField(form, 'name')}
      maxLength={NETWORK_NAME_MAX}
      autoComplete="off"
      data-autofocus
    />
  )
}

/** Whether the portal calls it. */
export function EnabledField(form: LimitFieldsProps) {
  const { t } = useTranslation()
  return (
    <CheckWithHint labelClass={styles.switch} hint={t('networks.form.enabledHint')} {...checkField(form, 'enabled')}>
      {t('networks.form.enabled')}
    </CheckWithHint>
  )
}

const NUMBERS = [
  { name: 'requestsPerSecond', word: 'rate', hint: 'rateHint' },
  { name: 'maxInFlight', word: 'inFlight', hint: 'inFlightHint' },
  { name: 'timeoutMs', word: 'timeOut', hint: undefined },
  { name: 'maxAttempts', word: 'attempts', hint: 'attemptsHint' },
] as const

/** Its rate limits. */
export function LimitFields(form: LimitFieldsProps) {
  const { t } = useTranslation()
  return (
    <FormPart title={t('networks.limits')}>
      <div className={styles.numbers}>
        {NUMBERS.map(({ name, word, hint }) => (
          <Field
            key={name}
            label={t(`networks.form.${word}`)}
            hint={hint && t(`networks.form.${hint}`)}
            {...typedField(form, name)}
            inputMode="numeric"
            autoComplete="off"
          />
        ))}
      </div>
    </FormPart>
  )
}
