import { useTranslation } from 'react-i18next'
import { NETWORK_FIELD_MAX, NETWORK_SECRET_MAX, type NetworkField, networkKind } from '#domain/network-kinds.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckWithHint } from '#web/ui/checkbox.tsx'
import fieldStyles from '#web/ui/field.module.css'
import { Field } from '#web/ui/field.tsx'
import { FormPart } from '#web/ui/form-part.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { CheckSteps } from './check-steps.tsx'
import styles from './forms.module.css'
import { fieldWords } from './kind-words.ts'
import type { AccessValues, NetworkProblems } from './network-values.ts'
import type { NetworkCheck } from './networks.api.ts'

interface AccessFieldsProps {
  readonly kind: string
  readonly values: AccessValues
  readonly problems: NetworkProblems
  /** names of stored secrets */
  readonly kept: readonly string[]
  onValues(values: AccessValues): void
}

/** Connection of a network, with a check of the form's values before they are saved. */
export function AccessFields({
  check,
  onCheck,
  ...about
}: AccessFieldsProps & { readonly check: NetworkCheck; onCheck(): void }) {
  const { t } = useTranslation()
  const fields: readonly NetworkField[] = networkKind(about.kind)?.fields ?? []
  const isSwitch = ({ input }: NetworkField) => input === 'switch'
  return (
    <FormPart title={t('networks.access')}>
      <div className={styles.numbers}>
        {fields
          .filter((field) => !isSwitch(field))
          .map((field) =>
            field.input === 'secret' ? (
              <SecretField key={field.name} field={field} {...about} />
            ) : (
              <PlainField key={field.name} field={field} {...about} />
            ),
          )}
      </div>
      {fields.filter(isSwitch).map((field) => (
        <SwitchField key={field.name} field={field} {...about} />
      ))}
      <div className={styles.try}>
        <Button blocked={check.isPending} aria-busy={check.isPending} onClick={onCheck}>
          {t(check.isPending ? 'networks.try.busy' : 'networks.try.button')}
        </Button>
        <p className={fieldStyles.hint}>{t('networks.try.hint')}</p>
      </div>
      <CheckSteps steps={check.data?.steps} error={check.error} />
    </FormPart>
  )
}

interface OneFieldProps extends AccessFieldsProps {
  readonly field: NetworkField
}

/** A URL takes a whole row, a host starts one: its port and path are beside it. */
const PLACE: Partial<Record<NetworkField['input'], string>> = { url: styles.wide, host: styles.begins }

function PlainField({ kind, field: { name, input, isRequired }, values, problems, onValues }: OneFieldProps) {
  const { label, hint } = fieldWords(kind, name)
  const value = values.settings[name]
  return (
    <Field
      label={label}
      hint={hint}
      className={PLACE[input] ?? ''}
      value={typeof value === 'string' ? value : ''}
      problem={problems[`settings.${name}`]}
      maxLength={NETWORK_FIELD_MAX}
      inputMode={input === 'number' ? 'numeric' : input === 'url' ? 'url' : 'text'}
      required={isRequired}
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      onChange={(event) => onValues({ ...values, settings: { ...values.settings, [name]: event.currentTarget.value } })}
    />
  )
}

/** Never shown: only that a secret is stored. */
function SecretField({ kind, field: { name }, values, problems, kept, onValues }: OneFieldProps) {
  const { t } = useTranslation()
  const { label, hint } = fieldWords(kind, name)
  const isKept = kept.includes(name)
  return (
    <PasswordField
      label={label}
      hint={isKept ? t('networks.form.secretKept') : (hint ?? t('networks.form.secretHint'))}
      value={values.secrets[name] ?? ''}
      problem={problems[`secrets.${name}`]}
      maxLength={NETWORK_SECRET_MAX}
      placeholder={isKept ? t('networks.form.secretSet') : undefined}
      spellCheck={false}
      autoComplete="new-password"
      onChange={(event) => onValues({ ...values, secrets: { ...values.secrets, [name]: event.currentTarget.value } })}
    />
  )
}

function SwitchField({ kind, field: { name }, values, onValues }: OneFieldProps) {
  const { label, hint } = fieldWords(kind, name)
  return (
    <CheckWithHint
      labelClass={styles.switch}
      hint={hint}
      checked={values.settings[name] === true}
      onChange={(event) => onValues({ ...values, settings: { ...values.settings, [name]: event.currentTarget.checked } })}
    >
      {label}
    </CheckWithHint>
  )
}
