import type { ProfileData } from '#contract/account/account.calls.ts'
import type { Ctx } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'

/** The profile of the logged-in user. */
export async function readProfile({ db, actor }: Ctx): Promise<ProfileData> {
  const row = await userRow(db, actor.userId).executeTakeFirstOrThrow()
  return {
    userName: row.name,
    userLastname: row.lastName,
    userEmail: row.email,
    userCountryId: row.countryId,
    userCity: row.city,
    userAddress: row.address,
    companyName: row.companyName,
    userPhone: row.phone,
  }
}

export function userRow(db: Database | DatabaseTransaction, userId: number) {
  return db
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.company_id', 'u.company_id')
    .select(['u.name', 'u.last_name as lastName', 'u.email', 'u.country_id as countryId', 'u.city', 'u.address', 'u.phone'])
    .select('c.business_name as companyName')
    .where('u.user_id', '=', userId)
}
