import { type RawBuilder, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { COMPANIES } from '#test/fleet.ts'
import { createFleetDatabase } from '#test/fleet-database.ts'

const database = await createFleetDatabase(new Date('2026-11-21T12:00:00Z'))
const { db } = database
afterAll(() => database.drop())

const TEXTS = 'company_id, iccid, lineage, identifiers, labels'
const KINDS = 'company_id, iccid, administrative_status, origin_id, sim_type_id, plan_code, apn_id'

const rowsOf = async (columns: string, table: string): Promise<unknown[]> =>
  (await sql.raw(`SELECT ${columns} FROM ${table} ORDER BY company_id, iccid`).execute(db)).rows

/** The search texts and the copies in sim_live, next to their expected values. */
async function expectTrueCopies(): Promise<void> {
  expect(await rowsOf(TEXTS, 'sim_texts')).toEqual(await rowsOf(TEXTS, 'sim_texts_due'))
  const kinds = await rowsOf(KINDS, 'sim_live')
  expect(kinds).toEqual(await rowsOf(KINDS, 'sims'))
  expect(kinds.length).toBeGreaterThan(40)
}

const ofAndes = sql`company_id = ${COMPANIES.andes}`

test.each<[string, RawBuilder<unknown>]>([
  ['SIMs that came', sql`SELECT`],
  ['labels of many', sql`UPDATE sims SET custom_field_1 = 'Grúa ' || right(iccid, 3) WHERE ${ofAndes}`],
  [
    'a device that was changed',
    sql`UPDATE sims SET imei = '864356000000019', custom_field_2 = 'Ñandú' WHERE iccid = (SELECT min(iccid) FROM sims)`,
  ],
  ['a status, which no text has', sql`UPDATE sims SET administrative_status = 4 WHERE ${ofAndes}`],
  [
    'another plan and status for some, a reason for all',
    sql`UPDATE sims SET plan_code = CASE WHEN imei < '86435603' THEN 'SMS' ELSE plan_code END,
      administrative_status = CASE WHEN imei < '86435604' THEN 11 ELSE administrative_status END, status_reason = 'temporada'`,
  ],
  ['SIMs that went', sql`DELETE FROM sims WHERE ${ofAndes} AND iccid < (SELECT max(iccid) FROM sims WHERE ${ofAndes})`],
  ['a company that moved in the tree', sql`UPDATE companies SET parent_id = 1, lineage = '{1,3}' WHERE ${ofAndes}`],
])('copies are true after %s', async (_, change) => {
  await change.execute(db)
  await expectTrueCopies()
})

test('a status that changes leaves the index of texts alone', async () => {
  const places = async () => (await sql`SELECT iccid, ctid::text FROM sim_texts ORDER BY iccid`.execute(db)).rows
  const before = await places()
  await sql`UPDATE sims SET administrative_status = 11, status_reason = 'temporada' WHERE company_id = ${COMPANIES.pacifico}`.execute(
    db,
  )
  expect(await places()).toEqual(before)
})
