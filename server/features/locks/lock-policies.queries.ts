import { sql } from 'kysely'
import type { CallData } from '#contract/call.ts'
import { LOCK_POLICY_SENTENCES } from '#contract/locks/lock-messages.ts'
import type { listLockPolicies } from '#contract/locks/lock-policies.calls.ts'
import { areaLockOf } from '#domain/area-locks.ts'
import type { DeviceMode } from '#domain/locks.ts'
import { AppError } from '#server/app-error.ts'
import { fromEachCell } from '#server/cells/cell-context.ts'
import type { Ctx } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'

export type VisiblePolicy = CallData<typeof listLockPolicies>[number]

interface PolicyRow extends Pick<VisiblePolicy, 'policyId' | 'companyId' | 'groupId' | 'path' | 'emails' | 'sims' | 'setBy'> {
  readonly mode: DeviceMode
  readonly values: string[]
  readonly areas: string[]
  readonly geofences: string[]
  readonly setAt: Date
}

const policyOf = ({ mode, values, areas, geofences, setAt, ...policy }: PolicyRow): VisiblePolicy => ({
  ...policy,
  device: { mode, values },
  area: { mode: areaLockOf([...areas, ...geofences]).mode, values: areas, geofences },
  setAt: setAt.toISOString(),
})

/** The policies that one sees, a company's own before those of its groups. */
export async function visiblePolicies(ctx: Ctx): Promise<VisiblePolicy[]> {
  const found = await fromEachCell(ctx, ({ db }) => selectPolicies(db, inScope(scopeOf(ctx.actor), sql`p.company_id`)))
  return found.flat().sort((a, b) => a.companyId - b.companyId || a.path.localeCompare(b.path))
}

/** @param condition on p, a policy */
export async function selectPolicies(
  db: Database | DatabaseTransaction,
  condition: ReturnType<typeof sql>,
): Promise<VisiblePolicy[]> {
  const { rows } = await sql<PolicyRow>`
    SELECT p.policy_id AS "policyId", p.company_id AS "companyId", p.group_id AS "groupId", coalesce(t.name, '') AS path,
      p.device_mode AS mode, p.device_values AS values, p.area_values AS areas, p.geofences::text[] AS geofences, p.emails,
      p.set_at AS "setAt", p.set_by AS "setBy", (
        SELECT count(*)::int FROM sim_locks k WHERE k.company_id = p.company_id AND k.policy_id = p.policy_id
      ) AS sims
    FROM lock_policies p LEFT JOIN tags t ON t.company_id = p.company_id AND t.tag_id = p.group_id
    WHERE NOT p.is_removed AND ${condition}`.execute(db)
  return rows.map(policyOf)
}

/**
 * A policy in the reader's scope, locked.
 * @throws AppError not_found, also for another tenant's
 */
export async function requirePolicy({ actor }: Ctx, trx: DatabaseTransaction, policyId: string): Promise<VisiblePolicy> {
  const isIt = sql`p.policy_id = ${policyId} AND ${inScope(scopeOf(actor), sql`p.company_id`)}`
  await sql`SELECT count(*) FROM (SELECT FROM lock_policies p WHERE ${isIt} FOR UPDATE) locked`.execute(trx)
  const [policy] = await selectPolicies(trx, isIt)
  if (!policy) throw new AppError('not_found', { sentence: LOCK_POLICY_SENTENCES.unknown })
  return policy
}
