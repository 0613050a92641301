import { randomBytes } from 'node:crypto'
import { formatApiKey } from '#domain/api-keys.ts'
import { PERMITS, type Permit } from '#domain/permits.ts'
import { hashApiKey } from '#server/http/api-key.ts'
import type { FleetUser } from '../fleet.ts'
import type { Portal } from '../portal.ts'

export const REVOKED_KEY_ID = 4711

/** By name: of Andes 'revoked', which is to be, 'login' with all permits, and for each permit one with all others; 'pacifico'. */
export async function createKeys({ db, clock, fleet }: Portal): Promise<ReadonlyMap<string, string>> {
  const keys = new Map<string, string>()
  const insert = async (person: FleetUser, name: string, permits: readonly Permit[], api_key_id?: number) => {
    const key = formatApiKey(randomBytes(32))
    const { userId: user_id, companyId: company_id, email: maker } = fleet.people[person]
    const row = { api_key_id, company_id, user_id, maker, name, hint: '', permits: [...permits], created_at: clock.now }
    await db
      .insertInto('api_keys')
      .values({ ...row, key_hash: hashApiKey(key) })
      .execute()
    keys.set(name, key)
  }
  await insert('ana', 'revoked', [], REVOKED_KEY_ID)
  await insert('flota', 'pacifico', PERMITS)
  await insert('ana', 'login', PERMITS)
  for (const permit of PERMITS) {
    const others = PERMITS.filter((other) => other !== permit)
    await insert('ana', permit, others)
  }
  return keys
}
