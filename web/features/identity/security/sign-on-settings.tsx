import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/lib/call.ts'
import { toasts, toastThen } from '#web/lib/toast-store.ts'
import { secondFactorQuery } from '#web/shared/identity/second-factor.api.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckLine } from '#web/ui/checkbox.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { checkField, type EditedFields, typedField } from '#web/ui/edit-form.tsx'
import { Failure } from '#web/ui/failure.tsx'
import fieldStyles from '#web/ui/field.module.css'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { ProofForm } from './proof-form.tsx'
import type { Proof } from './security.api.ts'
import styles from './security.module.css'
import { type CompanySignOn, companySignOnQuery, useRemoveSignOn, useSaveSignOn } from './sign-on.api.ts'
import {
  needsSecret,
  type SignOnProblems,
  type SignOnValues,
  signOnBodyOf,
  signOnProblems,
  signOnValuesOf,
} from './sign-on-values.ts'

interface SettingsProps {
  readonly companyId: number
  /** the only content of the dialog: closing the form closes it */
  readonly isAlone?: boolean
  onDone(): void
}

/** Sign-on settings of a company. */
export function SignOnSettings(props: SettingsProps) {
  const { companyId } = props
  const { t } = useTranslation()
  return (
    <Loaded query={useQuery(companySignOnQuery(companyId))} failed={t('security.signOn.failed')}>
      {(before) => <SignOnForm {...props} before={before} />}
    </Loaded>
  )
}

function SignOnForm({ companyId, isAlone = false, before, onDone }: SettingsProps & { before: CompanySignOn }) {
  const { t } = useTranslation()
  const [values, setValues] = useState(() => signOnValuesOf(before))
  const [problems, setProblems] = useState<SignOnProblems>({})
  const [pending, setPending] = useState<'save' | 'remove'>()
  const save = useSaveSignOn(companyId)
  const isNew = before.signOn === null
  const fieldErrors = save.error instanceof CallError ? fieldsOf(save.error) : {}
  const submit = () => {
    const found = signOnProblems(signOnBodyOf(values), before)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    save.reset()
    setPending('save')
  }
  const confirm = (proof: Proof) =>
    save.mutate(
      { ...signOnBodyOf(values), ...proof },
      {
        onSuccess: ({ data, message }) => {
          setValues(signOnValuesOf(data))
          setPending(undefined)
          toasts.success(message)
        },
        // errors of the settings are shown at their fields
        onError: (error) => setPending(isAboutProof(error) ? 'save' : undefined),
      },
    )
  if (pending === 'save') return <Confirm what="save" {...save} onProof={confirm} onCancel={() => setPending(undefined)} />
  if (pending === 'remove') return <Remove companyId={companyId} onDone={onDone} onCancel={() => setPending(undefined)} />
  return (
    <Form className={styles.form} aria-label={t('security.signOn.own')} isPending={save.isPending} onAttempt={submit}>
      <p className="text-secondary">{t('security.signOn.lead')}</p>
      <Addresses settings={before} />
      <Fields
        values={values}
        problems={{ ...fieldErrors, ...problems }}
        asksSecret={needsSecret(signOnBodyOf(values), before)}
        onValues={setValues}
      />
      <Failure error={Object.keys(fieldErrors).length > 0 ? null : save.error} />
      {save.data ? <SignOnAddresses problem={save.data.data.problem} /> : null}
      <div className={isAlone ? dialogStyles.actions : styles.ways}>
        {isNew ? null : (
          <Button variant="danger" onClick={() => setPending('remove')}>
            {t('security.signOn.remove')}
          </Button>
        )}
        <Button onClick={onDone}>{t('common.close')}</Button>
        <Button variant="primary" type="submit">
          {t('common.save')}
        </Button>
      </div>
    </Form>
  )
}

const isAboutProof = (error: Error): boolean =>
  error instanceof CallError && ('password' in error.fields || 'code' in error.fields || error.code === 'wrong_code')

interface ConfirmProps {
  readonly what: 'save' | 'remove'
  readonly isPending: boolean
  readonly error: Error | null
  onProof(proof: Proof): void
  onCancel(): void
}

/** Re-authentication: an unlocked screen must not be enough to change how others log in. */
function Confirm({ what, isPending, error, onProof, onCancel }: ConfirmProps) {
  const { t } = useTranslation()
  return (
    <Loaded query={useQuery(secondFactorQuery)} failed={t('security.factor.failed')}>
      {(factor) => (
        <ProofForm
          consequence={t(what === 'save' ? 'security.signOn.confirmSave' : 'security.signOn.confirmRemove')}
          needsPassword={factor.asksPassword}
          needsCode={factor.confirmedAt !== null}
          isPending={isPending}
          error={error}
          isDangerous={what === 'remove'}
          submitLabel={t(what === 'save' ? 'common.save' : 'security.signOn.remove')}
          onProof={onProof}
          onCancel={onCancel}
        />
      )}
    </Loaded>
  )
}

/** The server names a domain by its index; here they are one field. */
function fieldsOf({ fields }: CallError): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name.replace(/^domains\..*/, 'domains'), text]))
}

function SignOnAddresses({ problem }: { problem: string | null }) {
  const { t } = useTranslation()
  return (
    <p className={problem === null ? 'text-active' : 'text-warning'} role="status">
      {problem ?? t('security.signOn.works')}
    </p>
  )
}

/** Addresses to configure at the provider, and the users' sign-on link. */
function Addresses({ settings: { returnAddress, logoutAddress, signOn } }: { settings: CompanySignOn }) {
  const { t } = useTranslation()
  const domain = signOn?.domains[0]
  const link = domain && new URL(`/sign-on/${encodeURIComponent(domain)}`, returnAddress).href
  return (
    <>
      <Address label={t('security.signOn.returnAddress')} hint={t('security.signOn.returnHint')} value={returnAddress} />
      <Address label={t('security.signOn.logoutAddress')} hint={t('security.signOn.logoutHint')} value={logoutAddress} />
      {link ? <Address label={t('security.signOn.link')} hint={t('security.signOn.linkHint')} value={link} /> : null}
    </>
  )
}

function Address({ label, hint, value }: { label: string; hint: string; value: string }) {
  return <Field label={label} hint={hint} value={value} readOnly aside={<CopyButton text={value} what={label} />} />
}

function Fields({ asksSecret, ...form }: EditedFields<SignOnValues> & { readonly asksSecret: boolean }) {
  const { t } = useTranslation()
  const about = (name: 'issuer' | 'clientId' | 'clientSecret' | 'domains') => ({
    label: t(`security.signOn.${name}`),
    ...typedField(form, name),
    spellCheck: false,
    autoComplete: name === 'clientSecret' ? 'new-password' : 'off',
  })
  return (
    <>
      <Field inputMode="url" maxLength={500} hint={t('security.signOn.issuerHint')} {...about('issuer')} />
      <Field maxLength={300} {...about('clientId')} />
      <PasswordField
        maxLength={500}
        hint={asksSecret ? undefined : t('security.signOn.secretKept')}
        required={asksSecret}
        {...about('clientSecret')}
      />
      <Field maxLength={2000} hint={t('security.signOn.domainsHint')} {...about('domains')} />
      <CheckLine labelClass={styles.check} {...checkField(form, 'passwordLogin')}>
        <span>
          <span className="medium">{t('security.signOn.passwordLogin')}</span>
          <span className={fieldStyles.hint}>{t('security.signOn.passwordHint')}</span>
        </span>
      </CheckLine>
    </>
  )
}

function Remove({ companyId, onDone, onCancel }: SettingsProps & { onCancel: () => void }) {
  const remove = useRemoveSignOn(companyId)
  const confirm = (proof: Proof) => remove.mutate(proof, { onSuccess: toastThen(onDone) })
  return <Confirm what="remove" {...remove} onProof={confirm} onCancel={onCancel} />
}
