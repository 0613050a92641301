import { randomBytes, randomInt } from 'node:crypto'
import { RECOVERY_ALPHABET, RECOVERY_CODES, shownRecoveryCode } from '#domain/second-factor.ts'
import type { RequestContext } from '../context.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { hashRecoveryCode } from '../secrets/password-hash.ts'

const CODE_LENGTH = 10
const SALT_BYTES = 16

const randomCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join('')

/** Codes to be shown once, with their stored hashes. */
export interface GeneratedCodes {
  readonly shown: readonly string[]
  readonly salt: Buffer
  readonly hashes: readonly Buffer[]
}

/** Generates ten codes. It takes a quarter of a second: call it before the transaction that stores them. */
export async function generateRecoveryCodes(): Promise<GeneratedCodes> {
  const salt = randomBytes(SALT_BYTES)
  const codes = new Set<string>()
  while (codes.size < RECOVERY_CODES) codes.add(randomCode())
  const hashes = await Promise.all([...codes].map((code) => hashRecoveryCode(code, salt)))
  return { shown: [...codes].map(shownRecoveryCode), salt, hashes }
}

/** Stores new codes; earlier ones become invalid. */
export async function replaceRecoveryCodes(
  trx: DatabaseTransaction,
  userId: number,
  { hashes }: GeneratedCodes,
): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await trx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}

/**
 * Redeems a code.
 * @returns false when it is unknown or already used
 */
export async function redeemRecoveryCode(ctx: RequestContext, userId: number, code: string, salt: Buffer): Promise<boolean> {
  const code_hash = await hashRecoveryCode(code, salt)
  const used = await ctx.db
    .updateTable('recovery_codes')
    .set({ used_at: ctx.now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', code_hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

export async function countUnusedRecoveryCodes({ db }: RequestContext, userId: number): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}
