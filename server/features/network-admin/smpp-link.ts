import type { CallInput } from '#contract/call.ts'
import { ALL_FIELD_SENTENCES } from '#contract/field-messages.ts'
import { NETWORK_DONE, UNKNOWN_NETWORK } from '#contract/network-admin/network-messages.ts'
import type { SmppLinkData, saveSmppLink as saveCall } from '#contract/network-admin/smpp.calls.ts'
import { isSameCentre } from '#domain/smpp-settings.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { WithMessage } from '#server/http/answers.ts'
import { passwordSealContext } from '#server/networks/smpp/stored-links.ts'
import { audit } from '#server/records/audit.ts'

type SmppLinkBody = CallInput<typeof saveCall>['body']

/** A network's SMPP link without its password. */
export async function readSmppLink(ctx: Ctx, networkId: string): Promise<SmppLinkData> {
  await requireNetwork(ctx.db, networkId)
  const row = await ctx.db.selectFrom('smpp_links').selectAll().where('network_id', '=', networkId).executeTakeFirst()
  if (!row) return { link: null, problem: null }
  return {
    link: {
      host: row.host,
      port: row.port,
      isEncrypted: row.is_encrypted,
      systemId: row.system_id,
      systemType: row.system_type,
      source: row.source,
      addressing: row.addressing === 'iccid' ? 'iccid' : 'msisdn',
      windowSize: row.window_size,
      submitsPerSecond: row.submits_per_second,
      wantsInterim: row.wants_interim,
      updatedAt: row.updated_at.toISOString(),
    },
    problem: ctx.networks.messageCentreProblem(networkId) ?? '',
  }
}

async function requireNetwork(db: Pick<Ctx['db'], 'selectFrom'>, networkId: string): Promise<void> {
  const known = await db.selectFrom('networks').select('network_id').where('network_id', '=', networkId).executeTakeFirst()
  if (!known) throw new AppError('not_found', { sentence: UNKNOWN_NETWORK })
}

/** Creates or changes the link. This process applies it at once, the others within some seconds. */
export async function saveSmppLink(
  ctx: Ctx,
  networkId: string,
  { password, ...link }: SmppLinkBody,
): Promise<WithMessage<SmppLinkData>> {
  await inTransaction(ctx, async (trx) => {
    await requireNetwork(trx, networkId)
    await write(trx, ctx, networkId, { password, ...link })
    const after = { ...link, ...(password === undefined ? {} : { password: 'changed' }) }
    await audit(trx, ctx, { action: 'network.smpp_changed', entity: 'network', entityId: networkId, after })
  })
  await ctx.networks.reload()
  return new WithMessage(await readSmppLink(ctx, networkId), NETWORK_DONE.smppSaved)
}

async function write(trx: DatabaseTransaction, ctx: Ctx, networkId: string, link: SmppLinkBody): Promise<void> {
  const { password } = link
  const sealed =
    password === undefined
      ? await keptPassword(trx, networkId, link)
      : ctx.secrets.seal(password, passwordSealContext(networkId))
  const values = {
    host: link.host,
    port: link.port,
    is_encrypted: link.isEncrypted,
    system_id: link.systemId,
    sealed_password: sealed,
    system_type: link.systemType,
    source: link.source,
    addressing: link.addressing,
    window_size: link.windowSize,
    submits_per_second: link.submitsPerSecond,
    wants_interim: link.wantsInterim,
    updated_at: ctx.now,
  }
  await trx
    .insertInto('smpp_links')
    .values({ network_id: networkId, ...values })
    .onConflict((conflict) => conflict.column('network_id').doUpdateSet(values))
    .execute()
}

/** The stored password, still sealed, for a link that reaches the same message centre. */
async function keptPassword(trx: DatabaseTransaction, networkId: string, link: SmppLinkBody): Promise<string> {
  const before = await trx
    .selectFrom('smpp_links')
    .select(['host', 'port', 'is_encrypted as isEncrypted', 'sealed_password'])
    .where('network_id', '=', networkId)
    .executeTakeFirst()
  if (!before) throw invalidField('password', ALL_FIELD_SENTENCES.required)
  if (!isSameCentre(before, link)) throw invalidField('password', ALL_FIELD_SENTENCES.secretAgain)
  return before.sealed_password
}

/** Removes the link; messages use the network's own API again. */
export async function removeSmppLink(ctx: Ctx, networkId: string): Promise<WithMessage<SmppLinkData>> {
  await inTransaction(ctx, async (trx) => {
    await requireNetwork(trx, networkId)
    await trx.deleteFrom('smpp_links').where('network_id', '=', networkId).execute()
    await audit(trx, ctx, { action: 'network.smpp_removed', entity: 'network', entityId: networkId })
  })
  await ctx.networks.reload()
  return new WithMessage(await readSmppLink(ctx, networkId), NETWORK_DONE.smppRemoved)
}
