import { PERMITS } from '#domain/permits.ts'
import type { Config } from '#server/config.ts'
import { createDatabase } from '#server/db/database.ts'
import { createAdmin } from '#server/features/identity/create-admin.commands.ts'
import { hashPassword } from '#server/secrets/password-hash.ts'
import { createSecretBox } from '#server/secrets/secret-box.ts'
import { readSecretKey } from '#server/secrets/secret-key.ts'
import { openDatabase } from '#server/start/open-database.ts'
import { seedLab } from './seed-lab.ts'

export const LOGINS = { admin: 'admin@enlace.test', customer: 'ana@lab.test', password: 'Enlace2026' } as const

/** Seeds an empty portal: an administrator, a company whose SIMs the core carries, and its user. */
export async function preparePortal(config: Config, host: string, sims: number): Promise<void> {
  const { pool, close } = await openDatabase(config)
  try {
    const db = createDatabase(pool)
    const { admin, customer, password } = LOGINS
    await createAdmin(db, { email: admin, password, name: 'Lab', lastName: '', companyName: 'Enlace' }, new Date())
    const root = await db.selectFrom('companies').select('company_id').where('parent_id', 'is', null).executeTakeFirstOrThrow()
    const company_id = root.company_id + 1
    const lineage = [root.company_id, company_id]
    const company = { company_id, parent_id: root.company_id, lineage, business_name: 'Laboratorio' }
    await db.insertInto('companies').values(company).execute()
    const user = { email: customer, company_id, name: 'Ana', permits: [...PERMITS], can_hibernate: true }
    await db
      .insertInto('users')
      .values({ ...user, password_hash: await hashPassword(password) })
      .execute()
    const secrets = createSecretBox(readSecretKey(config))
    await seedLab(db, secrets, host, { companyId: company_id, simsOfType: [{ simTypeId: 2, count: sims }] })
  } finally {
    await close()
  }
}
