import { LINK_MINUTES } from '#domain/account.ts'
import type { Language } from '#domain/languages.ts'
import type { Actor, Ctx } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { enqueueMail } from '#server/mail/enqueue-mail.ts'
import { signInLink } from '#server/records/sign-in-link.ts'

interface InvitedUser {
  readonly userId: number
  readonly companyId: number
  readonly companyName: string
  readonly email: string
  readonly name: string
}

type Inviting = Pick<Ctx, 'config' | 'now' | 'secrets'> & { readonly actor: Pick<Actor, 'name' | 'lastName'> }

const DAY_MINUTES = 24 * 60

/** Mails an invitation. */
export async function sendInvitation(
  trx: DatabaseTransaction,
  ctx: Inviting,
  user: InvitedUser,
  language: Language,
): Promise<void> {
  const { actor, now, secrets } = ctx
  const { companyId, email } = user
  const { link, token } = await signInLink(trx, ctx, { ...user, purpose: 'invitation', now })
  const days = token === undefined ? null : LINK_MINUTES.invitation / DAY_MINUTES
  const inviter = `${actor.name} ${actor.lastName}`.trim()
  const facts = { name: user.name, company: user.companyName, inviter, email, days, link }
  const secret = token === undefined ? {} : { secret: { text: token, box: secrets } }
  await enqueueMail(trx, ctx, { kind: 'invitation', facts, language, addresses: [email], companyId, at: now, ...secret })
  await trx.updateTable('users').set({ invited_at: now }).where('user_id', '=', user.userId).execute()
}
