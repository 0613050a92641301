import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Locks } from '#contract/companies/company-messages.ts'
import { CallError } from '#web/lib/call.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Form } from '#web/ui/form.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import {
  type CompanyData,
  type CompanyTarget,
  companyCountriesQuery,
  companyFormQuery,
  useSaveCompany,
} from './companies.api.ts'
import styles from './companies.module.css'
import { CompanyFields } from './company-fields.tsx'
import {
  type CompanyProblems,
  type CompanyValues,
  companyBodyOf,
  companyProblemsOf,
  companyValuesOf,
  newCompanyValues,
} from './company-values.ts'

/** A company to edit, or the parent of a new one. */
export type FormTarget =
  | { readonly companyId: number; readonly parentId?: undefined }
  | { readonly companyId?: undefined; readonly parentId: number; readonly parentName: string }

/** Creates or edits a company. The form starts with the server's current values. */
export function CompanyForm({ target, onClose }: { target: FormTarget; onClose: () => void }) {
  const { t } = useTranslation()
  const read = target.companyId ?? target.parentId
  const { data, error, refetch } = useQuery(companyFormQuery(read ?? 0))
  const { data: countries } = useQuery(companyCountriesQuery)
  const title = t(target.companyId === undefined ? 'companies.form.newTitle' : 'companies.form.changeTitle')
  return (
    <Dialog opened onClose={onClose} title={title} fullOnPhone>
      {error && !data ? (
        <ErrorState title={t('list.failed')} error={error} onRetry={() => void refetch()} />
      ) : data && countries ? (
        <CompanyEditor target={target} company={data} countries={countries} onClose={onClose} />
      ) : (
        <FormSkeleton />
      )}
    </Dialog>
  )
}

function FormSkeleton() {
  return (
    <div className={styles.waiting} aria-busy="true">
      {[1, 2, 3, 4, 5, 6, 7, 8].map((line) => (
        <Skeleton key={line} height={40} />
      ))}
    </div>
  )
}

export type Countries = readonly { readonly countryId: number; readonly countryName: string; readonly iso2: string }[]

interface FormProps {
  readonly target: FormTarget
  /** the company, or the parent of a new one */
  readonly company: CompanyData
  readonly countries: Countries
  onClose(): void
}

const isoOf = (countries: Countries, countryId: string): string =>
  countries.find((country) => String(country.countryId) === countryId)?.iso2 ?? ''

function CompanyEditor(props: FormProps) {
  const { t } = useTranslation()
  const { target, company, countries, onClose } = props
  const { values, setValues, problems, save, submit } = useForm(props)
  const fieldErrors = save.error instanceof CallError ? save.error.fields : {}
  const hasFieldErrors = Object.keys(fieldErrors).length > 0
  const locked: Locks = target.companyId === undefined ? {} : company.locked
  const country = isoOf(countries, values.countryId)
  return (
    <Form isPending={save.isPending} onAttempt={submit}>
      {target.companyId === undefined ? (
        <p className="text-secondary">{t('companies.form.below', { name: target.parentName })}</p>
      ) : company.above ? (
        <p className="text-secondary ellipsis" title={company.above}>
          {company.above}
        </p>
      ) : null}
      <CompanyFields
        values={values}
        problems={{ ...fieldErrors, ...problems }}
        locked={locked}
        countries={countries}
        country={country}
        onValues={setValues}
      />
      <Failure error={hasFieldErrors ? null : save.error} />
      <div className={dialogStyles.actions}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button variant="primary" type="submit" blocked={save.isPending} aria-busy={save.isPending}>
          {t(
            save.isPending
              ? 'companies.form.saving'
              : target.companyId === undefined
                ? 'companies.form.create'
                : 'companies.form.save',
          )}
        </Button>
      </div>
    </Form>
  )
}

function useForm({ target, company, countries, onClose }: FormProps) {
  const [values, setValues] = useState<CompanyValues>(() =>
    target.companyId === undefined ? newCompanyValues(company) : companyValuesOf(company),
  )
  const [isSubmitted, setSubmitted] = useState(false)
  const saved: CompanyTarget =
    target.companyId === undefined
      ? { parentId: target.parentId }
      : { companyId: target.companyId, updatedAt: company.updatedAt }
  const save = useSaveCompany(saved)
  const found: CompanyProblems = companyProblemsOf(values, isoOf(countries, values.countryId))
  const submit = () => {
    setSubmitted(true)
    if (save.isPending || Object.keys(found).length > 0) return
    save.mutate(companyBodyOf(values), {
      onSuccess: ({ message }) => {
        toasts.success(message)
        onClose()
      },
    })
  }
  return { values, setValues, problems: isSubmitted ? found : {}, save, submit }
}
