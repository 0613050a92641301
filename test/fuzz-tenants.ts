import { sql } from 'kysely'
import { createAlarm } from '#contract/alarms.calls.ts'
import { createApiKey } from '#contract/api-keys.calls.ts'
import { massCustom } from '#contract/mass-actions.calls.ts'
import { setCartLine, submitCart } from '#contract/requests.calls.ts'
import { editCustom, sendSms } from '#contract/sim-tools.calls.ts'
import { saveView } from '#contract/sims.calls.ts'
import { PERMITS } from '#domain/permits.ts'
import { COMPANIES, type Person } from './fleet.ts'
import type { Portal } from './portal.ts'
import { STORE_ID } from './store-things.ts'
import { writeDocument } from './write-document.ts'

/** What stands in every text that a tenant can write, and nowhere else. */
const MARKS = { ana: 'zorro-andes', flota: 'zorro-pacifico' } as const
type Owner = keyof typeof MARKS

/** What nobody outside of Andes and of those above it may ever see, and the same of Pacífico. */
export const FOREIGN: Readonly<Record<Owner, RegExp>> = {
  ana: /zorro-pacifico|Pacífico|@pacifico\.test|Camión 5\d{3}|89560305\d{11}|56945\d{6}|86435605\d{7}|730015\d{9}/giu,
  flota: /zorro-andes|Andes|Canal Sur|@(andes|norte|canal)\.test|Camión [34]\d{3}|8956030[34]\d{11}|5694[34]\d{6}|8643560[34]\d{7}|73001[34]\d{9}/giu,
}

/** Gives a company one of everything, each with its mark. @returns an API key of it */
async function furnish(portal: Portal, owner: Owner): Promise<string> {
  const { data, db, clock, fleet } = portal
  const mark = MARKS[owner]
  const { companyId, userId } = fleet.people[owner]
  const sims = fleet.sims.filter((sim) => sim.companyId === companyId && sim.status === 2)
  const [icc = '', second = ''] = sims.map(({ iccid }) => iccid)
  const alarm = { company: companyId, plan: '', limit: 1, email: `${mark}@example.com`, active: '1', action: '0' } as const
  await data(createAlarm, owner, { body: alarm })
  await data(saveView, owner, { body: { name: mark, query: mark } })
  await data(editCustom, owner, { body: { icc, customField1: mark, device: mark } })
  await data(sendSms, owner, { body: { icc, message: mark } })
  const notYet = new Date(clock.now.getTime() + 86_400_000).toISOString()
  await data(massCustom, owner, { body: { icc: [second], customField2: mark, reason: mark, scheduledAt: notYet } })
  await data(setCartLine, owner, { body: { hardwareId: STORE_ID, quantity: 1 } })
  const totals = [{ currency: 'CLP', onceMinor: 1_000, monthlyMinor: 0 }]
  await data(submitCart, owner, { body: { deliveryAddress: mark, note: mark, totals } })
  const lines = [{ iccid: icc, kind: 'price', plan_code: 'IOT250', quantity: 1, unit_minor: 1190, used: 0, included: 0 }] as const
  await writeDocument(db, { companyId, cycle: ['2026-10-01', '2026-11-01'], currency: 'CLP', lines })
  await sql`
    INSERT INTO hardware_items (company_id, kind, product_type, product, custom_field_1, acquired_at, updated_at)
    VALUES (${companyId}, 'device', ${mark}, ${mark}, ${mark}, ${clock.now}, ${clock.now})`.execute(db)
  await sql`
    INSERT INTO audit_log (company_id, at, user_id, actor, action, entity, entity_id)
    VALUES (${companyId}, ${clock.now}, ${userId}, ${`${mark}@example.com`}, 'mark.made', 'mark', ${mark})`.execute(db)
  const { key } = await data(createApiKey, owner, { body: { name: mark, permits: [...PERMITS] } })
  return key
}

/** Two tenants with something of everything, and a key of each. */
export async function furnishTenants(portal: Portal): Promise<Readonly<Record<Owner, string>>> {
  return { ana: await furnish(portal, 'ana'), flota: await furnish(portal, 'flota') }
}

/** Identifiers of both, and of nobody. */
export function knownThings({ fleet }: Portal): { texts: readonly string[]; numbers: readonly number[] } {
  const iccsOf = (company: number) => fleet.sims.filter(({ companyId }) => companyId === company).map(({ iccid }) => iccid)
  const some = [COMPANIES.andes, COMPANIES.pacifico].flatMap((company) => iccsOf(company).slice(0, 12))
  const people = (Object.keys(fleet.people) as Person[]).map((person) => fleet.people[person].email)
  return {
    texts: [...some, ...people, '8900000000000000000', 'IOT250', 'TEL50', 'simulated-1', 'CLP', '2026-10', '2026-11-01', 'camion'],
    numbers: [...Array.from({ length: 9 }, (_, n) => n + 1), STORE_ID, STORE_ID + 1],
  }
}
