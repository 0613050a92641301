import type { CallInput } from '#contract/call.ts'
import { NETWORK_DONE, UNKNOWN_NETWORK } from '#contract/network-admin/network-messages.ts'
import type { NetworkData, saveNetwork as saveCall } from '#contract/network-admin/networks.calls.ts'
import { AppError } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { WithMessage } from '#server/http/answers.ts'
import { updateOperatorStatus } from '#server/networks/health.ts'
import { sealSecrets } from '#server/networks/stored-secrets.ts'
import { audit, auditedChange } from '#server/records/audit.ts'
import { accessDifferences, type CheckedAccess, checkAccess } from './check-access.ts'
import { networkData } from './networks.queries.ts'
import { settingColumns } from './setting-columns.ts'

type NetworkChange = CallInput<typeof saveCall>['body']
type Settings = Omit<NetworkChange, 'updatedAt' | 'settings' | 'secrets'>

/** Changes a network's settings. This process applies them at once, the others within some seconds. */
export async function saveNetwork(ctx: Ctx, networkId: string, body: NetworkChange): Promise<WithMessage<NetworkData>> {
  const { updatedAt, settings, secrets, ...change } = body
  await inTransaction(ctx, async (trx) => {
    const before = await lockNetwork(trx, networkId)
    if (before.updatedAt.getTime() !== new Date(updatedAt).getTime()) throw new AppError('conflict')
    const access =
      settings || secrets ? checkAccess(ctx, before.kind, { settings, secrets }, { networkId, ...before.access }) : undefined
    const changed = auditedChange(before.settings, change)
    const moved = access ? accessDifferences(before.kind, before.access.settings, access) : { before: {}, after: {} }
    const after = { ...changed.after, ...moved.after }
    if (Object.keys(after).length === 0) return
    await write(trx, ctx, networkId, change)
    if (access) await writeAccess(trx, ctx, networkId, { ...access, sealed: before.access.sealed })
    const entry = { action: 'network.changed', entity: 'network', entityId: networkId }
    await audit(trx, ctx, { ...entry, before: { ...changed.before, ...moved.before }, after })
    await updateOperatorStatus(trx, ctx.now)
  })
  await ctx.networks.reload()
  return new WithMessage(await networkData(ctx, networkId), NETWORK_DONE.saved(change.name))
}

async function lockNetwork(trx: DatabaseTransaction, networkId: string) {
  const row = await trx
    .selectFrom('networks as n')
    .leftJoin('network_health as h', 'h.network_id', 'n.network_id')
    .select(['n.name', 'n.enabled', 'n.requests_per_second as requestsPerSecond', 'n.max_in_flight as maxInFlight'])
    .select(['n.timeout_ms as timeoutMs', 'n.max_attempts as maxAttempts', 'n.updated_at as updatedAt'])
    .select(['h.override_status as overrideStatus', 'h.override_text as overrideText'])
    .select(['n.kind', 'n.settings as adapter', 'n.sealed_secrets as sealed'])
    .where('n.network_id', '=', networkId)
    .forUpdate('n')
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', { sentence: UNKNOWN_NETWORK })
  const { updatedAt, overrideText, kind, adapter, sealed, ...settings } = row
  const own: Settings = { ...settings, overrideText: overrideText ?? '' }
  return { updatedAt, kind, access: { settings: adapter, sealed }, settings: own }
}

async function write(trx: DatabaseTransaction, { now }: Ctx, networkId: string, change: Settings): Promise<void> {
  await trx.updateTable('networks').set(settingColumns(change, now)).where('network_id', '=', networkId).execute()
  const override = { override_status: change.overrideStatus, override_text: change.overrideText }
  await trx
    .insertInto('network_health')
    .values({ network_id: networkId, since: now, ...override })
    .onConflict((conflict) => conflict.column('network_id').doUpdateSet(override))
    .execute()
}

/** Omitted secrets stay as they are sealed. */
async function writeAccess(
  trx: DatabaseTransaction,
  { secrets }: Ctx,
  networkId: string,
  { settings, sent, sealed }: CheckedAccess & { readonly sealed: unknown },
): Promise<void> {
  const all = { ...Object(sealed), ...sealSecrets(secrets, networkId, sent) }
  await trx
    .updateTable('networks')
    .set({ settings: JSON.stringify(settings), sealed_secrets: JSON.stringify(all) })
    .where('network_id', '=', networkId)
    .execute()
}
