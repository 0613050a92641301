import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CompanySelect } from '#web/ui/company-select.tsx'
import { companiesQuery } from './alarms.api.ts'

/** Of whom to show alarms and notices. `''`: of all. */
export function CompanyChoice({ company, onCompany }: { company: number | undefined; onCompany: (company: string) => void }) {
  const { t } = useTranslation()
  const { data: companies = [] } = useQuery(companiesQuery)
  return (
    <CompanySelect
      label={t('alarms.company')}
      all={t('alarms.allCompanies')}
      companies={companies}
      company={company}
      onCompany={onCompany}
    />
  )
}
