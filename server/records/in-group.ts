import { type RawBuilder, sql } from 'kysely'

interface SimKey {
  readonly companyId: RawBuilder<unknown>
  readonly iccid: RawBuilder<unknown>
}

/** Whether a SIM is in a group, fixed or by rule, or in one inside it. Without a group (null) all are. */
export const isInGroup = ({ companyId, iccid }: SimKey, groupId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  ${groupId}::int IS NULL OR EXISTS (
    SELECT FROM sim_tags g
    JOIN tags own ON own.company_id = g.company_id AND own.tag_id = g.tag_id
    JOIN tags around ON around.company_id = g.company_id AND around.tag_id = ${groupId}
    WHERE g.company_id = ${companyId} AND g.iccid = ${iccid} AND g.place <= 0
      AND (own.key = around.key OR starts_with(own.key, around.key || '|'))
  )
)`
