import { sql } from 'kysely'
import { ruleActor } from '#domain/rules.ts'
import { actOnHolds } from '#server/networks/orders/act-on-holds.ts'
import type { OrderServices } from '#server/networks/orders/orders-worker.ts'

/** Cuts and restores the data of SIMs as rules require. A rule that is gone or paused by now cuts nothing that it has not asked for. */
export const actOnFirings = (services: OrderServices): Promise<number> =>
  actOnHolds<{ ruleId: number; isActive: boolean }>(services, {
    table: 'rule_firings',
    facts: sql`n.released_by AS "releasedBy", n.rule_id::float8 AS "ruleId", coalesce(r.is_active, false) AS "isActive"`,
    joins: sql`LEFT JOIN rules r ON r.company_id = n.company_id AND r.rule_id = n.rule_id`,
    shouldCut: ({ isActive }) => isActive,
    actor: ({ ruleId }) => ruleActor(ruleId),
  })
