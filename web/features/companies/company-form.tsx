import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { toasts } from '#web/lib/toast-store.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { EditForm, useEditForm } from '#web/ui/edit-form.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { FormSkeleton } from '#web/ui/skeleton.tsx'
import { type CompanyData, companyCountriesQuery, companyFormQuery, useSaveCompany } from './companies.api.ts'
import { CompanyFields } from './company-fields.tsx'
import { companyBodyOf, companyProblemsOf, companyValuesOf, newCompanyValues } from './company-values.ts'

/** A company to edit, or the parent of a new one. */
export type FormTarget =
  | { readonly companyId: number; readonly parentId?: undefined }
  | { readonly companyId?: undefined; readonly parentId: number; readonly parentName: string }

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
  const form = useEditForm({
    initial: () => (isNew ? newCompanyValues(company) : companyValuesOf(company)),
    problemsOf: (values) => companyProblemsOf(values, isoOf(countries, values.countryId)),
    bodyOf: companyBodyOf,
    save: useSaveCompany(
      target.companyId === undefined
        ? { parentId: target.parentId }
        : { companyId: target.companyId, updatedAt: company.updatedAt },
    ),
    onSaved: ({ data, message }) => {
      toasts.success(message)
      onClose()
      if (isNew)
        void navigate({ to: '/companies/$companyId', params: { companyId: String(data.companyId) }, search: { setup: 'true' } })
    },
    onClose,
  })
  const above = target.companyId === undefined ? t('companies.form.below', { name: target.parentName }) : company.above
  return (
    <EditForm form={form} verb={t(isNew ? 'companies.form.create' : 'common.save')}>
      {above ? (
        <p className="text-secondary ellipsis" title={above}>
          {above}
        </p>
      ) : null}
      <CompanyFields
        {...form}
        locked={isNew ? {} : company.locked}
        countries={countries}
        country={isoOf(countries, form.values.countryId)}
      />
    </EditForm>
  )
}
