import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import { passwordSealContext } from '#server/networks/smpp/stored-links.ts'
import { insertPlans } from '#server/records/insert-plans.ts'
import { insertSims } from '#server/records/insert-sims.ts'
import { updateSims } from '#server/records/sim-copies.ts'
import type { SecretBox } from '#server/secrets/secret-box.ts'
import { LAB_NETWORK, OSMOCOM_ACCOUNT, PORTS } from '../core/configs.ts'
import { labImei, labSettings, labSim } from './lab-network.ts'

export const LAB = { networkId: 'core', originId: 90, apnId: 90, planCode: 'LAB' } as const

export interface LabFleet {
  readonly companyId: number
  /** number of SIMs of each type; they are numbered from 1 across all types */
  readonly simsOfType: readonly { readonly simTypeId: number; readonly count: number }[]
}

/** Adds a core to the portal as a network with a message centre, and SIMs that it carries. */
export async function seedLab(db: Database, secrets: SecretBox, host: string, fleet: LabFleet): Promise<void> {
  const now = new Date()
  const { networkId, originId, apnId, planCode } = LAB
  const types = fleet.simsOfType.map(({ simTypeId }) => simTypeId)
  await db.insertInto('origins').values({ origin_id: originId, name: 'Lab', operator_name: 'Osmocom' }).execute()
  await db.insertInto('apns').values({ apn_id: apnId, name: 'Lab', apn: LAB_NETWORK.apn }).execute()
  const plan = {
    plan_code: planCode,
    name: 'Lab',
    data_mb: 1024,
    pooled: false,
    origin_id: originId,
    sim_type_id: types[0] ?? 2,
  }
  await insertPlans(db, [{ ...plan, price_minor: 0 }])
  const network = { network_id: networkId, name: 'Osmocom', kind: 'osmocom', settings: JSON.stringify(labSettings(host)) }
  await db
    .insertInto('networks')
    .values({ ...network, updated_at: now })
    .execute()
  await db.insertInto('network_health').values({ network_id: networkId, status: 1, failure_percent: 0, since: now }).execute()
  const routes = types.map((sim_type_id) => ({ origin_id: originId, sim_type_id, network_id: networkId }))
  await db.insertInto('network_routes').values(routes).execute()
  const { systemId, password, source } = OSMOCOM_ACCOUNT
  const sealed_password = secrets.seal(password, passwordSealContext(networkId))
  const link = { network_id: networkId, host, port: PORTS.msc.smpp, system_id: systemId, sealed_password, source }
  await db
    .insertInto('smpp_links')
    .values({ ...link, updated_at: now })
    .execute()
  await insertLabSims(db, fleet, now)
}

async function insertLabSims(db: Database, { companyId, simsOfType }: LabFleet, now: Date): Promise<void> {
  const { originId, apnId, planCode } = LAB
  let before = 0
  for (const { simTypeId, count } of simsOfType) {
    const first = before + 1
    const sims = Array.from({ length: count }, (_, index) => labSim(first + index))
    const entry = { companyId, planCode, originId, simTypeId, apnId, sims, actor: 'lab', detail: {} }
    await db.transaction().execute((trx) => insertSims(trx, entry, now))
    for (const [index, { iccid }] of sims.entries()) {
      const [imei, label] = [labImei(first + index), `Lab ${first + index}`]
      await updateSims(db, sql`UPDATE sims s SET imei = ${imei}, custom_field_1 = ${label} WHERE s.iccid = ${iccid}`, 'texts')
    }
    before += count
  }
}
