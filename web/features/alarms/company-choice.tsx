import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Select } from '#web/ui/select.tsx'
import { companiesQuery } from './alarms.api.ts'

/** Of whom to show alarms and notices; nothing where there is only one company. `''`: of all. */
export function CompanyChoice({ company, onCompany }: { company: number | undefined; onCompany: (company: string) => void }) {
  const { t } = useTranslation()
  const { data: companies = [] } = useQuery(companiesQuery)
  if (companies.length < 2) return null
  return (
    <Select
      className="al-company"
      aria-label={t('alarms.company')}
      value={String(company ?? '')}
      onChange={(event) => onCompany(event.currentTarget.value)}
    >
      <option value="">{t('alarms.allCompanies')}</option>
      {companies.map((one) => (
        <option key={one.company} value={one.company}>
          {one.companyName}
        </option>
      ))}
    </Select>
  )
}
