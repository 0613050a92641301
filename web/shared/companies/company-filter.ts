import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { FilterOption, ListFilter } from '#web/ui/list/list-filter.ts'
import { companyChoiceQuery, findCompanies, useHasCompanies } from './company-choices.api.ts'

async function companyOptions(text: string, signal: AbortSignal): Promise<readonly FilterOption[]> {
  return (await findCompanies(text, signal)).map(({ id, ...option }) => ({ value: String(id), ...option }))
}

interface Options {
  readonly label?: string
  readonly clears?: readonly string[]
  /** with those below it, as links of its page ask; another company is chosen alone */
  readonly subsidiaries?: 'true' | undefined
}

/** Filters a list by company; undefined for users with only one. */
export function useCompanyFilter(company: number | undefined, { label, clears = [], subsidiaries }: Options = {}) {
  const { t } = useTranslation()
  const hasCompanies = useHasCompanies()
  const { data: chosen } = useQuery(companyChoiceQuery(company))
  if (!hasCompanies) return undefined
  const name = chosen?.name ?? (chosen === null ? t('companies.choose.number', { id: company }) : '…')
  return {
    kind: 'find',
    key: 'company',
    label: label ?? t('companies.choose.company'),
    name: subsidiaries ? t('companies.choose.withSubsidiaries', { name }) : name,
    source: 'companies',
    find: companyOptions,
    clears: ['subsidiaries', ...clears],
  } as const satisfies ListFilter
}
