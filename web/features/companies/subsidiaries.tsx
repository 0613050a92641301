import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { COMPANY_WORDS } from '#contract/companies/company-messages.ts'
import { formatNumber } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { DOCKED, useMedia } from '#web/lib/use-media.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { ShortList } from '#web/ui/list/short-list.tsx'
import { branchQuery, type CompanyData, type CompanyRow } from './companies.api.ts'
import { AllSims, CompanyLink, CompanyState } from './company-cells.tsx'

/** The companies right below one, the first of them by name. */
export function Subsidiaries({ company }: { company: CompanyData }) {
  const { t } = useTranslation()
  // narrower, its panel would cover the list
  const isDocked = useMedia(DOCKED)
  const { data, error, refetch } = useQuery(branchQuery(company.companyId, undefined))
  return (
    <ShortList
      title={t('companies.page.subsidiaries')}
      about={formatNumber(company.children)}
      all={
        <ButtonLink isGhost isSmall to="/companies" search={isDocked ? { open: company.companyId } : {}}>
          {t('companies.seeAll')}
        </ButtonLink>
      }
      data={{ rows: data?.rows, error, retry: () => void refetch() }}
      rowKey={({ companyId }: CompanyRow) => companyId}
      none={t('companies.none')}
      columns={[
        {
          id: 'name',
          head: sentence(COMPANY_WORDS.businessName),
          isRowHead: true,
          phone: 'head',
          cell: (row) => <CompanyLink company={row} />,
        },
        {
          id: 'sims',
          head: sentence(COMPANY_WORDS.sims),
          width: 176,
          isNumber: true,
          phone: 'line',
          isNamed: true,
          cell: (row) => <AllSims company={row} />,
        },
        {
          id: 'state',
          head: sentence(COMPANY_WORDS.state),
          width: 196,
          phone: 'mark',
          cell: ({ state }) => <CompanyState state={state} />,
        },
      ]}
    />
  )
}
