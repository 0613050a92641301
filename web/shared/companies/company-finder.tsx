import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSession } from '#web/lib/session.ts'
import { Field } from '#web/ui/field.tsx'
import { FinderField, type FinderOption, type FinderProps } from '#web/ui/finder-field.tsx'
import { companyChoiceQuery, findCompanies, useHasCompanies } from './company-choices.api.ts'

/** A company by id, with its name once loaded. */
function useCompany(company: number | undefined): FinderOption | undefined {
  const { t } = useTranslation()
  const { data } = useQuery(companyChoiceQuery(company))
  if (company === undefined) return undefined
  return data ?? { id: company, name: data === null ? t('companies.choose.number', { id: company }) : '…' }
}

/** Chooses a company and caches it, so that its name is not fetched. */
function useCachedChoice(onChoose: (company: FinderOption) => void): (company: FinderOption) => void {
  const client = useQueryClient()
  return (company) => {
    client.setQueryData(companyChoiceQuery(company.id).queryKey, company)
    onChoose(company)
  }
}

type FieldProps = Partial<Pick<FinderProps, 'label' | 'placeholder' | 'hint' | 'taken' | 'isAutoFocused' | 'onClear'>> & {
  readonly company: number | undefined
  readonly problem?: string | undefined
  onChoose(company: FinderOption): void
}

/** A company as a field of a form; read-only for users with only one. */
export function CompanyField({ company, onChoose, label, placeholder, ...finder }: FieldProps) {
  const { t } = useTranslation()
  const { companyName } = useSession()
  const hasCompanies = useHasCompanies()
  const chosen = useCompany(company)
  const choose = useCachedChoice(onChoose)
  const word = label ?? t('companies.choose.company')
  if (hasCompanies === false && company !== undefined)
    return <Field label={word} value={companyName} problem={finder.problem} readOnly />
  return (
    <FinderField
      {...finder}
      label={word}
      placeholder={placeholder ?? t('companies.choose.one')}
      chosen={chosen}
      source="companies"
      find={findCompanies}
      onChoose={choose}
    />
  )
}
