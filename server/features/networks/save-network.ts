import type { CallInput } from '#contract/call.ts'
import { UNKNOWN_NETWORK } from '#contract/network-messages.ts'
import type { NetworkData, saveNetwork as saveCall } from '#contract/networks.calls.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import { audit } from '../../db/audit.ts'
import type { DatabaseTransaction } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import { tellOperators } from '../../networks/health.ts'
import { readNetworks } from './networks.queries.ts'

type Wanted = CallInput<typeof saveCall>['body']
type Settings = Omit<Wanted, 'updatedAt'>

/** Changes a network's settings. This process follows at once, the others within some seconds. */
export async function saveNetwork(ctx: Ctx, networkId: string, { updatedAt, ...wanted }: Wanted): Promise<NetworkData> {
  await inTransaction(ctx, async (trx) => {
    const before = await lockSettings(trx, networkId)
    if (before.updatedAt.getTime() !== new Date(updatedAt).getTime()) throw new AppError('conflict')
    const changed = differences(before.settings, wanted)
    if (Object.keys(changed.after).length === 0) return
    await write(trx, ctx, networkId, wanted)
    await audit(trx, ctx, { action: 'network.changed', entity: 'network', entityId: networkId, ...changed })
    await tellOperators(trx, ctx.now)
  })
  await ctx.networks.reload()
  const saved = (await readNetworks(ctx)).find((network) => network.networkId === networkId)
  if (!saved) throw new AppError('not_found', { sentence: UNKNOWN_NETWORK })
  return saved
}

async function lockSettings(trx: DatabaseTransaction, networkId: string): Promise<{ settings: Settings; updatedAt: Date }> {
  const row = await trx
    .selectFrom('networks as n')
    .leftJoin('network_health as h', 'h.network_id', 'n.network_id')
    .select(['n.name', 'n.enabled', 'n.requests_per_second as requestsPerSecond', 'n.max_in_flight as maxInFlight'])
    .select(['n.timeout_ms as timeoutMs', 'n.max_attempts as maxAttempts', 'n.updated_at as updatedAt'])
    .select(['h.override_status as overrideStatus', 'h.override_text as overrideText'])
    .where('n.network_id', '=', networkId)
    .forUpdate('n')
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', { sentence: UNKNOWN_NETWORK })
  const { updatedAt, overrideText, ...settings } = row
  return { updatedAt, settings: { ...settings, overrideText: overrideText ?? '' } }
}

async function write(trx: DatabaseTransaction, { now }: Ctx, networkId: string, wanted: Settings): Promise<void> {
  const { name, enabled, requestsPerSecond, maxInFlight, timeoutMs, maxAttempts, overrideStatus, overrideText } = wanted
  await trx
    .updateTable('networks')
    .set({
      name,
      enabled,
      requests_per_second: requestsPerSecond,
      max_in_flight: maxInFlight,
      timeout_ms: timeoutMs,
      max_attempts: maxAttempts,
      updated_at: now,
    })
    .where('network_id', '=', networkId)
    .execute()
  const override = { override_status: overrideStatus, override_text: overrideText }
  await trx
    .insertInto('network_health')
    .values({ network_id: networkId, since: now, ...override })
    .onConflict((conflict) => conflict.column('network_id').doUpdateSet(override))
    .execute()
}

/** Only what is different, for the audit. */
function differences(before: Settings, after: Settings): { before: Partial<Settings>; after: Partial<Settings> } {
  const names = (Object.keys(after) as (keyof Settings)[]).filter((name) => before[name] !== after[name])
  const only = (of: Settings) => Object.fromEntries(names.map((name) => [name, of[name]]))
  return { before: only(before), after: only(after) }
}
