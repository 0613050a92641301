import type { UseMutationResult } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { API_KEY_SENTENCES } from '#contract/api-keys/api-key-messages.ts'
import { FIELD_SENTENCES } from '#contract/messages.ts'
import { PERMIT_WORDS, USER_WORDS } from '#contract/users/user-messages.ts'
import { API_KEY_NAME_MAX } from '#domain/api-keys.ts'
import { PERMITS, type Permit } from '#domain/permits.ts'
import { DAY_MS } from '#domain/time.ts'
import { sentence } from '#web/lib/sentence.ts'
import { useSession } from '#web/lib/session.ts'
import { AreaField } from '#web/ui/area-field.tsx'
import { CheckLine } from '#web/ui/checkbox.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import {
  checkField,
  choiceField,
  type EditedFields,
  EditForm,
  type ProblemsByField,
  typedField,
  useEditForm,
} from '#web/ui/edit-form.tsx'
import fieldStyles from '#web/ui/field.module.css'
import { Field } from '#web/ui/field.tsx'
import { Problem } from '#web/ui/problem.tsx'
import type { NewApiKey } from './api-keys.api.ts'
import styles from './api-keys.module.css'

const DAYS = ['30', '90', '365', 'never'] as const
type Days = (typeof DAYS)[number]

const EMPTY = { name: '', permits: [] as readonly Permit[], canHibernate: false, days: '90' as Days, addresses: '' }
/** Addresses are one a line. */
type Values = Readonly<typeof EMPTY>

const newKeyOf = ({ name, permits, canHibernate, days, addresses }: Values): NewApiKey => ({
  name: name.trim(),
  permits: [...permits],
  canHibernate,
  expiresAt: days === 'never' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
  addresses: addresses.split(/[\s,;]+/).filter(Boolean),
})

/** Validation errors that need no request. */
function problemsOf({ name, permits }: NewApiKey): ProblemsByField<keyof NewApiKey> {
  return {
    ...(name === '' && { name: sentence(FIELD_SENTENCES.required) }),
    ...(permits.length === 0 && { permits: sentence(API_KEY_SENTENCES.nothing) }),
  }
}

interface FormProps<Made> {
  /** what is proposed */
  readonly initial?: Partial<Values>
  readonly save: UseMutationResult<Made, Error, NewApiKey>
  readonly verb: string
  readonly busy: string
  onSaved(made: Made): void
  onClose(): void
}

/** Name, permits, addresses and expiry of a new key. */
export function KeyForm<Made>({ initial, save, verb, busy, onSaved, onClose }: FormProps<Made>) {
  const form = useEditForm({
    initial: { ...EMPTY, ...initial },
    problemsOf: (values) => problemsOf(newKeyOf(values)),
    bodyOf: newKeyOf,
    save,
    onSaved,
    onClose,
  })
  return (
    <EditForm form={form} className={styles.form} verb={verb} busy={busy}>
      <Fields {...form} />
    </EditForm>
  )
}

function Fields(form: EditedFields<Values>) {
  const { t } = useTranslation()
  return (
    <>
      <Field
        label={t('apiKeys.name')}
        {...typedField(form, 'name')}
        hint={t('apiKeys.nameHint')}
        maxLength={API_KEY_NAME_MAX}
        autoComplete="off"
        data-autofocus
      />
      <Permits {...form} />
      <ChoiceField label={t('apiKeys.expiresIn')} {...choiceField(form, 'days', 'expiresAt')}>
        {DAYS.map((days) => (
          <option key={days} value={days}>
            {t(`apiKeys.days.${days}`)}
          </option>
        ))}
      </ChoiceField>
      <AreaField
        label={t('apiKeys.addresses')}
        {...typedField(form, 'addresses')}
        hint={t('apiKeys.addressesHint')}
        rows={2}
        spellCheck={false}
      />
    </>
  )
}

/** The user's own permits, each a checkbox. */
function Permits(form: EditedFields<Values>) {
  const { t } = useTranslation()
  const id = useId()
  const session = useSession()
  const { values, problems, onValues } = form
  const { permits } = values
  const problem = problems.permits ?? problems.canHibernate
  const toggle = (permit: Permit) =>
    onValues({ ...values, permits: permits.includes(permit) ? permits.filter((one) => one !== permit) : [...permits, permit] })
  return (
    <fieldset className={styles.permits} aria-describedby={`${problem ? `${id}-error ` : ''}${id}-hint`}>
      <legend>{t('apiKeys.permits')}</legend>
      {PERMITS.filter((permit) => session.menu.includes(permit)).map((permit) => (
        <CheckLine key={permit} labelClass={styles.check} checked={permits.includes(permit)} onChange={() => toggle(permit)}>
          {sentence(PERMIT_WORDS[permit])}
        </CheckLine>
      ))}
      {session.canHibernate === '1' ? (
        <CheckLine labelClass={styles.check} {...checkField(form, 'canHibernate')}>
          {sentence(USER_WORDS.canHibernate)}
        </CheckLine>
      ) : null}
      <Problem id={`${id}-error`}>{problem}</Problem>
      <p className={fieldStyles.hint} id={`${id}-hint`}>
        {t('apiKeys.permitsHint')}
      </p>
    </fieldset>
  )
}
