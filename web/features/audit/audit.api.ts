import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type auditList, exportAudit, getAuditChoices, listAudit } from '#contract/audit/audit.calls.ts'
import type { CallArguments } from '#contract/call.ts'
import type { RowOf } from '#contract/list-codec.ts'
import { call } from '#web/lib/call.ts'
import type { FileFormat } from '#web/ui/file-menu.tsx'

export type AuditRow = RowOf<typeof auditList>
export type AuditSearchFilter = Omit<NonNullable<CallArguments<typeof listAudit>['query']>, 'limit' | 'cursor'>

export const auditLogQuery = (filter: AuditSearchFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', 'list', filter],
    queryFn: ({ signal, pageParam }) => call(listAudit, { query: { ...filter, limit: 50, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })

export const auditChoicesQuery = queryOptions({
  queryKey: ['audit', 'choices'],
  queryFn: ({ signal }) => call(getAuditChoices, {}, { signal }),
})

/** Exports the filtered list as a file. */
export const fetchAudit = (filter: AuditSearchFilter, format: FileFormat) => call(exportAudit, { query: { ...filter, format } })
