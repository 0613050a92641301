import { z } from 'zod'
import { ITEM_STATES } from '#domain/operations.ts'
import { defineCall } from '../call.ts'
import { LIST_FILES, listFormat, XLSX } from '../fields.ts'
import { operationFilter, operationParams } from './operations.calls.ts'

// Apart from the other calls on operations, of which the first screen has one.

export const exportOperations = defineCall({
  method: 'GET',
  path: '/operations/export',
  access: 'sims',
  summary: 'Download operations, as listed: CSV or XLSX with headings, or TSV with the list’s columns; streamed',
  query: z.strictObject({ ...operationFilter, format: listFormat }),
  file: LIST_FILES,
})

export const downloadOperation = defineCall({
  method: 'GET',
  path: '/operations/{operationId}/results',
  access: 'sims',
  summary:
    'Download the lines of an operation as submitted, with status, code, text and time; of a draft, with the expected result',
  params: operationParams,
  query: z.strictObject({
    format: z.enum(['csv', 'xlsx']).default('csv').describe('Format of the file'),
    state: z.enum(ITEM_STATES).describe('Only lines in this state').optional(),
  }),
  file: ['text/csv', XLSX],
})
