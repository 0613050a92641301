import { sql } from 'kysely'
import { billingCycleAt, localDay } from '#domain/billing-cycle.ts'
import { luhnDigit } from '#domain/identifiers.ts'
import { PERMITS, type Permit } from '#domain/permits.ts'
import { consumptionPercent, OVER_PLAN_PERCENT } from '#domain/usage.ts'
import type { Database } from '#server/db/database.ts'
import { insertPlans } from '#server/records/insert-plans.ts'
import { refreshPlanUsage } from '#server/records/refresh-plan-usage.ts'
import { insertSimTexts } from '#server/records/sim-copies.ts'
import { hashPassword } from '#server/secrets/password-hash.ts'

/** Who there is in the small fleet; `nadie` has an account and no permit. */
export type FleetUser = 'admin' | 'reseller' | 'ana' | 'luis' | 'nadie' | 'sub' | 'flota'
/** of all users; a fixed one, set anew by tests that change it */
export const PASSWORD = 'Tranvia9Azul'

/** operator ─ reseller ─ andes ─ andesNorte, and pacifico beside the reseller. */
export const COMPANIES = { operator: 1, reseller: 2, andes: 3, andesNorte: 4, pacifico: 5 } as const

const PLANS = [
  { plan_code: 'IOT250', name: 'IoT 250 MB', data_mb: 250, pooled: false },
  { plan_code: 'TEL50', name: 'Telemetría 50 MB', data_mb: 50, pooled: true },
  { plan_code: 'SMS', name: 'Solo SMS', data_mb: 0, pooled: false },
] as const

export interface TestSim {
  readonly iccid: string
  readonly companyId: number
  readonly status: number
  readonly gprs: number
  readonly planCode: string
  readonly cycleBytes: number
  readonly label: string
  readonly msisdn: string
  readonly imei: string
  readonly imsi: string
}

export interface Fleet {
  readonly sims: readonly TestSim[]
  readonly people: Record<FleetUser, { email: string; userId: number; companyId: number }>
}

const ALL: readonly Permit[] = PERMITS
const PEOPLE: Record<
  FleetUser,
  { email: string; companyId: number; permits: readonly Permit[]; isAdmin?: boolean; canHibernate?: boolean }
> = {
  admin: { email: 'admin@enlace.test', companyId: COMPANIES.operator, permits: ALL, isAdmin: true, canHibernate: true },
  reseller: { email: 'rosa@canal.test', companyId: COMPANIES.reseller, permits: ALL },
  ana: { email: 'ana@andes.test', companyId: COMPANIES.andes, permits: ALL, canHibernate: true },
  luis: { email: 'luis@andes.test', companyId: COMPANIES.andes, permits: ['sims'] },
  nadie: { email: 'nadie@andes.test', companyId: COMPANIES.andes, permits: [] },
  sub: { email: 'nora@norte.test', companyId: COMPANIES.andesNorte, permits: ALL },
  flota: { email: 'flota@pacifico.test', companyId: COMPANIES.pacifico, permits: ALL },
}

const MEGABYTES: ReadonlyMap<string, number> = new Map(PLANS.map((plan) => [plan.plan_code, plan.data_mb]))

export const planPercentOf = ({ cycleBytes, planCode }: Pick<TestSim, 'cycleBytes' | 'planCode'>): number =>
  consumptionPercent(cycleBytes, MEGABYTES.get(planCode) ?? 0)

/** Whether the filter on the use of plans matches such a SIM. */
export const hasUsedPlan = (sim: Pick<TestSim, 'cycleBytes' | 'planCode'>): boolean => planPercentOf(sim) >= OVER_PLAN_PERCENT

/** SIM number n of a company: every status and plan occurs, usage grows with n. */
function simNumber(n: number, companyId: number): TestSim {
  const digits = `8956030${companyId}${String(n * 7919).padStart(11, '0')}`
  const status = [2, 2, 2, 1, 11, 2, 10, 3][n % 8] ?? 2
  return {
    iccid: digits + luhnDigit(digits),
    companyId,
    status,
    gprs: status === 2 ? 1 + (n % 2) : 0,
    planCode: PLANS[n % PLANS.length]?.plan_code ?? 'SMS',
    cycleBytes: status === 1 ? 0 : n * 3_000_000,
    label: `Camión ${companyId}${String(n).padStart(3, '0')}`,
    msisdn: `5694${companyId}${String(n * 31).padStart(6, '0')}`,
    imei: `8643560${companyId}${String(n * 97).padStart(7, '0')}`,
    imsi: `73001${companyId}${String(n * 53).padStart(9, '0')}`,
  }
}

const SIMS_OF: Record<number, number> = { [COMPANIES.andes]: 60, [COMPANIES.andesNorte]: 25, [COMPANIES.pacifico]: 40 }

/**
 * A small fleet whose every row is known: five companies, seven people, 125 SIMs.
 * @param simsOf how many of each company, for what shows in greater numbers only
 */
export async function createFleet(db: Database, now: Date, simsOf = SIMS_OF): Promise<Fleet> {
  await createReferences(db)
  await createCompanies(db)
  const sims = Object.entries(simsOf).flatMap(([company, count]) =>
    Array.from({ length: count }, (_, index) => simNumber(index + 1, Number(company))),
  )
  // a statement takes 65 535 parameters
  for (let first = 0; first < sims.length; first += 4000) await insertSims(db, sims.slice(first, first + 4000), now)
  await insertSimTexts(db, sql`true`)
  await countTallies(db)
  await refreshPlanUsage(db, Object.values(COMPANIES))
  return { sims, people: await createPeople(db) }
}

async function createReferences(db: Database): Promise<void> {
  await db
    .insertInto('countries')
    .values([
      { country_id: 1, iso2: 'CL', name_es: 'Chile', name_en: 'Chile' },
      { country_id: 2, iso2: 'DE', name_es: 'Alemania', name_en: 'Germany' },
    ])
    .execute()
  await db
    .insertInto('origins')
    .values([
      { origin_id: 1, name: 'Chile', operator_name: 'Movistar Chile' },
      { origin_id: 2, name: 'Peru', operator_name: 'Movistar Perú', operator_status: 2, operator_failure_percent: 14 },
    ])
    .execute()
  await db
    .insertInto('sim_types')
    .values([{ sim_type_id: 2, name: 'Local' }])
    .execute()
  await db
    .insertInto('apns')
    .values([{ apn_id: 1, name: 'M2M', apn: 'm2m.enlace' }])
    .execute()
  await insertPlans(
    db,
    PLANS.map((plan) => ({ ...plan, origin_id: 1, sim_type_id: 2, price_minor: 1200 })),
  )
}

async function createCompanies(db: Database): Promise<void> {
  const company = (company_id: number, lineage: number[], business_name: string) => ({
    company_id,
    parent_id: lineage.at(-2) ?? null,
    lineage,
    business_name,
  })
  await db
    .insertInto('companies')
    .values([
      company(1, [1], 'Operador Enlace'),
      company(2, [1, 2], 'Canal Sur'),
      company(3, [1, 2, 3], 'Transportes Andes Sur SpA'),
      company(4, [1, 2, 3, 4], 'Andes Norte'),
      company(5, [1, 5], 'Pacífico Logística'),
    ])
    .execute()
}

async function createPeople(db: Database): Promise<Fleet['people']> {
  const password_hash = await hashPassword(PASSWORD)
  const entries = await Promise.all(
    (Object.keys(PEOPLE) as FleetUser[]).map(async (person) => {
      const { email, companyId, permits, isAdmin = false, canHibernate = false } = PEOPLE[person]
      const values = {
        email,
        company_id: companyId,
        password_hash,
        name: person,
        permits: [...permits],
        is_admin: isAdmin,
        can_hibernate: canHibernate,
      }
      const { user_id } = await db.insertInto('users').values(values).returning('user_id').executeTakeFirstOrThrow()
      return [person, { email, userId: user_id, companyId }] as const
    }),
  )
  return Object.fromEntries(entries) as Fleet['people']
}

async function insertSims(db: Database, sims: readonly TestSim[], now: Date): Promise<void> {
  const cycle = billingCycleAt(now, 1, 'America/Santiago')
  await db
    .insertInto('sim_registry')
    .values(sims.map((sim) => ({ iccid: sim.iccid, company_id: sim.companyId })))
    .execute()
  await db
    .insertInto('sims')
    .values(
      sims.map((sim) => ({
        company_id: sim.companyId,
        iccid: sim.iccid,
        imsi: sim.imsi,
        msisdn: sim.msisdn,
        imei: sim.imei,
        device: 'Teltonika FMC130',
        origin_id: 1,
        sim_type_id: 2,
        plan_code: sim.planCode,
        apn_id: 1,
        administrative_status: sim.status,
        status_since: now,
        activated_at: sim.status === 1 ? null : new Date(now.getTime() - sim.cycleBytes),
        custom_field_1: sim.label,
        created_at: now,
      })),
    )
    .execute()
  await db
    .insertInto('sim_live')
    .values(
      sims.map((sim) => ({
        company_id: sim.companyId,
        iccid: sim.iccid,
        administrative_status: sim.status,
        origin_id: 1,
        sim_type_id: 2,
        plan_code: sim.planCode,
        apn_id: 1,
        gprs_status: sim.gprs,
        usage_day: localDay(now, 'America/Santiago'),
        day_data_bytes: Math.round(sim.cycleBytes / 10),
        cycle_start: cycle.start,
        cycle_data_bytes: sim.cycleBytes,
        plan_percent: planPercentOf(sim),
        updated_at: now,
      })),
    )
    .execute()
}

async function countTallies(db: Database): Promise<void> {
  const kinds = sql`s.administrative_status, l.gprs_status, s.origin_id, s.sim_type_id, s.plan_code, s.apn_id`
  const tables = sql`sims s JOIN sim_live l USING (company_id, iccid)`
  await sql`INSERT INTO sim_tallies SELECT company_id, ${kinds}, count(*) FROM ${tables} GROUP BY 1, 2, 3, 4, 5, 6, 7`.execute(
    db,
  )
  await sql`INSERT INTO fleet_tallies SELECT ${kinds}, count(*) FROM ${tables} GROUP BY 1, 2, 3, 4, 5, 6`.execute(db)
}
