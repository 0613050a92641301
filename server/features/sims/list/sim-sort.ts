import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { SimSort } from '#contract/sims/sims.calls.ts'
import { invalidField } from '#server/app-error.ts'

interface SortKey {
  readonly expression: RawBuilder<unknown>
  readonly type: RawBuilder<unknown>
  /** format of a value in a cursor */
  readonly pattern: RegExp
}

/** The sort columns of a list, before the ICCID that makes the order total. Each has two indexes in the schema. */
export interface SortOrder {
  readonly table: 'sims' | 'live'
  readonly keys: readonly SortKey[]
}

const text = (expression: RawBuilder<unknown>): SortKey => ({ expression, type: sql`text`, pattern: /^/ })
const integer = (expression: RawBuilder<unknown>): SortKey => ({ expression, type: sql`bigint`, pattern: /^\d{1,18}$/ })
const time = (expression: RawBuilder<unknown>): SortKey => ({
  expression,
  type: sql`timestamptz`,
  pattern: /^(-infinity|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00)$/,
})

export const SORT_ORDERS: Record<SimSort, SortOrder> = {
  icc: { table: 'sims', keys: [] },
  msisdn: { table: 'sims', keys: [text(sql`s.msisdn`)] },
  imei: { table: 'sims', keys: [text(sql`s.imei`)] },
  customField1: { table: 'sims', keys: [text(sql`s.custom_field_1`)] },
  activationDate: { table: 'sims', keys: [time(sql`coalesce(s.activated_at, '-infinity')`)] },
  consumptionMonthlyData: { table: 'live', keys: [integer(sql`l.cycle_data_bytes`)] },
  percent: { table: 'live', keys: [integer(sql`l.plan_percent`), integer(sql`l.cycle_data_bytes`)] },
}

const cursorSchema = z.array(z.string().max(300)).min(1).max(4)

/** The end of a page: its last row's sort values, then its ICCID. Opaque on the wire. */
export function encodeCursor(values: readonly string[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

function valuesOf(cursor: string): string[] | undefined {
  try {
    const values = cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    return values.some((value) => value.includes('\0')) ? undefined : values
  } catch {
    // the same error for every kind of broken cursor
    return undefined
  }
}

/** Whether a cursor belongs to the ICC order. */
export const isIccCursor = (cursor: string): boolean => valuesOf(cursor)?.length === 1

/** The values of a cursor of this order; HTTP 400 for any other text. */
export function decodeCursor(cursor: string, order: SortOrder): string[] {
  const values = valuesOf(cursor)
  const isOurs = order.keys.every((key, index) => key.pattern.test(values?.[index] ?? ''))
  if (values?.length === order.keys.length + 1 && isOurs) return values
  throw invalidField('cursor', { es: 'El cursor no es de esta lista', en: 'The cursor is not of this list' })
}
