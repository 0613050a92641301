import { sql } from 'kysely'
import type { CallData } from '#contract/call.ts'
import { GEOFENCE_SENTENCES } from '#contract/geofences/geofence-messages.ts'
import { type getGeofence, LISTED_GEOFENCES_MAX, type listGeofences } from '#contract/geofences/geofences.calls.ts'
import { AppError } from '#server/app-error.ts'
import { fromEachCell } from '#server/cells/cell-context.ts'
import type { Ctx } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { inScope, narrowScope, scopeOf } from '#server/db/scope.ts'
import { type ShapeRow, shapeColumns, shapeOf } from '#server/records/geofences.ts'

export type KeptGeofence = CallData<typeof listGeofences>[number]

interface GeofenceRow extends ShapeRow {
  readonly geofenceId: string
  readonly companyId: number
  readonly name: string
}

const COLUMNS = sql`g.geofence_id AS "geofenceId", g.company_id AS "companyId", g.name, ${shapeColumns('g')}`

const geofenceOf = ({ geofenceId, companyId, name, ...shape }: GeofenceRow): KeptGeofence =>
  ({ geofenceId, companyId, name, shape: shapeOf(shape) }) as KeptGeofence

const collator = new Intl.Collator('es', { numeric: true, sensitivity: 'base' })

/** The geofences of all companies that the reader sees, or of one of them, by name. */
export async function visibleGeofences(ctx: Ctx, company: number | undefined): Promise<KeptGeofence[]> {
  const scope = narrowScope(scopeOf(ctx.actor), company === undefined ? undefined : [company])
  const found = await fromEachCell(ctx, async ({ db }) => {
    const { rows } = await sql<GeofenceRow>`
      SELECT ${COLUMNS} FROM geofences g WHERE ${inScope(scope, sql`g.company_id`)}
      ORDER BY g.key, g.company_id LIMIT ${LISTED_GEOFENCES_MAX}`.execute(db)
    return rows.map(geofenceOf)
  })
  return found
    .flat()
    .sort((a, b) => collator.compare(a.name, b.name) || a.companyId - b.companyId)
    .slice(0, LISTED_GEOFENCES_MAX)
}

/**
 * A geofence in the reader's scope; in a transaction locked, so that no lock takes it up meanwhile.
 * @throws AppError not_found, also for another tenant's
 */
export async function requireGeofence(
  { actor }: Ctx,
  db: Database | DatabaseTransaction,
  geofenceId: string,
): Promise<KeptGeofence> {
  const { rows } = await sql<GeofenceRow>`
    SELECT ${COLUMNS} FROM geofences g WHERE g.geofence_id = ${geofenceId} AND ${inScope(scopeOf(actor), sql`g.company_id`)}
    ${db.isTransaction ? sql`FOR UPDATE` : sql``}`.execute(db)
  const [row] = rows
  if (!row) throw new AppError('not_found', { sentence: GEOFENCE_SENTENCES.unknown })
  return geofenceOf(row)
}

/** How many SIMs' locks name a geofence. */
export async function countLocks(
  db: Database | DatabaseTransaction,
  { companyId, geofenceId }: Pick<KeptGeofence, 'companyId' | 'geofenceId'>,
): Promise<number> {
  const { rows } = await sql<{ locks: number }>`
    SELECT count(*)::int AS locks FROM sim_locks k
    WHERE k.company_id = ${companyId} AND k.geofences @> ARRAY[${geofenceId}]::uuid[] AND k.geofences <> '{}'`.execute(db)
  return rows[0]?.locks ?? 0
}

export async function geofenceWithLocks(ctx: Ctx, geofenceId: string): Promise<CallData<typeof getGeofence>> {
  const geofence = await requireGeofence(ctx, ctx.db, geofenceId)
  return { ...geofence, locks: await countLocks(ctx.db, geofence) }
}
