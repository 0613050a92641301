import { z } from 'zod'
import { defineCall } from '../call.ts'
import {
  bigIdParam,
  countField,
  cursorField,
  iccField,
  idParam,
  LIST_FILES,
  listFormat,
  pageFields,
  subsidiariesField,
  timeField,
  usageAsOfField,
} from '../fields.ts'
import { CHARGE_KINDS, CHARGE_STATES } from '../filter-values.ts'
import { column, defineList } from '../list-codec.ts'

const onDocument = z.strictObject({ documentId: bigIdParam })
const minorField = z.number().int()

const chargeFilter = {
  companyId: idParam.describe('Number of the company').optional(),
  subsidiaries: subsidiariesField,
  period: z
    .string()
    .regex(/^20\d\d(-(0[1-9]|1[0-2]))?$/)
    .describe('A billing month, such as 2026-10, or a year of them')
    .optional(),
  state: z.enum(CHARGE_STATES).optional(),
}

export const chargeList = defineList({
  documentId: column.number,
  /** 'invoice' or 'credit_note' */
  document: column.text,
  /** '' until it is issued */
  documentNumber: column.text,
  /** YYYY-MM: the month in which the cycle begins */
  billingMonth: column.text,
  /** first and last day of the cycle, both included */
  cycleStart: column.text,
  cycleEnd: column.text,
  companyId: column.number,
  client: column.text,
  /** SIMs that were charged for something */
  sims: column.number,
  /** minor units; of an open cycle what has come together so far; of a credit note below zero */
  total: column.number,
  currency: column.text,
  /** a state of CHARGE_STATES */
  state: column.text,
  issuedAt: column.nullable(column.time),
  /** YYYY-MM-DD: until when it is to be paid; of a running cycle when its invoice is issued */
  dueOn: column.nullable(column.text),
  paidAt: column.nullable(column.time),
  /** of a void invoice the credit note, of a credit note the invoice; '' otherwise */
  otherNumber: column.text,
})

export const getCharges = defineCall({
  method: 'GET',
  path: '/charges',
  access: 'login',
  summary: 'List charges by cycle, newest first',
  query: z.strictObject({
    ...chargeFilter,
    ...pageFields(50),
  }),
  list: chargeList,
})

export const getChargeFacets = defineCall({
  method: 'GET',
  path: '/charges/facets',
  access: 'login',
  summary: 'Count charges by state and by month, and sum up what is to be paid',
  query: z.strictObject(chargeFilter),
  data: z.object({
    states: z.array(z.object({ state: z.enum(CHARGE_STATES), count: countField })),
    /** billing months, YYYY-MM, the newest first */
    months: z.array(z.string()),
    /** what the chosen companies owe, of all cycles, by currency: that of the reader's company first, then the most invoices */
    debts: z.array(
      z.object({
        currency: z.string(),
        /** minor units of issued invoices that are not paid, with those that are overdue */
        owed: minorField,
        owedCount: countField,
        overdue: minorField,
        overdueCount: countField,
        /** the next invoices that fall due; null without any */
        nextDueOn: z.iso.date().nullable(),
        nextDue: minorField,
        /** of cycles that are not closed */
        estimate: minorField,
        /** between these it probably ends; both equal it when nothing is known of that */
        estimateLow: minorField,
        estimateHigh: minorField,
      }),
    ),
  }),
})

export const exportCharges = defineCall({
  method: 'GET',
  path: '/charges/export',
  access: 'login',
  summary: 'Download charges: CSV or XLSX with headings, or TSV with the list’s columns',
  query: z.strictObject({ ...chargeFilter, format: listFormat }),
  file: LIST_FILES,
})

const kindField = z.enum(CHARGE_KINDS)

/** What was charged for one kind and plan at one price. */
const conceptSchema = z.object({
  kind: kindField,
  planCode: z.string(),
  planName: z.string(),
  lines: countField,
  /** SIMs, units of data, messages or begun minutes, by its kind */
  quantity: z.number().int(),
  /** MB of one unit of data */
  unitMb: countField,
  /** minor units for each; null where the lines have no common price */
  unit: minorField.nullable(),
  amount: minorField,
})

export const getCharge = defineCall({
  method: 'GET',
  path: '/charges/{documentId}',
  access: 'login',
  summary: 'Get a document with its totals by kind and plan',
  params: onDocument,
  data: z.object({
    documentId: z.number().int(),
    document: z.enum(['invoice', 'credit_note']),
    documentNumber: z.string(),
    billingMonth: z.string(),
    cycleStart: z.iso.date(),
    cycleEnd: z.iso.date(),
    companyId: z.number().int(),
    client: z.string(),
    sims: countField,
    total: minorField,
    currency: z.string(),
    state: z.enum(CHARGE_STATES),
    issuedAt: timeField.nullable(),
    dueOn: z.iso.date().nullable(),
    paidAt: timeField.nullable(),
    otherNumber: z.string(),
    /** of a credit note why it was written */
    reason: z.string(),
    /** how it was paid */
    paymentReference: z.string(),
    /** the invoice of the cycle before in the same currency; null without one, and of a credit note */
    previousId: z.number().int().nullable(),
    concepts: z.array(conceptSchema),
  }),
})

export const chargeLineList = defineList({
  /** '' for what is charged for a whole plan: a pool */
  icc: column.text,
  /** distinguishes the lines of one ICC */
  lineNo: column.number,
  label: column.text,
  kind: column.text,
  planCode: column.text,
  planName: column.text,
  /** the first day of the cycle that the usage is of: an earlier one for what came late */
  usageCycle: column.text,
  /** first and last day, both included, on which a SIM with several plans in the cycle had this one; '' for the whole cycle */
  firstDay: column.text,
  lastDay: column.text,
  quantity: column.number,
  unitMb: column.number,
  unit: column.number,
  amount: column.number,
})

export const getChargeLines = defineCall({
  method: 'GET',
  path: '/charges/{documentId}/lines',
  access: 'login',
  summary: 'List a document’s lines by SIM, highest amount first, filtered by kind, plan or SIM',
  params: onDocument,
  query: z.strictObject({
    kind: kindField.optional(),
    plan: z.string().max(40).optional(),
    icc: iccField.optional(),
    limit: z.coerce.number().int().min(1).max(500).default(50),
    cursor: cursorField,
  }),
  list: chargeLineList,
})

export const exportChargeLines = defineCall({
  method: 'GET',
  path: '/charges/{documentId}/csv',
  access: 'login',
  summary: 'Download a document’s lines as CSV; their amounts add up to the total; streamed',
  params: onDocument,
  file: ['text/csv'],
})

export const getInvoicePdf = defineCall({
  method: 'GET',
  path: '/charges/{documentId}/pdf',
  access: 'login',
  summary: 'Download a document as PDF, in the language of the company’s country; once issued, always the same bytes',
  params: onDocument,
  file: ['application/pdf'],
})

const onSim = z.strictObject({ documentId: bigIdParam, icc: iccField })

export const getChargeSim = defineCall({
  method: 'GET',
  path: '/charges/{documentId}/lines/{icc}/days',
  access: 'login',
  summary: 'Get one SIM’s charges with the daily usage behind them',
  params: onSim,
  data: z.object({
    icc: z.string(),
    label: z.string(),
    lines: z.array(
      z.object({
        kind: kindField,
        planCode: z.string(),
        planName: z.string(),
        /** as in the list of lines; null for the whole cycle */
        firstDay: z.iso.date().nullable(),
        lastDay: z.iso.date().nullable(),
        quantity: z.number().int(),
        unitMb: countField,
        unit: minorField,
        amount: minorField,
      }),
    ),
    /** data as it was rated, of all plans together; null where the cycle has not been rated or the SIM was not charged for a plan */
    rated: z.object({ usedBytes: countField, includedBytes: countField, isPooled: z.boolean() }).nullable(),
    /** days of the cycle with usage, in order */
    days: z.array(z.object({ day: z.iso.date(), dataBytes: countField, voiceSeconds: countField, sms: countField })),
    usageAsOf: usageAsOfField,
    asOf: timeField,
  }),
})

export const getChargeDay = defineCall({
  method: 'GET',
  path: '/charges/{documentId}/lines/{icc}/days/{day}',
  access: 'login',
  summary: 'List a SIM’s data sessions of a day, in the company’s time zone',
  params: onSim.extend({ day: z.iso.date() }),
  data: z.object({
    /** where the days begin and end, IANA */
    timeZone: z.string(),
    sessions: z.array(
      z.object({
        startedAt: timeField,
        stoppedAt: timeField.nullable(),
        /** bytes reported on this day; null where only the whole session's are known */
        dayBytes: countField.nullable(),
        sessionBytes: countField,
        /** reports of this day */
        records: countField,
        apn: z.string(),
        servingNetwork: z.string(),
        radioTechnology: z.string(),
      }),
    ),
  }),
})
