import { type auditList, exportAudit, getAuditChoices, listAudit } from '#contract/audit/audit.calls.ts'
import type { RowOf } from '#contract/list-codec.ts'
import { call } from '#web/lib/call.ts'
import { callQuery } from '#web/lib/call-query.ts'
import { type FilterOf, pagedQuery } from '#web/lib/paged-query.ts'
import type { FileFormat } from '#web/ui/file-menu.tsx'

export type AuditRow = RowOf<typeof auditList>
type AuditFilter = FilterOf<typeof listAudit>

export const auditLogQuery = (filter: AuditFilter) => pagedQuery(listAudit, ['audit', 'list', filter], filter)

export const auditChoicesQuery = callQuery(getAuditChoices, ['audit', 'choices'], {})

/** Exports the filtered list as a file. */
export const fetchAudit = (filter: AuditFilter, format: FileFormat) => call(exportAudit, { query: { ...filter, format } })
