import { keepPreviousData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallArguments } from '#contract/call.ts'
import * as calls from '#contract/companies/companies.calls.ts'
import type { RowOf } from '#contract/list-codec.ts'
import { call, callWithMessage } from '#web/lib/call.ts'
import { callQuery } from '#web/lib/call-query.ts'
import { countsQuery } from '#web/lib/counts-query.ts'
import { invalidateFeatures } from '#web/lib/invalidate-features.ts'
import { pagedQuery } from '#web/lib/paged-query.ts'
import { sessionQuery } from '#web/lib/session.ts'
import { showFieldNames } from '#web/shared/companies/field-names.ts'
import type { FileFormat } from '#web/ui/file-menu.tsx'

export type { CompanyBody, CompanyData } from '#contract/companies/companies.calls.ts'
export type CompanyRow = RowOf<typeof calls.companyList>
export type CompaniesFilter = Pick<NonNullable<CallArguments<typeof calls.getCompanies>['query']>, 'search' | 'state'>

const PAGE = 200

/** A page of the direct subsidiaries of a company; of the user's own for undefined. */
export const branchQuery = (parent: number | undefined, cursor: string | undefined) =>
  callQuery(calls.getCompanies, ['companies', 'branch', parent ?? 0, cursor ?? ''], { query: { parent, limit: PAGE, cursor } })

/** Matching companies of the whole tree. */
export const companySearchQuery = (filter: CompaniesFilter) =>
  pagedQuery(calls.getCompanies, ['companies', 'found', filter], filter, {
    limit: PAGE,
    placeholderData: keepPreviousData,
  })

/** By state, whichever the list is filtered by. */
export const companyCountsQuery = ({ search }: CompaniesFilter) =>
  countsQuery(calls.countCompanies, ['companies', 'counts', search ?? ''], { search })

/** A company for its page. */
export const companyPageQuery = (companyId: string) =>
  callQuery(calls.getCompany, ['companies', 'page', companyId], { params: { id: companyId } }, { refetchInterval: 60_000 })

export const companyFormQuery = (companyId: number) =>
  callQuery(
    calls.getCompany,
    ['companies', 'one', companyId],
    { params: { id: companyId } },
    {
      // a form starts with the current values
      staleTime: 0,
      gcTime: 0,
    },
  )

export const companyCountriesQuery = callQuery(
  calls.getCompanyCountries,
  ['companies', 'countries'],
  {},
  { staleTime: Number.POSITIVE_INFINITY },
)

const refreshCompanies = (client: QueryClient): Promise<void> => invalidateFeatures(client, ['companies', 'finder'])

/** The target of a save: a company, or a new one below another. */
type CompanyTarget =
  | { readonly companyId: number; readonly updatedAt: string }
  | { readonly parentId: number; readonly companyId?: undefined }

export function useSaveCompany(target: CompanyTarget) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: calls.CompanyBody) =>
      target.companyId === undefined
        ? callWithMessage(calls.createCompany, { body: { ...body, parentId: target.parentId } })
        : callWithMessage(calls.changeCompany, { body: { ...body, ...target } }),
    onSuccess: () => refreshSession(client),
    onSettled: () => refreshCompanies(client),
  })
}

/** Names of fields that were changed, and whether there are companies to choose among, are shown at once. */
async function refreshSession(client: QueryClient): Promise<void> {
  const session = await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
  await showFieldNames(session)
}

export function useDeleteCompany() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => callWithMessage(calls.deleteCompany, { params: { id } }),
    onSuccess: () => refreshSession(client),
    onSettled: () => refreshCompanies(client),
  })
}

/** Exports the filtered list as a file. */
export const fetchCompanies = (filter: CompaniesFilter, format: FileFormat) =>
  call(calls.exportCompanies, { query: { ...filter, format } })
