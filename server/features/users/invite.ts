import { LINK_MINUTES } from '#domain/account.ts'
import type { Language } from '#domain/languages.ts'
import type { Ctx } from '../../context.ts'
import type { DatabaseTransaction } from '../../db/database.ts'
import { issueOneTimeLink, linkAddress } from '../../db/one-time-links.ts'
import { queueMail } from '../../mail/queue-mail.ts'

interface Invited {
  readonly userId: number
  readonly companyId: number
  readonly companyName: string
  readonly email: string
  readonly name: string
}

const DAY_MINUTES = 24 * 60

/** Sends a link to set the first password; the link of an invitation before ends. Call `queue.open` before the transaction. */
export async function invite(trx: DatabaseTransaction, ctx: Ctx, user: Invited, language: Language): Promise<void> {
  const { actor, config, now, secrets } = ctx
  const token = await issueOneTimeLink(trx, user.userId, 'invitation', now)
  const portal = config.PUBLIC_URL ?? `http://${config.HOST}:${config.PORT}`
  const facts = {
    name: user.name,
    company: user.companyName,
    inviter: `${actor.name} ${actor.lastName}`.trim(),
    email: user.email,
    days: LINK_MINUTES.invitation / DAY_MINUTES,
    link: linkAddress(portal, token),
  }
  const { companyId, email } = user
  const secret = { text: token, box: secrets }
  await queueMail(trx, ctx, { kind: 'invitation', facts, language, addresses: [email], companyId, at: now, secret })
  await trx.updateTable('users').set({ invited_at: now }).where('user_id', '=', user.userId).execute()
}
