import { z } from 'zod'
import { defineCall } from '../call.ts'
import { countField, timeField, XLSX } from '../fields.ts'

/**
 * Usage over RADIUS accounting, for administrators: who may send it, what was dropped, and SIMs that are not ours. A secret goes in
 * and never comes out.
 */

/** RFC 2865 section 3 leaves the length open; shorter ones are guessed. */
export const SECRET_MIN = 8
export const SECRET_MAX = 120
export const INTERIM_RANGE = [60, 86_400] as const
export const CLIENT_NAME_MAX = 80

/** Rows of each list of what was found, at most. */
export const ACCOUNTING_ROWS = 100

const range = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: 'addresses' })
const secret = z.string().min(SECRET_MIN, { error: 'secretTooShort' }).max(SECRET_MAX)

const clientSettings = {
  name: z.string().trim().min(1, { error: 'required' }).max(CLIENT_NAME_MAX),
  /** an address or a range, as 10.20.0.0/24 */
  addresses: range,
  /** seconds between two reports of a session that it was set up for */
  interimSeconds: z.number().int().min(INTERIM_RANGE[0]).max(INTERIM_RANGE[1]),
  /** where it takes Disconnect-Requests; null: it takes none */
  disconnectPort: z.number().int().min(1).max(65_535).nullable(),
}

const clientParams = z.strictObject({ clientId: z.coerce.number().int().min(1).max(32_767) })

export const accountingClient = z.object({
  clientId: z.number().int(),
  ...clientSettings,
  name: z.string(),
  addresses: z.string(),
  /** sessions that are open by its reports */
  openSessions: countField,
  /** of its open sessions; null without one */
  lastReportAt: timeField.nullable(),
  /** from its addresses, since they are counted */
  droppedPackets: countField,
  updatedAt: timeField,
})
export type AccountingClient = z.infer<typeof accountingClient>

export const getAccounting = defineCall({
  method: 'GET',
  path: '/networks/accounting',
  access: 'admin',
  summary: 'Get RADIUS accounting: clients, dropped packets, unknown SIMs and the counting backlog',
  data: z.object({
    clients: z.array(accountingClient),
    /** the last ones first, at most 100 */
    refusals: z.array(
      z.object({ address: z.string(), reason: z.string(), times: countField, firstAt: timeField, lastAt: timeField }),
    ),
    /** the last ones first, at most 100 */
    unknown: z.array(
      z.object({
        imsi: z.string(),
        msisdn: z.string(),
        /** unknown: no SIM has that number; ambiguous: several have it */
        reason: z.enum(['unknown', 'ambiguous']),
        clientName: z.string(),
        apn: z.string(),
        records: countField,
        firstAt: timeField,
        lastAt: timeField,
      }),
    ),
    /** sessions of which a charging record said something else than had been counted; the last ones first, at most 100 */
    differences: z.array(
      z.object({
        icc: z.string(),
        sessionKey: z.string(),
        startedAt: timeField,
        countedBytes: countField,
        finalBytes: countField,
        source: z.string(),
        foundAt: timeField,
      }),
    ),
    /** files of charging records that were taken in or refused; the last ones first, at most 20 */
    files: z.array(
      z.object({
        fileId: z.number().int(),
        name: z.string(),
        records: countField,
        badLines: countField,
        /** why nothing of it could be read, in the reader's language; '' when it could */
        problem: z.string(),
        takenAt: timeField,
      }),
    ),
    /** batches that could not be counted and wait for a person */
    stuck: countField,
    asOf: timeField,
  }),
})

export const addAccountingClient = defineCall({
  method: 'POST',
  path: '/networks/accounting/clients',
  access: 'admin',
  summary: 'Add a RADIUS client (address or range); HTTP 409 conflict when the range is taken',
  body: z.strictObject({ ...clientSettings, secret }),
  data: z.object({ clientId: z.number().int() }),
})

export const saveAccountingClient = defineCall({
  method: 'PUT',
  path: '/networks/accounting/clients/{clientId}',
  access: 'admin',
  summary: 'Change a RADIUS client; without a secret it keeps its own, for the same addresses',
  params: clientParams,
  body: z.strictObject({ ...clientSettings, secret: secret.optional() }),
  data: z.object({ clientId: z.number().int() }),
})

export const removeAccountingClient = defineCall({
  method: 'DELETE',
  path: '/networks/accounting/clients/{clientId}',
  access: 'admin',
  summary: 'Delete a RADIUS client; its usage stays',
  params: clientParams,
  data: z.object({ clientId: z.number().int() }),
})

/** Bytes of a file of charging records: some two million sessions. */
export const CHARGING_FILE_MAX_BYTES = 256 * 1024 * 1024
/** Bad lines in one answer. */
export const SHOWN_BAD_LINES = 500

export const uploadChargingRecords = defineCall({
  method: 'POST',
  path: '/networks/accounting/files',
  access: 'admin',
  summary:
    'Upload a file of charging records (CSV, TSV or XLSX), all or nothing; they replace the usage counted from accounting',
  query: z.strictObject({ fileName: z.string().min(1).max(255) }),
  upload: ['application/octet-stream', 'text/csv', 'text/tab-separated-values', XLSX],
  bodyLimit: CHARGING_FILE_MAX_BYTES,
  data: z.object({
    fileName: z.string(),
    /** sessions in it, which now wait to be counted */
    records: countField,
    badLineCount: countField,
    /** the first of them */
    badLines: z.array(z.object({ line: z.number().int(), sentence: z.string() })),
  }),
})
