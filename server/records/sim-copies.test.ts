import { type RawBuilder, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { COMPANIES } from '#test/fleet.ts'
import { createFleetDatabase } from '#test/fleet-database.ts'
import { insertSims } from './insert-sims.ts'
import { moveSims } from './move-sims.ts'
import { type CopiedColumns, differingCopies, updateSims } from './sim-copies.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const database = await createFleetDatabase(NOW)
const { db, sims } = database
afterAll(() => database.drop())

const ofAndes = sql`s.company_id = ${COMPANIES.andes}`
const some = sims.filter(({ companyId }) => companyId === COMPANIES.andes).slice(0, 10)
const actor = { actor: 'test', detail: {} }

test.each<[string, CopiedColumns, RawBuilder<unknown>]>([
  ['labels of many', 'texts', sql`UPDATE sims s SET custom_field_1 = 'Grúa ' || right(s.iccid, 3) WHERE ${ofAndes}`],
  [
    'a device that was changed',
    'texts',
    sql`UPDATE sims s SET imei = '864356000000019', custom_field_2 = 'Ñandú' WHERE s.iccid = ${some[3]?.iccid}`,
  ],
  ['a status, which no text has', 'kinds', sql`UPDATE sims s SET administrative_status = 4 WHERE ${ofAndes}`],
  [
    'another plan for some, another label and a reason for all',
    'both',
    sql`UPDATE sims s SET plan_code = CASE WHEN s.imei < '86435603' THEN 'SMS' ELSE s.plan_code END, status_reason = 'temporada',
      custom_field_2 = 'Norte'`,
  ],
])('copies are true after %s', async (_, copies, update) => {
  expect((await updateSims(db, update, copies)).length).toBeGreaterThan(0)
  expect(await differingCopies(db)).toEqual([])
})

test('SIMs that come, move and go take their copies along', async () => {
  const fresh = { iccid: '8956030790000000017', imsi: '730010000000017', msisdn: '56940000017' }
  const kind = { planCode: 'SMS', originId: 1, simTypeId: 2, apnId: 1 }
  await db
    .transaction()
    .execute((trx) => insertSims(trx, { companyId: COMPANIES.andes, ...kind, sims: [fresh], ...actor }, NOW))
  expect(await differingCopies(db)).toEqual([])
  const moved = [...some, { companyId: COMPANIES.andes, iccid: fresh.iccid }]
  await db.transaction().execute((trx) => moveSims(trx, { target: COMPANIES.pacifico, sims: moved, ...actor }, NOW))
  expect(await differingCopies(db)).toEqual([])
  await sql`DELETE FROM sims WHERE iccid = ${fresh.iccid}`.execute(db)
  expect(await differingCopies(db)).toEqual([])
})

test('a copy that differs, or is missing, or has no SIM is found', async () => {
  const [one, two, three] = sims.filter(({ companyId }) => companyId === COMPANIES.andesNorte).map(({ iccid }) => iccid)
  const undo = new Error('undone')
  const broken = db.transaction().execute(async (trx) => {
    await sql`UPDATE sims SET custom_field_1 = 'Grúa' WHERE iccid = ${one}`.execute(trx)
    await sql`DELETE FROM sim_texts WHERE iccid = ${two}`.execute(trx)
    await sql`UPDATE sims SET plan_code = 'SMS' WHERE iccid = ${three}`.execute(trx)
    expect(await differingCopies(trx)).toEqual([one, two, three].map((iccid) => `4/${iccid}`).sort())
    throw undo
  })
  await expect(broken).rejects.toBe(undo)
})

test('a status that changes leaves the index of texts alone', async () => {
  const places = async () => (await sql`SELECT iccid, ctid::text FROM sim_texts ORDER BY iccid`.execute(db)).rows
  const before = await places()
  await updateSims(db, sql`UPDATE sims s SET administrative_status = 11 WHERE s.company_id = ${COMPANIES.pacifico}`, 'kinds')
  await updateSims(db, sql`UPDATE sims s SET device = 'Otro' WHERE s.company_id = ${COMPANIES.pacifico}`, 'texts')
  expect(await places()).toEqual(before)
})
