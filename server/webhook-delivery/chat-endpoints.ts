import { sql } from 'kysely'
import { CHAT_EVENT, maskedAddress } from '#domain/webhooks.ts'
import { changeEachCell } from '../cells/cell-context.ts'
import type { Ctx } from '../context.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import type { SecretBox } from '../secrets/secret-box.ts'

const sealContext = (companyId: number): string => `chat:${companyId}`

/**
 * The address of a chat: a person who has it can write there, so that it is stored sealed, in place of the secret of other endpoints.
 * @throws SecretUnreadable
 */
export const openChatAddress = (box: SecretBox, companyId: number, sealed: string): string =>
  box.open(sealed, sealContext(companyId))

interface ChatEndpoint {
  readonly companyId: number
  /** null: it had none */
  readonly endpointId: number | null
  /** '' for none, or an address; masked, it stays as it is */
  readonly chat: string
}

/** Gives a rule the chat that it is saved with. @returns its endpoint */
export async function saveChat(
  trx: DatabaseTransaction,
  ctx: Ctx,
  { companyId, endpointId, chat }: ChatEndpoint,
): Promise<number | null> {
  const isKept = endpointId !== null && chat.includes('…')
  if (endpointId !== null && !isKept) await deleteChat(trx, companyId, endpointId)
  if (chat === '') return null
  // who saves the rule answers for what it sends from then on
  const owner = { vouched_by: ctx.actor.userId, is_active: true, off_reason: '', failing_since: null, updated_at: ctx.now }
  if (isKept) {
    await trx
      .updateTable('webhook_endpoints')
      .set(owner)
      .where('company_id', '=', companyId)
      .where('endpoint_id', '=', endpointId)
      .execute()
    return endpointId
  }
  const { endpoint_id } = await trx
    .insertInto('webhook_endpoints')
    .values({
      ...{
        company_id: companyId,
        url: maskedAddress(chat),
        events: [CHAT_EVENT],
        includes_below: false,
        language: ctx.language,
      },
      ...{ secret: ctx.secrets.seal(chat, sealContext(companyId)), created_at: ctx.now, ...owner },
    })
    .returning('endpoint_id')
    .executeTakeFirstOrThrow()
  return endpoint_id
}

/** Deletes the endpoint of a chat with its log. */
export async function deleteChat(trx: DatabaseTransaction, companyId: number, endpointId: number): Promise<void> {
  const ofEndpoint = sql`company_id = ${companyId} AND endpoint_id = ${endpointId}`
  await changeEachCell(trx, (inside) => sql`DELETE FROM webhook_messages WHERE ${ofEndpoint}`.execute(inside))
  await sql`DELETE FROM webhook_endpoints WHERE ${ofEndpoint}`.execute(trx)
}

/** Enqueues a text for a chat, as Slack, Teams and Mattermost take it. An endpoint that was turned off gets nothing. */
export async function enqueueChat(
  trx: DatabaseTransaction,
  { companyId, endpointId, text, items, at }: { companyId: number; endpointId: number; text: string; items: number; at: Date },
): Promise<void> {
  await sql`
    WITH active AS MATERIALIZED (
      SELECT company_id, endpoint_id FROM webhook_endpoints
      WHERE company_id = ${companyId} AND endpoint_id = ${endpointId} AND is_active
    )
    INSERT INTO webhook_messages (company_id, endpoint_id, event, items, body, at, due_at)
    SELECT company_id, endpoint_id, ${CHAT_EVENT}::text, ${items}::int, ${JSON.stringify({ text })}::text, ${at}::timestamptz, ${at}::timestamptz
    FROM active`.execute(trx)
}
