import type { Database, DatabaseTransaction } from '#server/db/database.ts'

/** A company's sign-on settings; the client's secret is still sealed. */
export interface StoredSignOn {
  readonly companyId: number
  readonly issuer: string
  readonly clientId: string
  readonly sealedSecret: string
  readonly passwordLogin: boolean
  readonly updatedAt: Date
}

/** The context under which a client's secret is sealed. */
export const clientSecretContext = (companyId: number): string => `sign-on:${companyId}`

type Db = Database | DatabaseTransaction

const settingsIn = (db: Db) =>
  db
    .selectFrom('company_sign_on as s')
    .select(['s.company_id as companyId', 's.issuer', 's.client_id as clientId', 's.sealed_client_secret as sealedSecret'])
    .select(['s.password_login as passwordLogin', 's.updated_at as updatedAt'])

export async function signOnOfCompany(db: Db, companyId: number): Promise<StoredSignOn | undefined> {
  return settingsIn(db).where('s.company_id', '=', companyId).executeTakeFirst()
}

export async function signOnOfDomain(db: Db, domain: string): Promise<StoredSignOn | undefined> {
  return settingsIn(db)
    .innerJoin('sign_on_domains as d', 'd.company_id', 's.company_id')
    .where('d.domain', '=', domain.toLowerCase())
    .executeTakeFirst()
}

export async function domainsOf(db: Db, companyId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('sign_on_domains')
    .select('domain')
    .where('company_id', '=', companyId)
    .orderBy('domain')
    .execute()
  return rows.map(({ domain }) => domain)
}
