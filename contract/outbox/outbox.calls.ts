import { z } from 'zod'
import { isEmail } from '#domain/email.ts'
import { defineCall } from '../call.ts'
import { LIST_FILES, listFormat, pageFields, timeField } from '../fields.ts'
import { MAIL_STATES } from '../filter-values.ts'
import { column, defineList } from '../list-codec.ts'
import { valueCounts } from '../value-counts.ts'

/** Mails that the portal sends, for administrators: all of them, and where there is no mail server the only place to read them. */
const mailParams = z.strictObject({ mailId: z.coerce.number().int().positive() })

const mailFilter = {
  state: z.enum(MAIL_STATES).describe('Only those in this state').optional(),
  address: z.string().trim().max(254).describe('Only those to addresses that begin with this').optional(),
  from: z.iso.date().describe('First day, in the time zone of the reader’s company').optional(),
  to: z.iso.date().describe('Last day').optional(),
}

const mail = {
  mailId: column.number,
  /** what it is about, such as 'test' */
  kind: column.text,
  address: column.text,
  subject: column.text,
  /** of MAIL_STATES */
  state: column.text,
  attempts: column.number,
  /** what the mail server said last */
  problem: column.text,
  createdAt: column.time,
  settledAt: column.nullable(column.time),
}
export const mailList = defineList(mail)

export const listMails = defineCall({
  method: 'GET',
  path: '/mails',
  access: 'admin',
  summary: 'List e-mails sent by the portal, newest first',
  query: z.strictObject({ ...mailFilter, ...pageFields() }),
  list: mailList,
})

export const exportMails = defineCall({
  method: 'GET',
  path: '/mails/export',
  access: 'admin',
  summary: 'Download e-mails as listed: CSV or XLSX with headings, or TSV with the list’s columns; streamed',
  query: z.strictObject({ ...mailFilter, format: listFormat }),
  file: LIST_FILES,
})

export const countMails = defineCall({
  method: 'GET',
  path: '/mails/counts',
  access: 'admin',
  summary: 'Count e-mails by state',
  query: z.strictObject(mailFilter).omit({ state: true }),
  data: valueCounts,
})

export const mailData = z.object({
  mailId: z.number().int(),
  kind: z.string(),
  address: z.string(),
  subject: z.string(),
  text: z.string(),
  /** as its reader sees it; its one style sheet is let in by the page's policy */
  html: z.string(),
  /** whether its link stands in the texts: hidden when it was sent, or when the reader may not change its recipient */
  secret: z.enum(['none', 'shown', 'hidden']),
  state: z.enum(MAIL_STATES),
  attempts: z.number().int(),
  problem: z.string(),
  createdAt: timeField,
  settledAt: timeField.nullable(),
  /** it can be sent, or sent once more */
  canSend: z.boolean(),
})
export type MailData = z.infer<typeof mailData>

export const getMail = defineCall({
  method: 'GET',
  path: '/mails/{mailId}',
  access: 'admin',
  summary:
    'Get an e-mail with its delivery result. A link that sets a password is shown only without a mail server and to administrators who may change its recipient; this is audited',
  params: mailParams,
  data: mailData,
})

export const sendMail = defineCall({
  method: 'POST',
  path: '/mails/{mailId}/send',
  access: 'admin',
  summary: 'Send an e-mail again that was kept, failed or is unconfirmed; HTTP 409 conflict without a mail server',
  params: mailParams,
  data: mailData,
})

export const sendTestMail = defineCall({
  method: 'POST',
  path: '/mails/test',
  access: 'admin',
  summary: 'Send a test e-mail',
  body: z.strictObject({ address: z.string().trim().min(1, { error: 'required' }).refine(isEmail, { error: 'email' }) }),
  data: z.object({ mailId: z.number().int(), state: z.enum(MAIL_STATES) }),
})
