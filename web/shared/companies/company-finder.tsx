import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSession } from '#web/lib/session.ts'
import { Field } from '#web/ui/field.tsx'
import { FinderField, type FinderProps, type Found } from '#web/ui/finder-field.tsx'
import { companyChoiceQuery, findCompanies, hasCompaniesQuery } from './company-choices.api.ts'

/** A company of which only the number is known, with its name as soon as that is there. */
function useChosen(company: number | undefined): Found | undefined {
  const { t } = useTranslation()
  const { data } = useQuery(companyChoiceQuery(company))
  if (company === undefined) return undefined
  return data ?? { id: company, name: data === null ? t('companies.choose.number', { id: company }) : '…' }
}

/** Chooses a company, whose name need not be asked for then. */
function useChoose(onChoose: (company: Found) => void): (company: Found) => void {
  const client = useQueryClient()
  return (company) => {
    client.setQueryData(companyChoiceQuery(company.id).queryKey, company)
    onChoose(company)
  }
}

interface FilterProps {
  readonly label?: string
  /** what stands for all of them */
  readonly all?: string
  readonly company: number | undefined
  /** undefined: all */
  onCompany(company: number | undefined): void
}

/** Of whom to show a list; nothing for those who see only one company. */
export function CompanyFilter({ label, all, company, onCompany }: FilterProps) {
  const { t } = useTranslation()
  const { data: hasCompanies } = useQuery(hasCompaniesQuery)
  const chosen = useChosen(company)
  const choose = useChoose(({ id }) => onCompany(id))
  if (!hasCompanies) return null
  return (
    <FinderField
      isFilter
      label={label ?? t('companies.choose.company')}
      placeholder={all ?? t('companies.choose.all')}
      chosen={chosen}
      source="companies"
      find={findCompanies}
      onClear={() => onCompany(undefined)}
      onChoose={choose}
    />
  )
}

type FieldProps = Partial<Pick<FinderProps, 'label' | 'placeholder' | 'hint' | 'taken' | 'isAutoFocused' | 'onClear'>> & {
  readonly company: number | undefined
  readonly problem?: string | undefined
  onChoose(company: Found): void
}

/** A company as a field of a form; those who see only one read which. */
export function CompanyField({ company, onChoose, label, placeholder, ...finder }: FieldProps) {
  const { t } = useTranslation()
  const { companyName } = useSession()
  const { data: hasCompanies } = useQuery(hasCompaniesQuery)
  const chosen = useChosen(company)
  const choose = useChoose(onChoose)
  const word = label ?? t('companies.choose.company')
  if (hasCompanies === false && company !== undefined)
    return <Field label={word} value={companyName} error={finder.problem} readOnly />
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
