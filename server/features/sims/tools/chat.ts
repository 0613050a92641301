import type { CallData } from '#contract/call.ts'
import { SMS_STATES } from '#contract/filter-values.ts'
import { CHAT_PAGE, type getChatSms, type SmsMessageData } from '#contract/sims/sim-tools.calls.ts'
import { smsCauseSentence } from '#contract/sms-report/sms-report-messages.ts'
import { exclusionOf } from '#domain/eligibility.ts'
import type { Language } from '#domain/languages.ts'
import type { Ctx } from '#server/context.ts'
import { type FoundSim, requireSim } from '#server/records/find-sim.ts'
import { simRefusal } from '#server/records/sim-refusal.ts'
import type { StoredSms } from '#server/records/sms-messages.ts'

/** The SIM of a chat. Messages are readable in every status; other types have none. */
async function requireChat(ctx: Ctx, icc: string) {
  const sim = await requireSim(ctx, icc)
  const code = exclusionOf('chat', sim, ctx.actor)
  const refusal = code && simRefusal('chat', sim, code)
  if (code === 'type_not_editable') throw refusal
  return { sim, refusal }
}

/** The last messages of a thread, or those before one, oldest first. */
export async function chatOf(ctx: Ctx, icc: string, before: number | undefined): Promise<CallData<typeof getChatSms>> {
  const { sim, refusal } = await requireChat(ctx, icc)
  let query = ctx.db
    .selectFrom('sms_messages')
    .selectAll()
    .where('company_id', '=', sim.companyId)
    .where('iccid', '=', sim.iccid)
    .orderBy('message_id', 'desc')
    .limit(CHAT_PAGE + 1)
  if (before !== undefined) query = query.where('message_id', '<', before)
  const rows = await query.execute()
  return {
    icc: sim.iccid,
    msisdn: sim.msisdn,
    messages: rows
      .slice(0, CHAT_PAGE)
      .reverse()
      .map((row) => messageData(row, ctx.language)),
    hasOlder: rows.length > CHAT_PAGE,
    unread: await unreadOf(ctx, sim),
    code: refusal?.code ?? null,
    text: refusal?.sentence[ctx.language] ?? '',
  }
}

async function unreadOf({ db }: Ctx, { companyId, iccid }: FoundSim): Promise<number> {
  const { unread } = await db
    .selectFrom('sms_messages')
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .where('company_id', '=', companyId)
    .where('iccid', '=', iccid)
    .where('direction', '=', 'in')
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(unread)
}

/** Marks messages as read up to one. */
export async function readChat(ctx: Ctx, icc: string, upTo: number): Promise<{ unread: number }> {
  const { sim } = await requireChat(ctx, icc)
  await ctx.db
    .updateTable('sms_messages')
    .set({ read_at: ctx.now })
    .where('company_id', '=', sim.companyId)
    .where('iccid', '=', sim.iccid)
    .where('message_id', '<=', upTo)
    .where('direction', '=', 'in')
    .where('read_at', 'is', null)
    .execute()
  return { unread: await unreadOf(ctx, sim) }
}

/** A message as the calls answer it. */
export function messageData(row: StoredSms, language: Language): SmsMessageData {
  const state = SMS_STATES.find((known) => known === row.state)
  if (state === undefined) throw new Error(`message ${row.message_id} is ${row.state}`)
  const isIn = row.direction === 'in'
  return {
    messageId: row.message_id,
    direction: isIn ? 'in' : 'out',
    text: row.text,
    segments: row.segments,
    state,
    cause: smsCauseSentence(row.cause, language),
    at: row.at.toISOString(),
    settledAt: row.settled_at?.toISOString() ?? null,
    actor: row.actor,
    unread: isIn && row.read_at === null,
  }
}
