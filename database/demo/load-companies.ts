import { billingCycleAt } from '#domain/billing-cycle.ts'
import type { Database } from '#server/db/database.ts'
import { hashPassword } from '#server/features/identity/password-hash.ts'
import { countryId } from '../reference-data.ts'
import { DEMO_APNS, DEMO_PLANS } from './catalogue.ts'
import { ANDES_BILLED, ANDES_UNPAID, DEMO_COMPANIES, DEMO_PASSWORD, DEMO_USERS } from './companies.ts'

const DAY_MS = 86_400_000

/** Companies with their APNs and plans, and how the operators' links are: Mexico stumbles, Ecuador has been down for a while. */
export async function loadCompanies(db: Database, now: Date): Promise<void> {
  await db
    .insertInto('companies')
    .values(
      DEMO_COMPANIES.map((company) => ({
        company_id: company.id,
        parent_id: company.parents.at(-1) ?? null,
        lineage: [...company.parents, company.id],
        tin: company.tin,
        business_name: company.businessName,
        fantasy_name: company.fantasyName,
        country_id: countryId(company.country),
        time_zone: company.timeZone,
        currency: company.currency,
        cycle_anchor_day: company.cycleAnchorDay,
        usage_cycle_start: billingCycleAt(now, company.cycleAnchorDay, company.timeZone).start,
        created_at: new Date(now.getTime() - 1_100 * DAY_MS),
      })),
    )
    .execute()
  await db.insertInto('apns').values(DEMO_APNS).execute()
  await db.insertInto('plans').values(DEMO_PLANS).execute()
  const since = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000)
  await db
    .updateTable('origins')
    .set({ operator_status_since: since(3_000) })
    .execute()
  const warning = { operator_status: 2, operator_failure_percent: 14, operator_status_since: since(12) }
  const closed = { operator_status: 0, operator_failure_percent: 100, operator_status_since: since(51) }
  await db.updateTable('origins').set(warning).where('origin_id', '=', 3).execute()
  await db.updateTable('origins').set(closed).where('origin_id', '=', 4).execute()
}

/** Last month's total of the other customers, in minor units of their currency. */
const OTHERS_BILLED: Readonly<Record<number, number>> = {
  5: 4_871_300,
  13: 572_940,
  6: 912_600,
  7: 2_066_250,
  14: 841_000,
  8: 187_450_000,
  9: 152_310,
}
/** Shares of the Andes group's bill. */
const ANDES_SHARES: Readonly<Record<number, number>> = { 10: 0.16, 11: 0.13, 12: 0.09 }
const PAST_CYCLES = ANDES_BILLED.length

/** What was billed in the past cycles; the last one is not paid yet. */
export async function loadCharges(db: Database, now: Date): Promise<void> {
  const rows = DEMO_COMPANIES.flatMap((company) => {
    const cycles = pastCycles(now, company.cycleAnchorDay, company.timeZone)
    return cycles.map(({ start, end }, index) => ({ company, start, end, index, total: billed(company.id, index) }))
  })
  const isUnpaid = (companyId: number, index: number): boolean =>
    index === PAST_CYCLES - 1 || (index === PAST_CYCLES - 2 && (companyId === 10 || companyId === 11))
  const values = rows.flatMap(({ company, start, end, index, total }) => {
    if (total === 0) return []
    const issuedAt = new Date(Date.parse(`${end}T15:00:00Z`) + 6 * DAY_MS)
    const issued_at = issuedAt > now ? now : issuedAt
    const unpaid = isUnpaid(company.id, index)
    const paid_at = unpaid ? null : new Date(Math.min(issued_at.getTime() + 18 * DAY_MS, now.getTime()))
    const state = unpaid ? 'issued' : 'paid'
    return [
      {
        company_id: company.id,
        cycle_start: start,
        cycle_end: end,
        state,
        total_minor: total,
        currency: company.currency,
        issued_at,
        paid_at,
      },
    ]
  })
  await db.insertInto('charges').values(values).execute()
}

function billed(companyId: number, index: number): number {
  const group = ANDES_BILLED[index] ?? 0
  if (index === PAST_CYCLES - 2 && companyId === 10) return ANDES_UNPAID[0] ?? 0
  if (index === PAST_CYCLES - 2 && companyId === 11) return ANDES_UNPAID[1] ?? 0
  const share = ANDES_SHARES[companyId]
  if (share !== undefined) return Math.round(group * share)
  if (companyId === 4) return group - [10, 11, 12].reduce((sum, id) => sum + billed(id, index), 0)
  // the others grow by some three percent a month
  return Math.round((OTHERS_BILLED[companyId] ?? 0) * 0.97 ** (PAST_CYCLES - 1 - index))
}

/** The cycles before the running one, oldest first. */
function pastCycles(now: Date, anchorDay: number, timeZone: string): { start: string; end: string }[] {
  const cycles: { start: string; end: string }[] = []
  let { start: end } = billingCycleAt(now, anchorDay, timeZone)
  for (let count = 0; count < PAST_CYCLES; count++) {
    const dayBefore = new Date(Date.parse(`${end}T12:00:00Z`) - DAY_MS)
    const { start } = billingCycleAt(dayBefore, anchorDay, 'UTC')
    cycles.unshift({ start, end })
    end = start
  }
  return cycles
}

/** The logins and a greeting. Users come last: a database without them counts as empty, and a load that was cut off begins again. */
export async function loadPeople(db: Database, now: Date): Promise<void> {
  const password_hash = await hashPassword(DEMO_PASSWORD)
  await db
    .insertInto('popups')
    .values({
      name: 'bienvenida',
      slot: 1,
      title_es: 'Bienvenida a la demo',
      title_en: 'Welcome to the demo',
      content_es:
        'Esta flota de 50.000 SIMs es inventada. Pruebe a buscar los últimos seis dígitos de un IMEI, a filtrar por estado o a abrir una SIM.',
      content_en:
        'This fleet of 50,000 SIMs is made up. Try searching the last six digits of an IMEI, filtering by status or opening a SIM.',
      starts_at: now,
    })
    .execute()
  const values = DEMO_USERS.map(({ country, ...user }) => ({
    ...user,
    permits: [...user.permits],
    country_id: countryId(country),
    password_hash,
    created_at: now,
  }))
  await db.insertInto('users').values(values).execute()
}
