import { sql } from 'kysely'
import { ACCOUNT_SENTENCES, tooManyRestores } from '#contract/account/account-messages.ts'
import { RESTORE_MAILS_PER_HOUR } from '#domain/account.ts'
import { addressBlock } from '#domain/ip-address.ts'
import { HOUR_MS } from '#domain/time.ts'
import { AppError } from '#server/app-error.ts'
import { inTransaction, type RequestContext } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { notify } from '#server/db/notifications.ts'
import { WithMessage } from '#server/http/answers.ts'

/**
 * Stores a request to restore a password. Whether the user exists is checked later (restore-worker.ts): neither the answer nor its
 * time reveals it.
 */
export async function askRestore(ctx: RequestContext, typedEmail: string): Promise<WithMessage<null>> {
  const email = typedEmail.toLowerCase()
  const { address, language, now, requestId } = ctx
  const address_block = addressBlock(address)
  await inTransaction(ctx, async (trx) => {
    await limitRestores(trx, { column: 'email', value: email, now })
    await limitRestores(trx, { column: 'address_block', value: address_block, now })
    await trx
      .insertInto('password_restores')
      .values({ email, language, address, address_block, request_id: requestId, asked_at: now })
      .execute()
    await notify(trx, 'passwordRestoreDue')
  })
  return new WithMessage(null, ACCOUNT_SENTENCES.restoreAsked)
}

interface RestoreLimit {
  readonly column: keyof typeof RESTORE_MAILS_PER_HOUR
  readonly value: string
  readonly now: Date
}

/**
 * Serializes requests per e-mail and address; otherwise concurrent ones would pass the limit.
 * @throws AppError too_many_requests
 */
async function limitRestores(trx: DatabaseTransaction, { column, value, now }: RestoreLimit): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext(${`enlace:restore-${column}`}), hashtext(${value}))`.execute(trx)
  const rows = await trx
    .selectFrom('password_restores')
    .select('asked_at')
    .where(column, '=', value)
    .where('asked_at', '>', new Date(now.getTime() - HOUR_MS))
    .orderBy('asked_at', 'desc')
    .limit(RESTORE_MAILS_PER_HOUR[column])
    .execute()
  const first = rows[RESTORE_MAILS_PER_HOUR[column] - 1]
  if (!first) return
  const retryAfterS = Math.ceil((first.asked_at.getTime() + HOUR_MS - now.getTime()) / 1000)
  throw new AppError('too_many_requests', { retryAfterS, sentence: tooManyRestores(Math.ceil(retryAfterS / 60)) })
}
