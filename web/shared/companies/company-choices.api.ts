import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CallArguments } from '#contract/call.ts'
import { getCompanyChoices } from '#contract/companies/companies.calls.ts'
import { call } from '#web/lib/call.ts'
import { useSession } from '#web/lib/session.ts'
import type { FinderOption } from '#web/ui/finder-field.tsx'

/** Options per search; a longer text narrows them. */
const OPTIONS = 50

async function choices(query: CallArguments<typeof getCompanyChoices>['query'], signal: AbortSignal): Promise<FinderOption[]> {
  const { rows } = await call(getCompanyChoices, { query }, { signal })
  return rows.map(({ companyId, companyName, parentName }) => ({
    id: companyId,
    name: companyName,
    about: parentName || undefined,
  }))
}

/** Companies by typed text, each with its parent. */
export const findCompanies = (text: string, signal: AbortSignal): Promise<FinderOption[]> =>
  choices({ ...(text ? { search: text } : {}), limit: OPTIONS }, signal)

const severalQuery = queryOptions({
  queryKey: ['companies', 'several'],
  queryFn: async ({ signal }) => (await choices({ limit: 2 }, signal)).length > 1,
})

/**
 * Whether the user has companies to choose among. The session says so, but not of who works in one company or views the portal as
 * a user, who can't change the company they work in: undefined until the companies below are known.
 */
export function useHasCompanies(): boolean | undefined {
  const { worksIn, viewedBy } = useSession()
  const isUnsaid = worksIn === 'one' || viewedBy !== ''
  const { data } = useQuery({ ...severalQuery, enabled: isUnsaid })
  return isUnsaid ? data : worksIn === 'all'
}

/** The company of an id; null if the user may not see it. */
export const companyChoiceQuery = (company: number | undefined) =>
  queryOptions({
    queryKey: ['companies', 'choice', company],
    queryFn: async ({ signal }) => (await choices({ company }, signal))[0] ?? null,
    enabled: company !== undefined,
  })
