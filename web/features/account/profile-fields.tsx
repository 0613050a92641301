import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PROFILE_LENGTHS } from '#domain/account.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Field, type FieldProps } from '#web/ui/field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { type ProfileData, profileCountriesQuery } from './account.api.ts'
import styles from './account.module.css'
import { hasOtherEmail, type ProfileDraft, type ProfileErrors } from './profile-values.ts'
import { ProofCode } from './proof-code.tsx'

interface ProfileFieldsProps {
  readonly profile: ProfileData
  readonly draft: ProfileDraft
  readonly errors: ProfileErrors
  /** undefined: read-only */
  readonly onDraft?: (draft: ProfileDraft) => void
}

type TextField = keyof typeof PROFILE_LENGTHS

/** The fields of a profile, in the same layout read-only and editable. */
export function ProfileFields({ profile, draft, errors, onDraft }: ProfileFieldsProps) {
  const { t } = useTranslation()
  const text = (field: TextField): FieldProps => ({
    label: t(`account.${field}`),
    name: field,
    value: draft[field],
    maxLength: PROFILE_LENGTHS[field],
    problem: errors[field],
    readOnly: onDraft === undefined,
    onChange: (event) => onDraft?.({ ...draft, [field]: event.currentTarget.value }),
  })
  return (
    <div className={styles.fields}>
      <Field {...text('userName')} autoComplete="given-name" required />
      <Field {...text('userLastname')} autoComplete="family-name" required />
      <Field {...text('userEmail')} type="email" inputMode="email" autoComplete="email" required />
      <Field {...text('userPhone')} type="tel" autoComplete="tel" />
      {onDraft && hasOtherEmail(draft, profile) ? (
        <PasswordField
          className={styles.proof}
          label={t('account.passCurrent')}
          name="passCurrent"
          autoComplete="current-password"
          maxLength={200}
          required
          value={draft.passCurrent}
          problem={errors.passCurrent}
          hint={t('account.proofHint')}
          onChange={(event) => onDraft({ ...draft, passCurrent: event.currentTarget.value })}
        />
      ) : null}
      {onDraft && hasOtherEmail(draft, profile) ? (
        <ProofCode value={draft.code} problem={errors.code} onCode={(code) => onDraft({ ...draft, code })} />
      ) : null}
      <Country draft={draft} errors={errors} {...(onDraft ? { onDraft } : {})} />
      <Field {...text('userCity')} autoComplete="address-level2" />
      <Field {...text('userAddress')} autoComplete="street-address" />
      <Field label={t('account.companyName')} value={profile.companyName} readOnly autoComplete="organization" />
    </div>
  )
}

function Country({ draft, errors, onDraft }: Omit<ProfileFieldsProps, 'profile'>) {
  const { t } = useTranslation()
  const { data: countries, error, refetch } = useQuery(profileCountriesQuery())
  if (!onDraft) {
    const name = countries?.find(({ countryId }) => countryId === draft.userCountryId)?.countryName
    return <Field label={t('account.userCountryId')} value={name ?? ''} readOnly autoComplete="country-name" />
  }
  const failed = error && !countries ? t('account.countriesFailed') : undefined
  return (
    <ChoiceField
      label={t('account.userCountryId')}
      value={String(draft.userCountryId ?? '')}
      problem={errors.userCountryId ?? failed}
      autoComplete="country-name"
      wayOut={
        failed ? (
          <button type="button" className="underlined" onClick={() => void refetch()}>
            {t('common.retry')}
          </button>
        ) : null
      }
      onChoose={(country) => onDraft({ ...draft, userCountryId: country === '' ? null : Number(country) })}
    >
      <option value="">{t('account.chooseCountry')}</option>
      {countries?.map(({ countryId, countryName }) => (
        <option key={countryId} value={countryId}>
          {countryName}
        </option>
      ))}
    </ChoiceField>
  )
}
