import { sql } from 'kysely'
import type { CallInput } from '#contract/call.ts'
import type { answerConversation, changeConversation, SupportMessage } from '#contract/support/support.calls.ts'
import { SUPPORT_SENTENCES } from '#contract/support/support-messages.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import { WithMessage } from '#server/http/answers.ts'
import { audit } from '#server/records/audit.ts'
import { requireRow } from './conversation-row.ts'
import { addMessage, markRead } from './write-message.ts'

type Answer = CallInput<typeof answerConversation>['body']
type Change = CallInput<typeof changeConversation>['body']

/** Answers a conversation. The first administrator to answer is assigned to it. */
export function answer(ctx: Ctx, conversationId: number, { key, text }: Answer): Promise<SupportMessage> {
  return inTransaction(ctx, async (trx) => {
    const row = await requireRow(trx, ctx.actor, conversationId)
    return addMessage(trx, ctx, row, { side: 'operator', key, text, page: '', title: '', iccid: null, browser: '' })
  })
}

/** Marks a user's messages as read up to one, for all administrators: they answer as one. */
export function readUpTo(ctx: Ctx, conversationId: number, upTo: number): Promise<{ unread: number }> {
  return inTransaction(ctx, async (trx) => {
    const row = await requireRow(trx, ctx.actor, conversationId)
    if (row.operatorUnread === 0 || upTo <= row.operatorReadNo) return { unread: row.operatorUnread }
    return markRead(trx, ctx, row, { side: 'operator', upTo })
  })
}

/** Closes or reopens a conversation, assigns or unassigns the actor. A change without effect writes no audit row. */
export async function change(ctx: Ctx, conversationId: number, { state, isMine }: Change): Promise<WithMessage<null>> {
  const { actor, now } = ctx
  const action = await inTransaction(ctx, async (trx) => {
    const row = await requireRow(trx, actor, conversationId)
    const { companyId, assignedTo } = row
    const nextState = state ?? row.state
    const nextAssigned = isMine === undefined ? assignedTo : isMine ? actor.userId : null
    await sql`
      UPDATE support_conversations SET state = ${nextState}, assigned_to = ${nextAssigned}, updated_at = ${now},
        waiting_since = CASE WHEN ${nextState}::text = 'open' THEN waiting_since END
      WHERE company_id = ${companyId} AND conversation_id = ${conversationId}`.execute(trx)
    const entry = { entity: 'conversation', entityId: String(conversationId), companyId }
    const isTurned = nextState !== row.state
    const turned = nextState === 'closed' ? 'closed' : 'reopened'
    if (isTurned) await audit(trx, ctx, { action: `conversation.${turned}`, ...entry })
    const taken = nextAssigned === null ? 'released' : 'assigned'
    if (nextAssigned !== assignedTo)
      await audit(trx, ctx, { action: `conversation.${taken === 'assigned' ? 'taken' : 'released'}`, ...entry })
    return state === undefined ? taken : nextState === 'closed' ? 'closed' : 'reopened'
  })
  return new WithMessage(null, SUPPORT_SENTENCES[action])
}
