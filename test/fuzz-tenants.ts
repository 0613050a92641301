import { sql } from 'kysely'
import { CONTRACT } from '#contract/contract.ts'
import { PERMITS } from '#domain/permits.ts'
import { COMPANIES, type FleetUser } from './fleet.ts'
import type { Known } from './fuzz-values.ts'
import type { Portal } from './portal.ts'
import { STORE_ID } from './store-fixtures.ts'
import { writeDocument } from './write-document.ts'

/** What stands in every text that a tenant can write, and nowhere else. */
const MARKS = { ana: 'zorro-andes', flota: 'zorro-pacifico' } as const
type Owner = keyof typeof MARKS

/** Values that only users of Andes and of companies above it may see, and the same of Pacífico. */
export const FOREIGN: Readonly<Record<Owner, RegExp>> = {
  ana: /zorro-pacifico|Pacífico|@pacifico\.test|Camión 5\d{3}|89560305\d{11}|56945\d{6}|86435605\d{7}|730015\d{9}/giu,
  flota: new RegExp(
    [
      ...['zorro-andes', 'Andes', 'Canal Sur', '@(andes|norte|canal)\\.test', 'Camión [34]\\d{3}', '8956030[34]\\d{11}'],
      ...['5694[34]\\d{6}', '8643560[34]\\d{7}', '73001[34]\\d{9}'],
    ].join('|'),
    'giu',
  ),
}

/** Makes a call that has to succeed. @returns its data */
async function make(portal: Portal, owner: Owner, named: string, body: object): Promise<Record<string, unknown>> {
  const call = CONTRACT.find(({ method, path }) => `${method} ${path}` === named)
  if (!call) throw new Error(`there is no call ${named}`)
  const response = await portal.request(call, owner, { body })
  if (response.statusCode !== 200) throw new Error(`${named}: ${response.body}`)
  return response.json().data
}

/** What a tenant writes through the portal. */
async function write(portal: Portal, owner: Owner): Promise<void> {
  const mark = MARKS[owner]
  const { companyId } = portal.fleet.people[owner]
  const sims = portal.fleet.sims.filter((sim) => sim.companyId === companyId && sim.status === 2)
  const [icc = '', second = ''] = sims.map(({ iccid }) => iccid)
  const alarm = { company: companyId, plan: '', limit: 1, email: `${mark}@example.com`, active: '1', action: '0' }
  await make(portal, owner, 'POST /alarm', alarm)
  const rule = {
    name: mark,
    company: companyId,
    trigger: { kind: 'sessions', count: 1 },
    actions: { emails: [`${mark}@example.com`] },
  }
  await make(portal, owner, 'POST /rule', rule)
  await make(portal, owner, 'POST /drafts/rule', { ...rule, reason: mark })
  await make(portal, owner, 'POST /drafts/alarm', { ...alarm, name: mark, reason: mark })
  await make(portal, owner, 'POST /sim/views', { name: mark, query: mark })
  await make(portal, owner, 'POST /sim/editCustom', { icc, customField1: mark, device: mark })
  await make(portal, owner, 'POST /sim/massiveTag', { icc: [second], add: [mark] })
  await make(portal, owner, 'POST /sim/massiveGroup', { icc: [second], group: mark })
  await make(portal, owner, 'POST /groups', {
    company: companyId,
    path: `${mark} regla`,
    rule: { search: mark },
    tags: [`${mark} dado`],
  })
  const shape = { kind: 'circle', centre: { latitude: -33.45, longitude: -70.65 }, radiusM: 500 }
  await make(portal, owner, 'POST /sim/lockPolicies', { company: companyId, groupId: null, emails: [`${mark}@empresa.test`] })
  await make(portal, owner, 'POST /geofences', { company: companyId, name: mark, shape })
  await make(portal, owner, 'POST /sim/sms', { icc, message: mark })
  const scheduledAt = new Date(portal.clock.now.getTime() + 86_400_000).toISOString()
  await make(portal, owner, 'POST /sim/massiveCustom', { icc: [second], customField2: mark, reason: mark, scheduledAt })
  await make(portal, owner, 'PUT /requests/cart', { hardwareId: STORE_ID, quantity: 1 })
  const totals = [{ currency: 'CLP', onceMinor: 1_000, monthlyMinor: 0 }]
  await make(portal, owner, 'POST /requests/submit', { deliveryAddress: mark, note: mark, totals })
}

/** What others write about a tenant. */
async function writeBeside({ db, clock, fleet }: Portal, owner: Owner): Promise<void> {
  const mark = MARKS[owner]
  const { companyId, userId } = fleet.people[owner]
  const iccid = fleet.sims.find((sim) => sim.companyId === companyId)?.iccid ?? ''
  const lines = [{ iccid, kind: 'price', plan_code: 'IOT250', quantity: 1, unit_minor: 1190, used: 0, included: 0 }] as const
  await writeDocument(db, { companyId, cycle: ['2026-10-01', '2026-11-01'], currency: 'CLP', lines })
  await sql`
    INSERT INTO hardware_items (company_id, kind, product_type, product, custom_field_1, acquired_at, updated_at)
    VALUES (${companyId}, 'device', ${mark}, ${mark}, ${mark}, ${clock.now}, ${clock.now})`.execute(db)
  await sql`
    INSERT INTO audit_log (company_id, at, user_id, actor, action, entity, entity_id)
    VALUES (${companyId}, ${clock.now}, ${userId}, ${`${mark}@example.com`}, 'mark.made', 'mark', ${mark})`.execute(db)
}

/** Gives two companies one of everything, each with its mark. @returns an API key of each, by who made it */
export async function furnishTenants(portal: Portal): Promise<Readonly<Record<Owner, string>>> {
  const furnish = async (owner: Owner): Promise<string> => {
    await write(portal, owner)
    await writeBeside(portal, owner)
    const { key } = await make(portal, owner, 'POST /apiKeys', { name: MARKS[owner], permits: PERMITS })
    return String(key)
  }
  return { ana: await furnish('ana'), flota: await furnish('flota') }
}

/** Identifiers of both, and unknown ones. */
export function knownThings({ fleet }: Portal): Known {
  const iccsOf = (company: number) => fleet.sims.filter(({ companyId }) => companyId === company).map(({ iccid }) => iccid)
  const some = [COMPANIES.andes, COMPANIES.pacifico].flatMap((company) => iccsOf(company).slice(0, 12))
  const people = (Object.keys(fleet.people) as FleetUser[]).map((person) => fleet.people[person].email)
  return {
    texts: [
      ...some,
      ...people,
      '8900000000000000000',
      'IOT250',
      'TEL50',
      'simulated-1',
      'CLP',
      '2026-10',
      '2026-11-01',
      'camion',
    ],
    numbers: [...Array.from({ length: 9 }, (_, n) => n + 1), STORE_ID, STORE_ID + 1],
  }
}
