import type { CallInput } from '#contract/call.ts'
import { NETWORK_DONE, NETWORK_SENTENCES, UNKNOWN_NETWORK } from '#contract/network-admin/network-messages.ts'
import type { addNetwork as addCall, NetworkData } from '#contract/network-admin/networks.calls.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { withinCell } from '#server/cells/cell-context.ts'
import type { Cell } from '#server/cells/cells.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { WithMessage } from '#server/http/answers.ts'
import { sealSecrets } from '#server/networks/stored-secrets.ts'
import { audit } from '#server/records/audit.ts'
import { accessDifferences, type CheckedAccess, checkAccess } from './check-access.ts'
import { networkData } from './networks.queries.ts'
import { settingColumns } from './setting-columns.ts'

type NetworkBody = CallInput<typeof addCall>['body']

/** Reserved path segments below /networks, and names of the origins' embedded networks. */
const RESERVED = /^(rules|drifts|accounting|try|simulated-\d+)$/

/** Adds a network. It carries no SIM before a rule says so. */
export async function addNetwork(ctx: Ctx, { settings, secrets, ...network }: NetworkBody): Promise<WithMessage<NetworkData>> {
  const { networkId, kind } = network
  const access = checkAccess(ctx, kind, { settings, secrets })
  await inTransaction(ctx, async (trx) => {
    if (RESERVED.test(networkId) || !(await insert(trx, ctx, network, access))) {
      throw invalidField('networkId', NETWORK_SENTENCES.idTaken)
    }
    await trx.insertInto('network_health').values({ network_id: networkId, since: ctx.now }).execute()
    const { after } = accessDifferences(kind, undefined, access)
    const entry = { action: 'network.added', entity: 'network', entityId: networkId }
    await audit(trx, ctx, { ...entry, after: { ...network, ...after } })
  })
  await ctx.networks.reload()
  return new WithMessage(await networkData(ctx, networkId), NETWORK_DONE.added(network.name))
}

/** @returns whether the name was free */
async function insert(
  trx: DatabaseTransaction,
  ctx: Ctx,
  network: Omit<NetworkBody, 'settings' | 'secrets'>,
  { settings, sent }: CheckedAccess,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('networks')
    .values({
      network_id: network.networkId,
      kind: network.kind,
      ...settingColumns(network, ctx.now),
      settings: JSON.stringify(settings),
      sealed_secrets: JSON.stringify(sealSecrets(ctx.secrets, network.networkId, sent)),
    })
    .onConflict((conflict) => conflict.column('network_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Removes an unused network, with its metrics, errors and message centre. */
export async function removeNetwork(ctx: Ctx, networkId: string): Promise<WithMessage<null>> {
  await inTransaction(ctx, async (trx) => {
    const before = await trx
      .selectFrom('networks')
      .select(['name', 'kind'])
      .where('network_id', '=', networkId)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw new AppError('not_found', { sentence: UNKNOWN_NETWORK })
    const need = await neededBy(trx, networkId, ctx.readableCells)
    if (need) throw new AppError('conflict', { sentence: NETWORK_SENTENCES[need] })
    await trx.deleteFrom('network_slots').where('network_id', '=', networkId).execute()
    await trx.deleteFrom('networks').where('network_id', '=', networkId).execute()
    await audit(trx, ctx, { action: 'network.removed', entity: 'network', entityId: networkId, before })
  })
  await ctx.networks.reload()
  return new WithMessage(null, NETWORK_DONE.removed)
}

/** Whether rules or open operation lines still use it. SIMs come by rules alone. */
async function neededBy(
  trx: DatabaseTransaction,
  networkId: string,
  cells: readonly Cell[],
): Promise<'hasRules' | 'hasLines' | undefined> {
  const rule = await trx.selectFrom('network_routes').select('origin_id').where('network_id', '=', networkId).executeTakeFirst()
  if (rule) return 'hasRules'
  for (const cell of cells) if (await withinCell(trx, cell, (inside) => hasLines(inside, networkId))) return 'hasLines'
  return undefined
}

async function hasLines(trx: DatabaseTransaction, networkId: string): Promise<boolean> {
  // separate queries: each state has an index of its own
  for (const state of ['running', 'pending']) {
    const line = await trx
      .selectFrom('operation_items')
      .select('line')
      .where('state', '=', state)
      .where('network', '=', networkId)
      .limit(1)
      .executeTakeFirst()
    if (line) return true
  }
  return false
}
