import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallArguments, CallData } from '#contract/call.ts'
import * as calls from '#contract/hys/hys.calls.ts'
import type { RowOf } from '#contract/list-codec.ts'
import { call, callWithMessage, type ListPage } from '#web/lib/call.ts'
import { callQuery } from '#web/lib/call-query.ts'
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
  callQuery(calls.countHys, ['hys', 'count', search, filter], { query: { ...filter, search } }, { enabled: search !== '' })

/** Of a company, or of all. */
export const hysTotalsQuery = (company: number | undefined) =>
  callQuery(calls.getHysTotals, ['hys', 'totals', company], { query: { company } })

export const hysFiltersQuery = callQuery(calls.getHysFilters, ['hys', 'filters'], {})

type Loaded = InfiniteData<ListPage<HysRow>>

/** A list with what an edit left. */
function withEdit(list: Loaded, edited: CallData<typeof calls.editHys>): Loaded {
  const { hysId, imei, customField1, customField2 } = edited
  const edit = (row: HysRow) => (row.hysId === hysId ? { ...row, imei, customField1, customField2 } : row)
  return { ...list, pages: list.pages.map((page) => ({ ...page, rows: page.rows.map(edit) })) }
}

/** Edits one field. Its row stays where it is until the list is next opened, also among devices without the IMEI that it now has. */
export function useEditHys() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallArguments<typeof calls.editHys>['body']) => callWithMessage(calls.editHys, { body }),
    onSuccess: ({ data }) => {
      client.setQueriesData<Loaded>({ queryKey: ['hys', 'list'] }, (list) => list && withEdit(list, data))
      void client.invalidateQueries({ queryKey: ['hys', 'list'], refetchType: 'none' })
      void client.invalidateQueries({ queryKey: ['hys', 'totals'] })
      void client.invalidateQueries({ queryKey: ['hys', 'counts'] })
    },
  })
}

/** Exports the filtered list as a file. */
export const fetchHys = (filter: HysListFilter, format: FileFormat) => call(calls.exportHys, { query: { ...filter, format } })
