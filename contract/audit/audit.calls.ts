import { z } from 'zod'
import { defineCall } from '../call.ts'
import { idParam, LIST_FILES, listFormat, pageFields } from '../fields.ts'
import { column, defineList } from '../list-codec.ts'

/** A day by the reader's own calendar. */
const day = z.iso.date().refine((typed) => typed >= '1970')

/** Actions that change nothing: entries of who came and what they saw. */
export const ACCESS_ACTIONS = [
  'data.read',
  'login_session.opened',
  'login_session.closed',
  'mail.secret_read',
  'popup.seen',
] as const

/** In place of one thing when a user read data of all companies. */
export const OF_ALL_COMPANIES = '*'

const auditFilter = {
  person: z.string().trim().max(254).describe('The e-mail of who did it, or the name of the job or command').optional(),
  action: z.string().max(60).describe('Such as plan.changed').optional(),
  entity: z.string().max(60).describe('What kind of thing, such as plan').optional(),
  thing: z.string().trim().max(120).describe('Which one: an ICC, a number, a name').optional(),
  company: idParam.describe('Number of the company').optional(),
  changes: z.enum(['true', 'false']).describe('Only what changed something: neither log-ins nor data that was seen').optional(),
  from: day.describe('First day, in the time zone of the reader’s company').optional(),
  to: day.describe('Last day').optional(),
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
  /** what people call the thing, such as a company's name; '' where the identifier is the name or the thing is gone */
  entityName: column.text,
  /** how it was and is, as JSON; only what was different where the writer knew */
  before: column.nullable(column.text),
  after: column.nullable(column.text),
  /** '' where the reader may not see it: of users outside of their companies */
  address: column.text,
  requestId: column.text,
  /** of who did it; '' where the reader may not see it, as for the address */
  actorCompanyName: column.text,
})

export const listAudit = defineCall({
  method: 'GET',
  path: '/audit',
  access: 'users',
  summary: 'List audit entries, changes and reads, newest first: all for administrators, else those of your companies',
  query: z.strictObject({
    ...auditFilter,
    ...pageFields(),
  }),
  list: auditList,
})

export const exportAudit = defineCall({
  method: 'GET',
  path: '/audit/export',
  access: 'users',
  summary: 'Download audit entries: CSV or XLSX with headings, or TSV with the list’s columns; streamed',
  query: z.strictObject({ ...auditFilter, format: listFormat }),
  file: LIST_FILES,
})

export const getAuditChoices = defineCall({
  method: 'GET',
  path: '/audit/choices',
  access: 'users',
  summary: 'List the actions in the audit log',
  data: z.object({ actions: z.array(z.string()) }),
})
