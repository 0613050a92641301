import { type RawBuilder, sql } from 'kysely'
import type { SimSort } from '#contract/sims/sims.calls.ts'
import { assertKeys, decodeCursor, type Key } from '../db/keyset.ts'
import { LAST_SEEN } from './sim-filter.ts'
import { ORDER_OF_GROUP } from './tag-names.ts'

/** The sort columns of a list, before the ICCID that makes the order total. Each has two indexes in the schema. */
export interface SortOrder {
  readonly table: 'sims' | 'live'
  readonly keys: readonly Key[]
}

const text = (expression: RawBuilder<unknown>): Key => ({ expression, type: 'text' })
const integer = (expression: RawBuilder<unknown>): Key => ({ expression, type: 'integer' })
const moment = (expression: RawBuilder<unknown>): Key => ({ expression, type: 'moment' })
const ICCID = text(sql`s.iccid`)

export const SORT_ORDERS: Record<SimSort, SortOrder> = {
  icc: { table: 'sims', keys: [] },
  msisdn: { table: 'sims', keys: [text(sql`s.msisdn`)] },
  imei: { table: 'sims', keys: [text(sql`s.imei`)] },
  customField1: { table: 'sims', keys: [text(sql`s.custom_field_1`)] },
  activationDate: { table: 'sims', keys: [moment(sql`coalesce(s.activated_at, '-infinity')`)] },
  consumptionMonthlyData: { table: 'live', keys: [integer(sql`l.cycle_data_bytes`)] },
  percent: { table: 'live', keys: [integer(sql`l.plan_percent`), integer(sql`l.cycle_data_bytes`)] },
  lastSeen: { table: 'live', keys: [moment(LAST_SEEN)] },
  // groups of several companies stand one after the other, whatever their names
  group: { table: 'sims', keys: [text(ORDER_OF_GROUP), integer(sql`s.company_id`)] },
}

/** An order of the list and its direction. */
export interface DirectedOrder {
  readonly order: SortOrder
  readonly descending: boolean
}

export const BY_ICC: DirectedOrder = { order: SORT_ORDERS.icc, descending: false }
export const isByIcc = ({ order, descending }: DirectedOrder): boolean => order === BY_ICC.order && !descending

/** A cut-off list continues in ICC order, whatever was requested. */
export const orderOfCursor = (cursor: string, requested: DirectedOrder): DirectedOrder =>
  isIccCursor(cursor) ? BY_ICC : requested

/** Whether a page ended there that stood in the order of the ICCs. */
const isIccCursor = (cursor: string): boolean => decodeCursor(cursor).length === 1

/** All keys of an order, the ICCID last. */
export const keysOfOrder = ({ keys }: SortOrder): readonly Key[] => [...keys, ICCID]

/** The keys of a cursor of this order, the ICCID last. */
export function keysAfter(cursor: string, order: SortOrder): string[] {
  const keys = decodeCursor(cursor)
  assertKeys(keys, keysOfOrder(order))
  return keys
}
