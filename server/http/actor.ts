import { sql } from 'kysely'
import type { Permit } from '#domain/permits.ts'
import type { Actor, Services } from '../context.ts'

/** The user with their rights and visible companies. */
export const loadActor = async (services: Pick<Services, 'db'>, userId: number): Promise<Actor> =>
  actorOfRow(await actorRow(services, userId).executeTakeFirstOrThrow())

/** @param companyId another one than their own */
function actorRow(services: Pick<Services, 'db'>, userId: number, companyId: number | null = null) {
  return services.db
    .selectFrom('users as u')
    .innerJoin('companies as c', (join) => join.on('c.company_id', '=', sql<number>`coalesce(${companyId}::int, u.company_id)`))
    .select(['u.user_id', 'u.email', 'u.name', 'u.last_name', 'u.permits', 'u.can_hibernate', 'u.is_admin'])
    .select([
      'u.deactivated_at',
      'c.company_id',
      'c.business_name',
      'c.time_zone',
      'c.currency',
      'c.cycle_anchor_day',
      'c.parent_id',
      'c.cell_id',
    ])
    .select(
      sql<number[]>`CASE WHEN c.parent_id IS NULL THEN NULL ELSE
        (SELECT array_agg(b.company_id ORDER BY b.company_id) FROM companies b WHERE b.lineage @> ARRAY[c.company_id]) END`.as(
        'below',
      ),
    )
    .select(
      sql<boolean>`EXISTS (SELECT FROM companies a WHERE a.company_id = ANY(c.lineage) AND a.blocked_at IS NOT NULL)`.as(
        'is_blocked',
      ),
    )
    .where('u.user_id', '=', userId)
}

type ActorRow = Awaited<ReturnType<ReturnType<typeof actorRow>['executeTakeFirstOrThrow']>>

function actorOfRow(row: ActorRow): Actor {
  return {
    userId: row.user_id,
    email: row.email,
    name: row.name,
    lastName: row.last_name,
    companyId: row.company_id,
    cellId: row.cell_id,
    companyName: row.business_name,
    timeZone: row.time_zone,
    currency: row.currency,
    cycleAnchorDay: row.cycle_anchor_day,
    permits: row.permits as Permit[],
    canHibernate: row.can_hibernate,
    isAdmin: row.is_admin && row.parent_id === null,
    companyIds: row.parent_id === null ? 'all' : row.below,
    isBlocked: row.is_blocked,
    isDeactivated: row.deactivated_at !== null,
  }
}

/**
 * The person as they work in a company below their own: they see and reach what its own people do, by the rights that they have anyway.
 * @returns undefined for any other company
 */
export async function actorIn(services: Pick<Services, 'db'>, home: Actor, companyId: number): Promise<Actor | undefined> {
  if (companyId === home.companyId) return undefined
  const row = await actorRow(services, home.userId, companyId)
    .where(sql<boolean>`c.lineage @> ${[home.companyId]}::int[]`)
    .executeTakeFirst()
  return row && { ...actorOfRow(row), isAdmin: home.isAdmin, isBlocked: home.isBlocked ?? false, home }
}
