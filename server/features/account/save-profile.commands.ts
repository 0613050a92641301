import type { ProfileData, saveProfile as saveCall } from '#contract/account/account.calls.ts'
import { ACCOUNT_SENTENCES } from '#contract/account/account-messages.ts'
import type { CallInput } from '#contract/call.ts'
import { FIELD_SENTENCES } from '#contract/messages.ts'
import { invalidField } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { WithMessage } from '#server/http/answers.ts'
import { refuseTaken } from '#server/http/refuse-taken.ts'
import { notifySecurityChange } from '#server/mail/notify-security-change.ts'
import { audit, auditedChange, hasChanged } from '#server/records/audit.ts'
import { revokeOneTimeLinks } from '#server/records/one-time-links.ts'
import { readProfile, userRow } from './profile.queries.ts'
import { requireCurrentPassword } from './require-password.ts'

type ProfileBody = CallInput<typeof saveCall>['body']

/** Two accounts with one e-mail: the unique index decides between concurrent changes. */
const refuseTakenEmail = refuseTaken('userEmail', ACCOUNT_SENTENCES.emailTaken)

/** Changes the user's own profile. A new login e-mail requires the password, and the previous address is notified. */
export async function saveProfile(ctx: Ctx, profile: ProfileBody): Promise<WithMessage<ProfileData>> {
  const email = profile.userEmail.toLowerCase()
  const { email: emailBefore } = await userRow(ctx.db, ctx.actor.userId).executeTakeFirstOrThrow()
  const hasOtherEmail = email !== emailBefore
  if (hasOtherEmail) await requireCurrentPassword(ctx, profile)
  await requireCountry(ctx, profile.userCountryId)
  await inTransaction(ctx, async (trx) => {
    await writeProfile(trx, ctx, { ...profile, userEmail: email })
    if (!hasOtherEmail) return
    await revokeOneTimeLinks(trx, ctx.actor.userId, ctx.now)
    await notifySecurityChange(trx, ctx, { event: 'email_changed', addresses: [emailBefore], companyId: ctx.actor.companyId })
  }).catch(refuseTakenEmail)
  return new WithMessage(await readProfile(ctx), ACCOUNT_SENTENCES.profileSaved)
}

async function requireCountry({ db }: Ctx, countryId: number | null): Promise<void> {
  if (countryId === null) throw invalidField('userCountryId', FIELD_SENTENCES.required)
  const known = await db.selectFrom('countries').select('country_id').where('country_id', '=', countryId).executeTakeFirst()
  if (!known) throw invalidField('userCountryId', ACCOUNT_SENTENCES.unknownCountry)
}

/** Writes the profile, and the changed fields into the audit log. */
async function writeProfile(trx: DatabaseTransaction, ctx: Ctx, profile: ProfileBody): Promise<void> {
  const { userId } = ctx.actor
  const after = {
    name: profile.userName,
    lastName: profile.userLastname,
    email: profile.userEmail,
    countryId: profile.userCountryId,
    city: profile.userCity,
    address: profile.userAddress,
    phone: profile.userPhone,
  }
  const before = await userRow(trx, userId).forUpdate('u').executeTakeFirstOrThrow()
  const changes = auditedChange<typeof after>(before, after)
  if (!hasChanged(changes)) return
  const { lastName, countryId, ...others } = after
  await trx
    .updateTable('users')
    .set({ ...others, last_name: lastName, country_id: countryId, updated_at: ctx.now })
    .where('user_id', '=', userId)
    .execute()
  await audit(trx, ctx, { action: 'profile.saved', entity: 'user', entityId: String(userId), ...changes })
}
