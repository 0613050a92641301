import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { USER_WORDS } from '#contract/user-messages.ts'
import { sentence } from '#web/lib/sentence.ts'
import { FinderField } from '#web/ui/finder-field.tsx'
import { findCompanies, hasCompaniesQuery } from './users.api.ts'

interface CompanyFinderProps {
  /** undefined: all of them */
  readonly company: number | undefined
  /** how the chosen one is called, as far as a row of the list says */
  readonly name: string | undefined
  onCompany(company: number | undefined): void
}

/** Of which company to show users; nothing for those who see only one. */
export function CompanyFinder({ company, name, onCompany }: CompanyFinderProps) {
  const { t } = useTranslation()
  const { data: hasCompanies } = useQuery(hasCompaniesQuery)
  if (!hasCompanies) return null
  return (
    <FinderField
      label={sentence(USER_WORDS.company)}
      chosen={company === undefined ? undefined : { id: company, name: name ?? t('users.companyNumber', { id: company }) }}
      placeholder={t('users.allCompanies')}
      source="companies"
      find={findCompanies}
      onClear={() => onCompany(undefined)}
      onChoose={({ id }) => onCompany(id)}
    />
  )
}
