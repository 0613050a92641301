import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { CallInput } from '#contract/call.ts'
import { LOCK_POLICY_SENTENCES } from '#contract/locks/lock-messages.ts'
import type { setLockPolicy } from '#contract/locks/lock-policies.calls.ts'
import { NO_DEVICE_LOCK } from '#domain/locks.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'
import { WithMessage } from '#server/http/answers.ts'
import { unknownGeofences } from '#server/lock-engine/geofence-locks.ts'
import { followPolicies } from '#server/lock-engine/lock-policies.ts'
import { audit } from '#server/records/audit.ts'
import { requirePolicy, selectPolicies, type VisiblePolicy } from './lock-policies.queries.ts'

/** How long a person waits for the SIMs: some thousands have their lock by then, the others get it in the background. */
const FOLLOWED_MS = 4_000

type Body = CallInput<typeof setLockPolicy>['body']

/** What the audit keeps of a policy. */
const factsOf = ({ path, device, area, emails }: VisiblePolicy) => ({
  ...(path !== '' && { group: path }),
  device,
  area,
  emails,
})

const entryOf = ({ companyId, groupId }: VisiblePolicy) =>
  groupId === null
    ? { entity: 'company', entityId: String(companyId), companyId }
    : { entity: 'group', entityId: String(groupId), companyId }

/** Sets the lock of a company's SIMs, or of those in one of its groups. */
export async function setPolicy(ctx: Ctx, body: Body): Promise<WithMessage<VisiblePolicy>> {
  if (body.device?.mode === 'learn' && body.device.values.length > 0)
    throw invalidField('device.values', LOCK_POLICY_SENTENCES.oneDevice)
  const saved = await inTransaction(ctx, async (trx) => {
    await requireOwner(ctx, trx, body)
    if ((await unknownGeofences(trx, [body.company], body.area?.geofences ?? [])).length > 0)
      throw invalidField('area.geofences', LOCK_POLICY_SENTENCES.unknownGeofence)
    const [before] = await ownPolicy(trx, body)
    if (before && isSame(before, body)) return before
    const policyId = await write(trx, ctx, body)
    const [after] = await selectPolicies(trx, sql`p.company_id = ${body.company} AND p.policy_id = ${policyId}`)
    if (!after) throw new Error(`the policy ${policyId} of company ${body.company} was not saved`)
    const entry = { ...entryOf(after), action: 'lock_policy.set', after: factsOf(after) }
    await audit(trx, ctx, { ...entry, ...(before && { before: factsOf(before) }) })
    return after
  })
  await followPolicies(ctx, body.company, FOLLOWED_MS)
  const [followed = saved] = await ownPolicy(ctx.db, body)
  return new WithMessage(followed, LOCK_POLICY_SENTENCES.saved)
}

/** Saving an unchanged policy must not raise its version, because each SIM of the fleet would be written again. */
const isSame = ({ device, area, emails }: VisiblePolicy, body: Body): boolean =>
  JSON.stringify([device.mode, device.values, area.values, area.geofences, emails]) ===
  JSON.stringify([
    body.device?.mode ?? NO_DEVICE_LOCK.mode,
    body.device?.values ?? [],
    body.area?.values ?? [],
    body.area?.geofences ?? [],
    body.emails ?? [],
  ])

const ownPolicy = (db: Parameters<typeof selectPolicies>[0], { company, groupId }: Body): Promise<VisiblePolicy[]> =>
  selectPolicies(db, sql`p.company_id = ${company} AND p.group_id IS NOT DISTINCT FROM ${groupId}::int`)

/** The company or the group stays until the policy is written. @throws AppError not_found, also for another tenant's */
async function requireOwner({ actor }: Ctx, trx: DatabaseTransaction, { company, groupId }: Body): Promise<void> {
  const owner = await trx
    .selectFrom('companies as c')
    .select('c.company_id')
    .where('c.company_id', '=', company)
    .where(inScope(scopeOf(actor), sql`c.company_id`))
    .executeTakeFirst()
  if (!owner) throw new AppError('not_found', { sentence: LOCK_POLICY_SENTENCES.unknownCompany })
  if (groupId === null) return
  const group = await trx
    .selectFrom('tags')
    .select('tag_id')
    .where('company_id', '=', company)
    .where('tag_id', '=', groupId)
    .where('is_group', '=', true)
    .forKeyShare()
    .executeTakeFirst()
  if (!group) throw invalidField('groupId', LOCK_POLICY_SENTENCES.unknownGroup)
}

/** @returns the policy's id; one that is changed keeps its own */
async function write(
  trx: DatabaseTransaction,
  ctx: Ctx,
  { company, groupId, device, area, emails = [] }: Body,
): Promise<string> {
  const { mode, values } = device ?? NO_DEVICE_LOCK
  const [areas, geofences] = area?.mode === 'listed' ? [area.values, area.geofences] : [[], []]
  const { rows } = await sql<{ policyId: string }>`
    INSERT INTO lock_policies AS p (company_id, policy_id, group_id, version, device_mode, device_values, area_values, geofences, emails,
      language, set_at, set_by, due_at)
    VALUES (${company}, ${randomUUID()}, ${groupId}, 1, ${mode}, ${[...values]}::text[], ${areas}::text[], ${geofences}::uuid[],
      ${emails}::text[], ${ctx.language}, ${ctx.now}, ${ctx.actor.email}, ${ctx.now})
    ON CONFLICT (company_id, group_id) DO UPDATE SET version = p.version + 1, device_mode = excluded.device_mode,
      device_values = excluded.device_values, area_values = excluded.area_values, geofences = excluded.geofences, emails = excluded.emails,
      language = excluded.language, set_at = excluded.set_at, set_by = excluded.set_by, is_removed = false, due_at = excluded.due_at
    RETURNING policy_id AS "policyId"`.execute(trx)
  return rows[0]?.policyId ?? ''
}

/** Deletes a policy: its SIMs have the next one around them, or none. */
export async function deletePolicy(ctx: Ctx, policyId: string): Promise<WithMessage<null>> {
  const { companyId } = await inTransaction(ctx, async (trx) => {
    const policy = await requirePolicy(ctx, trx, policyId)
    await sql`
      UPDATE lock_policies SET is_removed = true, due_at = ${ctx.now}
      WHERE company_id = ${policy.companyId} AND policy_id = ${policyId}`.execute(trx)
    await audit(trx, ctx, { ...entryOf(policy), action: 'lock_policy.deleted', before: factsOf(policy) })
    return policy
  })
  await followPolicies(ctx, companyId, FOLLOWED_MS)
  return new WithMessage(null, LOCK_POLICY_SENTENCES.deleted)
}
