import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { API_KEY_SENTENCES } from '#contract/api-keys/api-key-messages.ts'
import { FIELD_SENTENCES } from '#contract/messages.ts'
import { API_KEY_NAME_MAX } from '#domain/api-keys.ts'
import { PERMITS, type Permit } from '#domain/permits.ts'
import { DAY_MS } from '#domain/time.ts'
import { CallError } from '#web/lib/call.ts'
import { sentence } from '#web/lib/sentence.ts'
import { useSession } from '#web/lib/session.ts'
import { AreaField } from '#web/ui/area-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckLine } from '#web/ui/checkbox.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import fieldStyles from '#web/ui/field.module.css'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { type CreatedApiKey, type NewApiKey, useCreateApiKey } from './api-keys.api.ts'
import styles from './api-keys.module.css'

const DAYS = ['30', '90', '365', 'never'] as const
type Days = (typeof DAYS)[number]

interface Values {
  readonly name: string
  readonly permits: readonly Permit[]
  readonly canHibernate: boolean
  readonly days: Days
  /** one a line */
  readonly addresses: string
}
type Problems = Partial<Record<keyof NewApiKey, string | undefined>>

const EMPTY: Values = { name: '', permits: [], canHibernate: false, days: '90', addresses: '' }

const newKeyOf = ({ name, permits, canHibernate, days, addresses }: Values): NewApiKey => ({
  name: name.trim(),
  permits: [...permits],
  canHibernate,
  expiresAt: days === 'never' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
  addresses: addresses.split(/[\s,;]+/).filter(Boolean),
})

/** Validation errors that need no request. */
function problemsOf({ name, permits }: NewApiKey): Problems {
  return {
    ...(name === '' && { name: sentence(FIELD_SENTENCES.required) }),
    ...(permits.length === 0 && { permits: sentence(API_KEY_SENTENCES.nothing) }),
  }
}

interface FormProps {
  onCreated(made: CreatedApiKey): void
  onClose(): void
}

/** Name, permits, addresses and expiry of a new key. */
export function KeyForm({ onCreated, onClose }: FormProps) {
  const { t } = useTranslation()
  const [values, setValues] = useState(EMPTY)
  const [problems, setProblems] = useState<Problems>({})
  const { mutate, error, isPending } = useCreateApiKey()
  const submit = () => {
    const newKey = newKeyOf(values)
    const found = problemsOf(newKey)
    setProblems(found)
    if (isPending || Object.keys(found).length > 0) return
    mutate(newKey, { onSuccess: onCreated })
  }
  const serverErrors: Problems = error instanceof CallError ? error.fields : {}
  const failure = Object.keys(serverErrors).length > 0 ? undefined : error?.message
  return (
    <Form className={styles.form} isPending={isPending} onAttempt={submit}>
      <Fields
        values={values}
        problems={{ ...serverErrors, ...problems }}
        onValues={(next) => setValues({ ...values, ...next })}
      />
      {failure === undefined ? null : <Problem isAlert>{failure}</Problem>}
      <div className={dialogStyles.actions}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button variant="primary" type="submit" blocked={isPending} aria-busy={isPending}>
          {t(isPending ? 'apiKeys.creating' : 'apiKeys.create')}
        </Button>
      </div>
    </Form>
  )
}

interface FieldsProps {
  readonly values: Values
  readonly problems: Problems
  onValues(next: Partial<Values>): void
}

function Fields({ values, problems, onValues }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Field
        label={t('apiKeys.name')}
        value={values.name}
        error={problems.name}
        hint={t('apiKeys.nameHint')}
        maxLength={API_KEY_NAME_MAX}
        autoComplete="off"
        data-autofocus
        onChange={(event) => onValues({ name: event.currentTarget.value })}
      />
      <Permits values={values} problem={problems.permits ?? problems.canHibernate} onValues={onValues} />
      <ChoiceField
        label={t('apiKeys.expiresIn')}
        value={values.days}
        problem={problems.expiresAt}
        onChoose={(days) => onValues({ days: DAYS.find((one) => one === days) ?? '90' })}
      >
        {DAYS.map((days) => (
          <option key={days} value={days}>
            {t(`apiKeys.days.${days}`)}
          </option>
        ))}
      </ChoiceField>
      <AreaField
        label={t('apiKeys.addresses')}
        value={values.addresses}
        error={problems.addresses}
        hint={t('apiKeys.addressesHint')}
        rows={2}
        spellCheck={false}
        onChange={(event) => onValues({ addresses: event.currentTarget.value })}
      />
    </>
  )
}

interface PermitsProps {
  readonly values: Values
  readonly problem: string | undefined
  onValues(next: Partial<Values>): void
}

/** The user's own permits, each a checkbox. */
function Permits({ values: { permits, canHibernate }, problem, onValues }: PermitsProps) {
  const { t } = useTranslation()
  const id = useId()
  const session = useSession()
  const toggle = (permit: Permit) =>
    onValues({ permits: permits.includes(permit) ? permits.filter((one) => one !== permit) : [...permits, permit] })
  return (
    <fieldset className={styles.permits} aria-describedby={`${problem ? `${id}-error ` : ''}${id}-hint`}>
      <legend>{t('apiKeys.permits')}</legend>
      {PERMITS.filter((permit) => session.menu.includes(permit)).map((permit) => (
        <CheckLine key={permit} label={styles.check} checked={permits.includes(permit)} onChange={() => toggle(permit)}>
          {t(`apiKeys.permit.${permit}`)}
        </CheckLine>
      ))}
      {session.canHibernate === '1' ? (
        <CheckLine label={styles.check} checked={canHibernate} onChange={() => onValues({ canHibernate: !canHibernate })}>
          {t('apiKeys.canHibernate')}
        </CheckLine>
      ) : null}
      <Problem id={`${id}-error`}>{problem}</Problem>
      <p className={fieldStyles.hint} id={`${id}-hint`}>
        {t('apiKeys.permitsHint')}
      </p>
    </fieldset>
  )
}
