import { WEAK_PASSWORD_SENTENCES } from '#contract/messages.ts'
import { invalidField } from '#server/app-error.ts'
import type { RequestContext } from '#server/context.ts'
import { loadPasswordCheck } from '#server/secrets/weak-passwords.ts'

/**
 * Rejects a password that is easily guessed for this user.
 * @throws AppError at the field newPassword
 */
export async function requireStrongPassword({ db }: RequestContext, userId: number, password: string): Promise<void> {
  const judge = await loadPasswordCheck()
  const { email, name, last_name, business_name, fantasy_name } = await db
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.company_id', 'u.company_id')
    .select(['u.email', 'u.name', 'u.last_name', 'c.business_name', 'c.fantasy_name'])
    .where('u.user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const weakness = judge(password, [email, name, last_name, business_name, fantasy_name])
  if (weakness) throw invalidField('newPassword', WEAK_PASSWORD_SENTENCES[weakness])
}
