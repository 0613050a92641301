import { sql } from 'kysely'
import { PERMITS } from '#domain/permits.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { audit } from '#server/records/audit.ts'
import { hashPassword } from '#server/secrets/password-hash.ts'

export type NewAdmin = { email: string; password: string; name: string; lastName: string; companyName: string }

/**
 * Creates an administrator of the root company, and that company when there is none.
 * @returns false when the e-mail belongs to a user
 */
export async function createAdmin(db: Database, admin: NewAdmin, now: Date): Promise<boolean> {
  const passwordHash = await hashPassword(admin.password)
  const email = admin.email.toLowerCase()
  return db.transaction().execute(async (trx) => {
    const companyId = (await rootCompany(trx)) ?? (await createRootCompany(trx, admin.companyName))
    const user = await trx
      .insertInto('users')
      .values({
        company_id: companyId,
        email,
        password_hash: passwordHash,
        name: admin.name,
        last_name: admin.lastName,
        permits: [...PERMITS],
        can_hibernate: true,
        is_admin: true,
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('user_id')
      .executeTakeFirst()
    if (!user) return false
    const who = { now, address: '', requestId: '', actor: { email: 'create-admin', companyId, userId: null } }
    await audit(trx, who, {
      action: 'user.created',
      entity: 'user',
      entityId: String(user.user_id),
      after: { email, isAdmin: true },
    })
    return true
  })
}

async function rootCompany(trx: DatabaseTransaction): Promise<number | undefined> {
  const root = await trx.selectFrom('companies').select('company_id').where('parent_id', 'is', null).executeTakeFirst()
  return root?.company_id
}

async function createRootCompany(trx: DatabaseTransaction, name: string): Promise<number> {
  const { rows } = await sql<{ company_id: number }>`
    INSERT INTO companies (company_id, lineage, business_name, fantasy_name)
    SELECT id, ARRAY[id], ${name}, ${name}
    FROM (SELECT nextval(pg_get_serial_sequence('companies', 'company_id'))::integer AS id) AS next
    RETURNING company_id`.execute(trx)
  const [company] = rows
  if (!company) throw new Error('INSERT … RETURNING returned no row')
  return company.company_id
}
