import { type RawBuilder, sql } from 'kysely'

/**
 * What keeps a SIM's data cut: notices of alarms, breaches of locks and firings of rules. These tables have the columns action,
 * action_due_at, action_since and changed_at, and the same states; server/networks/orders/act-on-holds.ts takes them from one to the next.
 */
export const HOLD_TABLES = { alarm_notices: 'notice_id', lock_breaches: 'breach_id', rule_firings: 'firing_id' } as const
export type HoldTable = keyof typeof HOLD_TABLES

/** Whether a row keeps its SIM's data cut, or is about to. */
export const HOLDS = sql<boolean>`action IN ('due', 'ordered', 'cut')`

/** Whether the data was cut for a row, and is still to be restored. */
const RESTORES = sql<boolean>`action = 'restoring'`

/** Whether another hold than the row `n` of a table keeps the SIM's data cut. */
export const isHeldByOthers = (own: HoldTable): RawBuilder<boolean> => anyOther(own, HOLDS)

/** Whether another one than the row `n` of a table has cut the SIM's data, and is about to restore it. */
export const isRestoredByOthers = (own: HoldTable): RawBuilder<boolean> => anyOther(own, RESTORES)

function anyOther(own: HoldTable, state: RawBuilder<boolean>): RawBuilder<boolean> {
  const others = Object.entries(HOLD_TABLES).map(
    ([table, id]) => sql`EXISTS (
      SELECT FROM ${sql.table(table)} h WHERE h.company_id = n.company_id AND h.iccid = n.iccid AND h.${state}
        ${table === own ? sql`AND h.${sql.ref(id)} <> n.${sql.ref(id)}` : sql``})`,
  )
  return sql<boolean>`(${sql.join(others, sql` OR `)})`
}

/** A cut that was not ordered yet is skipped; an ordered one is undone. */
const RELEASED = sql`CASE WHEN action = 'due' THEN 'skipped' WHEN action IN ('ordered', 'cut') THEN 'restoring' ELSE action END`

/** The update of a row that no longer keeps its SIM's data cut. */
export const releaseHold = (now: Date): RawBuilder<unknown> => sql`
  action = ${RELEASED}, action_since = CASE WHEN ${HOLDS} THEN ${now}::timestamptz ELSE action_since END,
  action_due_at = CASE WHEN action IN ('ordered', 'cut', 'restoring') THEN ${now}::timestamptz END,
  changed_at = statement_timestamp()`
