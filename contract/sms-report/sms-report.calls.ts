import { z } from 'zod'
import { defineCall } from '../call.ts'
import { iccField, LIST_FILES, listFormat, pageFields } from '../fields.ts'
import { SMS_PLATFORMS, SMS_STATES } from '../filter-values.ts'
import { column, defineList } from '../list-codec.ts'
import { valueCounts } from '../value-counts.ts'

/** A day by the reader's own calendar. */
const day = z.iso.date()

const reportFilter = {
  icc: iccField.describe('Of this SIM').optional(),
  result: z.enum(SMS_STATES).optional(),
  platform: z.enum(SMS_PLATFORMS).describe('Where they came from; device: from devices').optional(),
  from: day.describe('First day, in the time zone of the reader’s company').optional(),
  to: day.describe('Last day').optional(),
  mine: z.enum(['true', 'false']).describe('Only those that the reader sent').optional(),
}

export const smsReportList = defineList({
  messageId: column.number,
  icc: column.text,
  companyName: column.text,
  /** portal, api, rule; 'device' when it came from there */
  platform: column.text,
  /** a state of SMS_STATES */
  result: column.text,
  /** why it did not arrive, in the reader's language; '' otherwise */
  cause: column.text,
  message: column.text,
  segments: column.number,
  /** who sent it; '' for the device */
  user: column.text,
  date: column.time,
  /** when it was delivered, failed or given up */
  settledAt: column.nullable(column.time),
  /** of the SIM; '' without one */
  label: column.text,
})

export const getSmsReport = defineCall({
  method: 'GET',
  path: '/sms/report',
  access: 'sms_report',
  summary: 'List SMS to and from SIMs with their delivery result, newest first',
  query: z.strictObject({
    ...reportFilter,
    ...pageFields(),
  }),
  list: smsReportList,
})

export const countSms = defineCall({
  method: 'GET',
  path: '/sms/report/counts',
  access: 'sms_report',
  summary: 'Count messages by result',
  query: z.strictObject(reportFilter).omit({ result: true }),
  data: valueCounts,
})

export const exportSmsReport = defineCall({
  method: 'GET',
  path: '/sms/report/export',
  access: 'sms_report',
  summary: 'Download SMS: CSV or XLSX with headings, or TSV with the list’s columns; streamed',
  query: z.strictObject({ ...reportFilter, format: listFormat }),
  file: LIST_FILES,
})
