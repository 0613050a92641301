import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { COMPANY_WORDS } from '#contract/companies/company-messages.ts'
import { COUNTRY_TERMS } from '#domain/country-terms.ts'
import { sentence } from '#web/lib/sentence.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { CompanyField } from '#web/shared/companies/company-finder.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EditForm, useEditForm } from '#web/ui/edit-form.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { FormSkeleton } from '#web/ui/skeleton.tsx'
import { type CompanyData, companyCountriesQuery, companyFormQuery, useSaveCompany } from './companies.api.ts'
import styles from './companies.module.css'
import { CompanyFields } from './company-fields.tsx'
import { type CompanyValues, companyBodyOf, companyProblemsOf, companyValuesOf, newCompanyValues } from './company-values.ts'

/** A company to edit, or the parent that is proposed for a new one. */
export type FormTarget =
  | { readonly companyId: number; readonly parentId?: undefined }
  | { readonly companyId?: undefined; readonly parentId: number }

/** Creates a company, and opens its page to go on there, or edits one. The form starts with the server's current values. */
export function CompanyForm({ target, onClose }: { target: FormTarget; onClose: () => void }) {
  const { t } = useTranslation()
  const read = target.companyId ?? target.parentId
  const company = useQuery(companyFormQuery(read ?? 0))
  const countries = useQuery(companyCountriesQuery)
  const loading = { failed: t('list.failed'), waiting: <FormSkeleton lines={8} /> }
  const title = t(target.companyId === undefined ? 'companies.form.newTitle' : 'companies.form.changeTitle')
  return (
    <Dialog opened onClose={onClose} title={title} fullOnPhone>
      <Loaded query={company} {...loading}>
        {(data) => (
          <Loaded query={countries} {...loading}>
            {(all) => <CompanyEditor target={target} company={data} countries={all} onClose={onClose} />}
          </Loaded>
        )}
      </Loaded>
    </Dialog>
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

function CompanyEditor({ target, company, countries, onClose }: FormProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isNew = target.companyId === undefined
  const [parentId, setParentId] = useState(target.parentId)
  /** chosen ones no longer follow the country */
  const [hasOwnTerms, setOwnTerms] = useState(!isNew)
  const form = useEditForm({
    initial: () => (isNew ? newCompanyValues(company) : companyValuesOf(company)),
    problemsOf: (values) => companyProblemsOf(values, isoOf(countries, values.countryId)),
    bodyOf: companyBodyOf,
    save: useSaveCompany(
      parentId === undefined ? { companyId: company.companyId, updatedAt: company.updatedAt } : { parentId },
    ),
    onSaved: ({ data, message }) => {
      toasts.success(message)
      onClose()
      if (isNew)
        void navigate({ to: '/companies/$companyId', params: { companyId: String(data.companyId) }, search: { setup: 'true' } })
    },
    onClose,
  })
  const change = (next: CompanyValues) => {
    const { countryId, currency, timeZone } = form.values
    const isOwn = hasOwnTerms || next.currency !== currency || next.timeZone !== timeZone
    setOwnTerms(isOwn)
    const terms = isOwn || next.countryId === countryId ? undefined : COUNTRY_TERMS.get(isoOf(countries, next.countryId))
    form.onValues({ ...next, ...terms })
  }
  return (
    <EditForm
      form={form}
      // it loads after the dialog has set the focus
      startsFocused={isNew}
      verb={t(isNew ? 'companies.form.create' : 'common.save')}
      more={isNew ? <span className={`${styles.next} text-small text-tertiary`}>{t('companies.form.next')}</span> : null}
    >
      {company.above && !isNew ? (
        <p className={`${styles.above} text-secondary ellipsis`} title={company.above}>
          {company.above}
        </p>
      ) : null}
      <CompanyFields
        {...form}
        onValues={change}
        locked={isNew ? {} : company.locked}
        countries={countries}
        country={isoOf(countries, form.values.countryId)}
        parent={
          parentId === undefined ? null : (
            <CompanyField
              label={sentence(COMPANY_WORDS.above)}
              company={parentId}
              problem={form.problems.parentId}
              onChoose={({ id }) => setParentId(id)}
            />
          )
        }
      />
    </EditForm>
  )
}
