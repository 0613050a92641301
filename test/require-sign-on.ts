import type { Database } from '#server/db/database.ts'

/**
 * Makes users with addresses of the domain sign on at a provider only. The provider is never contacted.
 * @returns undoes it
 */
export async function requireSignOn(db: Database, company_id: number, domain: string): Promise<() => Promise<void>> {
  const provider = { issuer: `https://login.${domain}`, client_id: 'enlace', sealed_client_secret: '', password_login: false }
  await db
    .insertInto('company_sign_on')
    .values({ company_id, ...provider, updated_at: new Date() })
    .execute()
  await db.insertInto('sign_on_domains').values({ domain, company_id }).execute()
  return async () => {
    await db.deleteFrom('sign_on_domains').where('company_id', '=', company_id).execute()
    await db.deleteFrom('company_sign_on').where('company_id', '=', company_id).execute()
  }
}
