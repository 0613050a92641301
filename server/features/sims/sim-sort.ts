import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { SimSort } from '#contract/sims.calls.ts'
import { AppError } from '../../http/errors.ts'

interface SortKey {
  readonly expression: RawBuilder<unknown>
  readonly type: RawBuilder<unknown>
}

/** What a list is ordered by, before the ICCID that makes the order total. Each has its two indexes in the schema. */
export interface SortOrder {
  readonly table: 'sims' | 'live'
  readonly keys: readonly SortKey[]
}

const onSims = (expression: RawBuilder<unknown>, type: RawBuilder<unknown>): SortOrder => ({ table: 'sims', keys: [{ expression, type }] })
const TEXT = sql`text`

export const SORT_ORDERS: Record<SimSort, SortOrder> = {
  icc: { table: 'sims', keys: [] },
  msisdn: onSims(sql`s.msisdn`, TEXT),
  imei: onSims(sql`s.imei`, TEXT),
  customField1: onSims(sql`s.custom_field_1`, TEXT),
  activationDate: onSims(sql`coalesce(s.activated_at, '-infinity')`, sql`timestamptz`),
  consumptionMonthlyData: { table: 'live', keys: [{ expression: sql`l.cycle_data_bytes`, type: sql`bigint` }] },
  percent: {
    table: 'live',
    keys: [
      { expression: sql`l.plan_percent`, type: sql`int` },
      { expression: sql`l.cycle_data_bytes`, type: sql`bigint` },
    ],
  },
}

const cursorSchema = z.array(z.string().max(300)).min(1).max(4)

/** Where a page ended: the order's values of its last row, then its ICCID. Opaque on the wire. */
export function encodeCursor(values: readonly string[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/** The values of a cursor of this order; HTTP 400 for anything that we did not make. */
export function decodeCursor(cursor: string, order: SortOrder): string[] {
  try {
    const values = cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    if (values.length === order.keys.length + 1 && !values.some((value) => value.includes('\0'))) return values
  } catch {
    // falls through to the one answer for every kind of broken cursor
  }
  const sentence = { es: 'El cursor no es de esta lista', en: 'The cursor is not of this list' }
  throw new AppError('invalid_request', { sentence, fields: { cursor: sentence } })
}
