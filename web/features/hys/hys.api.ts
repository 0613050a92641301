import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallArguments } from '#contract/call.ts'
import * as calls from '#contract/hys/hys.calls.ts'
import type { RowOf } from '#contract/list-codec.ts'
import { call, callWithMessage } from '#web/lib/call.ts'
import { countsQuery } from '#web/lib/counts-query.ts'
import { type FilterOf, pagedQuery } from '#web/lib/paged-query.ts'
import type { FileFormat } from '#web/ui/file-menu.tsx'

export type HysRow = RowOf<typeof calls.hysList>
export type HysListFilter = FilterOf<typeof calls.getHys>
export type EditableField = 'imei' | 'customField1' | 'customField2'

export const hysListQuery = (filter: HysListFilter) => pagedQuery(calls.getHys, ['hys', 'list', filter], filter)

/** By type, whichever the list is filtered by. */
export const hysTypeCountsQuery = ({ productType, ...filter }: HysListFilter) =>
  countsQuery(calls.countHysTypes, ['hys', 'counts', filter], filter)

/** Number of results of a search; without a search the list is complete. */
export const hysCountQuery = ({ search = '', ...filter }: HysListFilter) =>
  queryOptions({
    queryKey: ['hys', 'count', search, filter],
    queryFn: ({ signal }) => call(calls.countHys, { query: { ...filter, search } }, { signal }),
    enabled: search !== '',
  })

/** Of a company, or of all. */
export const hysTotalsQuery = (company: number | undefined) =>
  queryOptions({
    queryKey: ['hys', 'totals', company],
    queryFn: ({ signal }) => call(calls.getHysTotals, { query: { company } }, { signal }),
  })

export const hysFiltersQuery = queryOptions({
  queryKey: ['hys', 'filters'],
  queryFn: ({ signal }) => call(calls.getHysFilters, {}, { signal }),
})

/** Edits one field; the list is refetched before the field closes, so that it shows the saved value. */
export function useEditHys() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallArguments<typeof calls.editHys>['body']) => callWithMessage(calls.editHys, { body }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['hys', 'totals'] })
      return client.invalidateQueries({ queryKey: ['hys', 'list'] })
    },
  })
}

/** Exports the filtered list as a file. */
export const fetchHys = (filter: HysListFilter, format: FileFormat) => call(calls.exportHys, { query: { ...filter, format } })
