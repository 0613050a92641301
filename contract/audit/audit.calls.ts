import { z } from 'zod'
import { defineCall } from '../call.ts'
import { cursorField } from '../fields.ts'
import { column, defineList } from '../list-codec.ts'

/** A day by the reader's own calendar. */
const day = z.iso.date().refine((typed) => typed >= '1970')

/** In place of one thing when a user read data of all companies. */
export const OF_ALL_COMPANIES = '*'

const auditFilter = {
  /** the e-mail of who did it, or the name of the job or command */
  person: z.string().trim().max(254).optional(),
  /** such as plan.changed */
  action: z.string().max(60).optional(),
  /** what kind of thing, such as plan … */
  entity: z.string().max(60).optional(),
  /** … and which one: an ICC, a number, a name */
  thing: z.string().trim().max(120).optional(),
  company: z.coerce.number().int().positive().max(2_147_483_647).optional(),
  /** both days included, in the time zone of the reader's company */
  from: day.optional(),
  to: day.optional(),
}

export const auditList = defineList({
  auditId: column.number,
  at: column.time,
  /** whose row it is: the company of who did it, or the one that it was done to */
  companyName: column.text,
  actor: column.text,
  action: column.text,
  entity: column.text,
  entityId: column.text,
  /** how it was and is, as JSON; only what was different where the writer knew */
  before: column.nullable(column.text),
  after: column.nullable(column.text),
  /** '' where the reader may not see it: of users outside of their companies */
  address: column.text,
  requestId: column.text,
})

export const listAudit = defineCall({
  method: 'GET',
  path: '/audit',
  access: 'users',
  inSpec: false,
  summary: 'List audit entries, changes and reads, newest first: all for administrators, else those of your companies',
  query: z.strictObject({
    ...auditFilter,
    limit: z.coerce.number().int().min(1).max(1000).default(100),
    cursor: cursorField,
  }),
  list: auditList,
})

export const exportAudit = defineCall({
  method: 'GET',
  path: '/audit/export',
  access: 'users',
  inSpec: false,
  summary: 'Download audit entries: CSV or XLSX with headings, or TSV with the list’s columns; streamed',
  query: z.strictObject({ ...auditFilter, format: z.enum(['csv', 'xlsx', 'tsv']).default('csv') }),
  file: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/tab-separated-values'],
})

export const getAuditChoices = defineCall({
  method: 'GET',
  path: '/audit/choices',
  access: 'users',
  inSpec: false,
  summary: 'List the actions in the audit log',
  data: z.object({ actions: z.array(z.string()) }),
})
