import { z } from 'zod'
import { INVENTORY_FIELDS } from '#domain/inventory-columns.ts'
import { LINE_PROBLEMS } from '#domain/inventory-line.ts'
import { NETWORK_ID } from '#domain/network-settings.ts'
import { defineCall } from '../call.ts'
import { countField, idParam, timeField, XLSX } from '../fields.ts'

const fieldName = z.enum(INVENTORY_FIELDS)
const importParams = z.strictObject({ importId: idParam })

/** How far an import is: bytes of the file while it is read, SIMs while they are written. */
const progress = z.object({
  phase: z.enum(['reading', 'judging', 'writing', 'done']),
  done: countField,
  of: countField,
  lines: countField,
})

const importCounts = z.object({
  lines: countField,
  created: countField,
  updated: countField,
  unchanged: countField,
  bad: countField,
  reasons: z.array(z.object({ field: fieldName, reason: z.enum(LINE_PROBLEMS), lines: countField, firstLine: countField })),
})

export const importData = z.object({
  importId: z.number().int(),
  fileName: z.string(),
  fileBytes: countField,
  state: z.enum(['uploaded', 'checking', 'checked', 'applying', 'applied', 'failed', 'discarded']),
  /** 'utf-8, ;' or the name of the sheet: how the file was read */
  format: z.object({ kind: z.enum(['csv', 'xlsx']), encoding: z.string(), separator: z.string(), sheet: z.string() }),
  columns: z.array(z.object({ header: z.string(), samples: z.array(z.string()), field: fieldName.nullable() })),
  /** whose SIMs those lines are that name no company */
  defaultCompanyId: z.number().int().nullable(),
  progress: progress.nullable(),
  /** once checked: what would happen; once applied: what happened */
  counts: importCounts.nullable(),
  /** why it failed, for a person; empty unless it did */
  failure: z.string(),
  /** the first problems; all of them are a file */
  badLines: z.array(
    z.object({ line: countField, field: fieldName, value: z.string(), reason: z.enum(LINE_PROBLEMS), sentence: z.string() }),
  ),
  createdAt: timeField,
})
export type ImportData = z.infer<typeof importData>

/** Largest inventory file, bytes: some three million lines. */
export const IMPORT_MAX_BYTES = 512 * 1024 * 1024

export const uploadInventory = defineCall({
  method: 'POST',
  path: '/inventory/imports',
  access: 'admin',
  summary: 'Upload an inventory file (CSV, TSV or XLSX); returns the detected columns',
  query: z.strictObject({ fileName: z.string().min(1).max(255) }),
  upload: ['application/octet-stream', 'text/csv', 'text/tab-separated-values', XLSX],
  bodyLimit: IMPORT_MAX_BYTES,
  data: importData,
})

export const importNetworkSims = defineCall({
  method: 'POST',
  path: '/inventory/networks/{networkId}',
  access: 'admin',
  summary:
    'Fetch a network’s list of SIMs and validate it like a file, in the background; changes nothing. Existing SIMs keep company, plan and APN',
  params: z.strictObject({ networkId: z.string().regex(NETWORK_ID) }),
  /** of the SIMs that the portal does not have; origin and type are the plan's */
  body: z.strictObject({
    companyId: z.number().int().positive().max(2_147_483_647),
    planCode: z.string().min(1).max(60),
    apnId: z.number().int().positive().max(32_767),
  }),
  data: importData,
})

export const getInventoryImport = defineCall({
  method: 'GET',
  path: '/inventory/imports/{importId}',
  access: 'admin',
  summary: 'Get an import: progress, counts and first invalid lines',
  params: importParams,
  data: importData,
})

export const checkInventory = defineCall({
  method: 'POST',
  path: '/inventory/imports/{importId}/check',
  access: 'admin',
  summary: 'Validate every line of the file with this mapping, in the background; changes nothing',
  params: importParams,
  body: z.strictObject({
    /** for each column of the file its field, or null to leave it out */
    mapping: z.array(fieldName.nullable()).max(256),
    defaultCompanyId: z.number().int().positive().max(2_147_483_647).nullable().optional(),
  }),
  data: importData,
})

export const getInventoryBadLines = defineCall({
  method: 'GET',
  path: '/inventory/imports/{importId}/bad-lines',
  access: 'admin',
  summary: 'Download the invalid lines as CSV: line number, field, value and reason',
  params: importParams,
  file: ['text/csv'],
})

export const applyInventory = defineCall({
  method: 'POST',
  path: '/inventory/imports/{importId}/apply',
  access: 'admin',
  summary:
    "Import the validated lines in one transaction: 'all' writes nothing if a line is invalid, 'skipBad' skips invalid lines",
  params: importParams,
  body: z.strictObject({ mode: z.enum(['all', 'skipBad']) }),
  data: importData,
})

export const discardInventory = defineCall({
  method: 'DELETE',
  path: '/inventory/imports/{importId}',
  access: 'admin',
  summary: 'Delete an upload and its validated lines; imported SIMs stay',
  params: importParams,
  data: z.null(),
})
