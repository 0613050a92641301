import { queryOptions } from '@tanstack/react-query'
import type { CallArguments } from '#contract/call.ts'
import { getCompanyChoices } from '#contract/companies/companies.calls.ts'
import { call } from '#web/lib/call.ts'
import type { Found } from '#web/ui/finder-field.tsx'

/** Companies that are offered at once; who looks for another one types more of it. */
const OFFERED = 50

async function choices(query: CallArguments<typeof getCompanyChoices>['query'], signal: AbortSignal): Promise<Found[]> {
  const { rows } = await call(getCompanyChoices, { query }, { signal })
  return rows.map(({ companyId, companyName, parentName }) => ({
    id: companyId,
    name: companyName,
    about: parentName || undefined,
  }))
}

/** Companies by what somebody types of them, each with the one above it. */
export const findCompanies = (text: string, signal: AbortSignal): Promise<Found[]> =>
  choices({ ...(text ? { search: text } : {}), limit: OFFERED }, signal)

/** Whether the reader has companies to choose among. */
export const hasCompaniesQuery = queryOptions({
  queryKey: ['companies', 'several'],
  queryFn: async ({ signal }) => (await choices({ limit: 2 }, signal)).length > 1,
})

/** The company of a number; null where the reader sees none. */
export const companyChoiceQuery = (company: number | undefined) =>
  queryOptions({
    queryKey: ['companies', 'choice', company],
    queryFn: async ({ signal }) => (await choices({ company }, signal))[0] ?? null,
    enabled: company !== undefined,
  })
