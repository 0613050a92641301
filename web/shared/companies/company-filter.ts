import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { FilterOption, ListFilter } from '#web/ui/list/list-filter.ts'
import { companyChoiceQuery, findCompanies, hasCompaniesQuery } from './company-choices.api.ts'

async function companyOptions(text: string, signal: AbortSignal): Promise<readonly FilterOption[]> {
  return (await findCompanies(text, signal)).map(({ id, ...option }) => ({ value: String(id), ...option }))
}

/** Filters a list by company; undefined for users with only one. */
export function useCompanyFilter(company: number | undefined, options: { label?: string; clears?: readonly string[] } = {}) {
  const { t } = useTranslation()
  const { data: hasCompanies } = useQuery(hasCompaniesQuery)
  const { data: chosen } = useQuery(companyChoiceQuery(company))
  if (!hasCompanies) return undefined
  return {
    kind: 'find',
    key: 'company',
    label: t('companies.choose.company'),
    name: chosen?.name ?? (chosen === null ? t('companies.choose.number', { id: company }) : '…'),
    source: 'companies',
    find: companyOptions,
    ...options,
  } as const satisfies ListFilter
}
