import { z } from 'zod'
import { parseImei } from '#domain/identifiers.ts'
import { PLAN_STARTS } from '#domain/operations.ts'
import { PERMITS } from '#domain/permits.ts'

/** An ICC as people write it: 18–20 digits, with or without the Luhn digit, a trailing F or spaces. Normalised at the door. */
export const iccField = z
  .string()
  .max(40)
  .regex(/^[0-9 ]{18,30}[fF]?$/, { error: 'icc' })

/** an IMEI as people write it; kept with its 15 digits. '' takes it away */
export const imeiField = z
  .string()
  .trim()
  .max(40)
  .refine((text) => text === '' || parseImei(text).value !== undefined, { error: 'imei' })

/** what people keep of a SIM or a device in words of their own */
export const customTextField = z.string().trim().max(120).describe('Text of your own')

/** the code of a plan, as in the list of plans */
export const planCodeField = z
  .string({ error: 'required' })
  .trim()
  .min(1, { error: 'required' })
  .max(40)
  .describe('Code of the plan')

export const planStartField = z.enum(PLAN_STARTS).describe('When it takes effect: now, or with the next cycle').optional()

export const permitField = z.enum(PERMITS)
/** A yes or no, as the specification has it on the wire. */
export const flagField = z.enum(['1', '0'])
/** a key of PostgreSQL's type integer */
export const idField = z.number({ error: 'required' }).int().positive().max(2_147_483_647)
/** beside a company of a query: what it names includes those below it */
export const subsidiariesField = z.enum(['true', 'false']).describe('With all companies below the named one').optional()
/** a key of PostgreSQL's type bigint, as far as JavaScript counts exactly */
export const bigIdParam = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
export const idParam = z.coerce.number().int().positive().max(2_147_483_647)
/** where the page before ended, from its header x-next-cursor (a list's) or its `nextCursor`; what is not such a cursor is refused */
export const cursorField = z.string().max(2000).describe('Where the page before ended').optional()
/** a page of a list: how many rows, and where the page before ended */
export const pageFields = (rows = 100) => ({
  limit: z.coerce.number().int().min(1).max(1000).default(rows).describe('Rows in a page'),
  cursor: cursorField,
})
export const countField = z.number().int().nonnegative()
/** ISO 8601 with offset, UTC */
export const timeField = z.iso.datetime({ offset: true })
/** until when usage that has arrived is in the figures; earlier than `asOf` while more waits than can be counted */
export const usageAsOfField = timeField.describe('usage as of')
/** how long a stream of events goes on */
export const streamSeconds = z.coerce
  .number()
  .int()
  .min(0)
  .max(3600)
  .default(3600)
  .describe('How long it goes on; 0 sends the current state and ends')

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** a list as a file: CSV or XLSX with headings for people, or TSV with the list's columns */
export const listFormat = z.enum(['csv', 'xlsx', 'tsv']).default('csv').describe('Format of the file')
export const LIST_FILES = ['text/csv', XLSX, 'text/tab-separated-values']
