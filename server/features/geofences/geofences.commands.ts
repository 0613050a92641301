import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { CallInput } from '#contract/call.ts'
import { GEOFENCE_SENTENCES, geofenceInUse } from '#contract/geofences/geofence-messages.ts'
import type { createGeofence, editGeofence } from '#contract/geofences/geofences.calls.ts'
import { COMPANY_GEOFENCES_MAX, geofenceKey } from '#domain/geofences.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'
import { WithMessage } from '#server/http/answers.ts'
import { refuseTaken } from '#server/http/refuse-taken.ts'
import { freeGeofence, freePolicies, judgeGeofenceAnew } from '#server/lock-engine/geofence-locks.ts'
import { audit } from '#server/records/audit.ts'
import { rowOfShape } from '#server/records/geofences.ts'
import { countLocks, type KeptGeofence, requireGeofence } from './geofences.queries.ts'

/** What the audit keeps of a geofence. */
const factsOf = ({ name, shape }: Pick<KeptGeofence, 'name' | 'shape'>) => ({ name, shape })

const entryOf = ({ geofenceId, companyId }: KeptGeofence) => ({ entity: 'geofence', entityId: geofenceId, companyId })

const refuseTakenName = refuseTaken('name', GEOFENCE_SENTENCES.nameTaken)

export async function createGeofenceOf(
  ctx: Ctx,
  { company, name, shape }: CallInput<typeof createGeofence>['body'],
): Promise<WithMessage<KeptGeofence>> {
  const geofence = { geofenceId: randomUUID(), companyId: company, name, shape } as KeptGeofence
  const create = async (trx: DatabaseTransaction) => {
    const place = await freePlace(ctx, trx, company)
    const { radiusM, latitudes, longitudes } = rowOfShape(geofence.shape)
    await sql`
      INSERT INTO geofences (company_id, geofence_id, place, name, key, radius_m, latitudes, longitudes, created_at, updated_at)
      VALUES (${company}, ${geofence.geofenceId}, ${place}, ${name}, ${geofenceKey(name)}, ${radiusM}, ${latitudes}::float8[],
        ${longitudes}::float8[], ${ctx.now}, ${ctx.now})`.execute(trx)
    await audit(trx, ctx, { ...entryOf(geofence), action: 'geofence.created', after: factsOf(geofence) })
  }
  await inTransaction(ctx, create).catch(refuseTakenName)
  return new WithMessage(geofence, GEOFENCE_SENTENCES.created)
}

/**
 * The first place that a company has free; another geofence of it waits.
 * @throws AppError not_found for a company out of scope, invalid_request when it has as many geofences as it can
 */
async function freePlace({ actor }: Ctx, trx: DatabaseTransaction, companyId: number): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('enlace:geofences of a company'), ${companyId})`.execute(trx)
  const { rows } = await sql<{ place: number | null }>`
    SELECT (
      SELECT min(n)::int FROM generate_series(1, ${sql.lit(COMPANY_GEOFENCES_MAX)}) n
      WHERE n NOT IN (SELECT g.place FROM geofences g WHERE g.company_id = c.company_id)
    ) AS place
    FROM companies c WHERE c.company_id = ${companyId} AND ${inScope(scopeOf(actor), sql`c.company_id`)}`.execute(trx)
  const [company] = rows
  if (!company) throw new AppError('not_found', { sentence: GEOFENCE_SENTENCES.unknownCompany })
  if (company.place === null) throw invalidField('name', GEOFENCE_SENTENCES.tooMany)
  return company.place
}

export async function editGeofenceById(
  ctx: Ctx,
  geofenceId: string,
  { name, shape }: CallInput<typeof editGeofence>['body'],
): Promise<WithMessage<KeptGeofence>> {
  const edit = async (trx: DatabaseTransaction) => {
    const before = await requireGeofence(ctx, trx, geofenceId)
    const after = { ...before, name, shape } as KeptGeofence
    if (JSON.stringify(factsOf(before)) === JSON.stringify(factsOf(after))) return after
    const { radiusM, latitudes, longitudes } = rowOfShape(after.shape)
    await sql`
      UPDATE geofences SET name = ${name}, key = ${geofenceKey(name)}, radius_m = ${radiusM}, latitudes = ${latitudes}::float8[],
        longitudes = ${longitudes}::float8[], updated_at = ${ctx.now}
      WHERE company_id = ${before.companyId} AND geofence_id = ${geofenceId}`.execute(trx)
    await audit(trx, ctx, { ...entryOf(before), action: 'geofence.edited', before: factsOf(before), after: factsOf(after) })
    return after
  }
  const after = await inTransaction(ctx, edit).catch(refuseTakenName)
  await judgeGeofenceAnew(ctx.db, after, ctx.now)
  return new WithMessage(after, GEOFENCE_SENTENCES.saved)
}

/**
 * Deletes a geofence that no lock names.
 * @param frees takes it out of locks first: interrupted, fewer name it; repeated, it goes on
 */
export async function deleteGeofenceById(ctx: Ctx, geofenceId: string, frees: boolean): Promise<WithMessage<null>> {
  const found = await requireGeofence(ctx, ctx.db, geofenceId)
  const freed = frees ? await freeGeofence(ctx.db, found, { actor: ctx.actor.email, language: ctx.language }, ctx.now) : 0
  await inTransaction(ctx, async (trx) => {
    const geofence = await requireGeofence(ctx, trx, geofenceId)
    const locks = await countLocks(trx, geofence)
    if (locks > 0) throw new AppError('conflict', { sentence: geofenceInUse(locks) })
    await freePolicies(trx, geofence)
    await sql`DELETE FROM geofences WHERE company_id = ${geofence.companyId} AND geofence_id = ${geofenceId}`.execute(trx)
    await audit(trx, ctx, { ...entryOf(geofence), action: 'geofence.deleted', before: { ...factsOf(geofence), locks: freed } })
  })
  return new WithMessage(null, GEOFENCE_SENTENCES.deleted)
}
