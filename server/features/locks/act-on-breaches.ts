import { sql } from 'kysely'
import { LOCK_ACTOR } from '#server/lock-engine/write-verdicts.ts'
import { actOnHolds } from '#server/networks/orders/act-on-holds.ts'
import type { OrderServices } from '#server/networks/orders/orders-worker.ts'

/** Cuts and restores the data of SIMs as locks require. */
export const actOnBreaches = (services: OrderServices): Promise<number> =>
  actOnHolds<{ isOpen: boolean }>(services, {
    table: 'lock_breaches',
    facts: sql`n.released_by AS "releasedBy", n.ended_at IS NULL AND n.released_at IS NULL AS "isOpen"`,
    shouldCut: ({ isOpen }) => isOpen,
    actor: () => LOCK_ACTOR,
  })
