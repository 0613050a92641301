import { useTranslation } from 'react-i18next'
import { ALL_FIELD_SENTENCES } from '#contract/field-messages.ts'
import { CLIENT_NAME_MAX, INTERIM_RANGE, SECRET_MAX, SECRET_MIN } from '#contract/network-admin/accounting.calls.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { type EditedFields, EditForm, type ProblemsByField, typedField, useEditForm } from '#web/ui/edit-form.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import styles from './forms.module.css'
import { between, wholeNumber } from './network-values.ts'
import { type Accounting, useSaveClient } from './networks.api.ts'

type Client = Accounting['clients'][number]

interface FormProps {
  /** undefined for a new one */
  readonly client: Client | undefined
  /** of a new one, as first typed */
  readonly addresses?: string
  onClose(): void
}

/** Values as typed. An empty secret keeps the stored one; an empty port is none. */
type Values = Readonly<ReturnType<typeof valuesOf>>

const valuesOf = (client: Client | undefined, addresses: string) => ({
  name: client?.name ?? '',
  addresses: client?.addresses ?? addresses,
  secret: '',
  interimSeconds: String(client?.interimSeconds ?? 900),
  disconnectPort: client?.disconnectPort == null ? '' : String(client.disconnectPort),
})

const isWithin = (value: number, [least, max]: readonly [number, number]): boolean => value >= least && value <= max
const PORTS = [1, 65_535] as const

/** An access server that may send accounting: name, address, secret, and port of Disconnect-Requests. */
export function AccountingForm({ client, addresses = '', onClose }: FormProps) {
  const { t } = useTranslation()
  const form = useEditForm({
    initial: () => valuesOf(client, addresses),
    problemsOf: (values) => problemsOf(values, client),
    bodyOf: settingsOf,
    save: useSaveClient(client?.clientId),
    onClose,
  })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t(client ? 'networks.accounting.changeTitle' : 'networks.accounting.add')}
      fullOnPhone
    >
      <EditForm form={form} className={styles.form}>
        <Fields {...form} needsSecret={client === undefined || isMoved(form.values, client)} />
      </EditForm>
    </Dialog>
  )
}

function settingsOf({ name, addresses, secret, interimSeconds, disconnectPort }: Values) {
  return {
    name: name.trim(),
    addresses: addresses.trim(),
    interimSeconds: wholeNumber(interimSeconds),
    disconnectPort: disconnectPort.trim() === '' ? null : wholeNumber(disconnectPort),
    ...(secret !== '' && { secret }),
  }
}

/** The stored secret is not kept for other addresses. */
const isMoved = ({ addresses }: Values, client: Client | undefined): boolean =>
  client !== undefined && addresses.trim() !== client.addresses

/** Validation errors, by the server's rules; addresses are validated by the server. */
function problemsOf(values: Values, client: Client | undefined): ProblemsByField<keyof Values> {
  const { interimSeconds, disconnectPort } = settingsOf(values)
  const isShort = values.secret.length < SECRET_MIN && (client === undefined || values.secret !== '')
  return {
    ...(values.name.trim() === '' && { name: sentence(ALL_FIELD_SENTENCES.required) }),
    ...(values.addresses.trim() === '' && { addresses: sentence(ALL_FIELD_SENTENCES.required) }),
    ...(values.secret === '' && isMoved(values, client) && { secret: sentence(ALL_FIELD_SENTENCES.secretAgain) }),
    ...(isShort && { secret: sentence(ALL_FIELD_SENTENCES.secretTooShort) }),
    ...(!isWithin(interimSeconds, INTERIM_RANGE) && { interimSeconds: between(INTERIM_RANGE) }),
    ...(disconnectPort !== null && !isWithin(disconnectPort, PORTS) && { disconnectPort: between(PORTS) }),
  }
}

function Fields({ needsSecret, ...form }: EditedFields<Values> & { readonly needsSecret: boolean }) {
  const { t } = useTranslation()
  const about = (name: keyof Values) => ({
    ...typedField(form, name),
    autoComplete: name === 'secret' ? 'new-password' : 'off',
  })
  return (
    <>
      <Field label={t('networks.accounting.name')} maxLength={CLIENT_NAME_MAX} data-autofocus {...about('name')} />
      <Field
        label={t('networks.accounting.addresses')}
        hint={t('networks.accounting.addressesHint')}
        spellCheck={false}
        {...about('addresses')}
      />
      <PasswordField
        label={t('networks.accounting.secret')}
        hint={t(needsSecret ? 'networks.accounting.secretHint' : 'networks.accounting.secretKept')}
        required={needsSecret}
        maxLength={SECRET_MAX}
        {...about('secret')}
      />
      <div className={styles.numbers}>
        <Field
          label={t('networks.accounting.interim')}
          hint={t('networks.accounting.interimHint')}
          inputMode="numeric"
          {...about('interimSeconds')}
        />
        <Field
          label={t('networks.accounting.disconnectPort')}
          hint={t('networks.accounting.disconnectHint')}
          inputMode="numeric"
          {...about('disconnectPort')}
        />
      </div>
    </>
  )
}
