import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { COMPANIES } from '#test/fleet.ts'
import { fileOf, type ImportRig, iccid, line, openImportRig } from '#test/import-rig.ts'
import { setSims } from '#test/set-sims.ts'

let rig: ImportRig
beforeEach(async () => {
  rig = await openImportRig()
  return () => rig.close()
})

test('other values of an own SIM update it, with a row in its timeline; its status stays', async () => {
  await rig.importFile(fileOf(line(1, { status: 'activa' }), line(2)))
  const counts = await rig.importFile(
    fileOf(line(1, { plan: 'TEL50', imei: '864356051188424', label: '', status: 'hibernada' }), line(2)),
  )
  expect(counts).toMatchObject({ created: 0, updated: 1, unchanged: 1, bad: 0 })
  // what a line does not say stays: the label
  expect(await rig.simOf(iccid(1))).toMatchObject({
    plan_code: 'TEL50',
    imei: '864356051188424',
    custom_field_1: 'Medidor 1',
    administrative_status: 2,
  })
  const [, edited] = await rig.services.db
    .selectFrom('sim_events')
    .select(['kind', 'detail'])
    .where('iccid', '=', iccid(1))
    .orderBy('event_id')
    .execute()
  expect(edited).toMatchObject({
    kind: 'edited',
    detail: { changes: { plan_code: ['IOT250', 'TEL50'], imei: ['', '864356051188424'] } },
  })
  await rig.expectTalliesTrue()
})

test('a minimum stay ends with its plan, and goes on under a line that does not change it', async () => {
  await rig.importFile(fileOf(line(1), line(2)))
  for (const n of [1, 2]) await setSims(rig.services.db, iccid(n), { plan_bound_until: '2027-11-21' })
  await rig.importFile(fileOf(line(1, { plan: 'TEL50' }), line(2, { label: 'Patio' })))
  expect(await rig.simOf(iccid(1))).toMatchObject({ plan_code: 'TEL50', plan_bound_until: null })
  expect(await rig.simOf(iccid(2))).toMatchObject({ plan_code: 'IOT250', plan_bound_until: '2027-11-21' })
})

test('changes of plan are sent to the endpoints of the company, others are not', async () => {
  await rig.importFile(fileOf(line(1), line(2)))
  await rig.services.db
    .insertInto('webhook_endpoints')
    .values({
      company_id: COMPANIES.andesNorte,
      url: 'https://empresa.test/',
      description: '',
      events: ['sim.plan_changed'],
      is_active: true,
      includes_below: false,
      secret: 'x',
      language: 'es',
      created_at: new Date(),
      updated_at: new Date(),
    })
    .execute()
  await rig.importFile(fileOf(line(1, { plan: 'TEL50', label: 'Bodega' }), line(2, { label: 'Patio' })))
  const sent = await rig.services.db.selectFrom('webhook_messages').select(['event', 'items', 'body']).execute()
  expect(sent).toMatchObject([{ event: 'sim.plan_changed', items: 1 }])
  expect(JSON.parse(sent[0]?.body ?? '').data.items).toMatchObject([{ icc: iccid(1), from: 'IOT250', to: 'TEL50' }])
})

test('a plan with another allowance changes percent and pool', async () => {
  const sim = rig.fleet.sims.find(
    ({ planCode, status, cycleBytes }) => planCode === 'TEL50' && status === 2 && cycleBytes > 5e7,
  )
  if (!sim) throw new Error('the fleet has one')
  const poolOf = async (plan: string): Promise<number> => {
    const { rows } = await sql<{ bytes: number }>`
      SELECT coalesce(sum(data_bytes), 0)::bigint AS bytes FROM plan_usage_tallies
      WHERE plan_code = ${plan} AND company_id = ${sim.companyId}`.execute(rig.services.db)
    return rows[0]?.bytes ?? 0
  }
  const [before, after] = [await poolOf('TEL50'), await poolOf('IOT250')]
  // usage that is counted, and not shown at its SIM yet, stays
  await sql`
    INSERT INTO plan_usage_tallies (company_id, plan_code, cycle_start, data_bytes)
    SELECT company_id, 'IOT250', cycle_start, 777 FROM sim_live WHERE iccid = ${sim.iccid}`.execute(rig.services.db)
  await rig.importFile(`ICC,Plan\n${sim.iccid},IOT250\n`)
  expect([await poolOf('TEL50'), await poolOf('IOT250')]).toEqual([before - sim.cycleBytes, after + sim.cycleBytes + 777])
  const live = await rig.services.db
    .selectFrom('sim_live')
    .select('plan_percent')
    .where('iccid', '=', sim.iccid)
    .executeTakeFirst()
  expect(live?.plan_percent).toBe(Math.round((sim.cycleBytes / (250 * 1024 ** 2)) * 100))
})

test('only ICC and one column suffice for SIMs that are there', async () => {
  const [sim] = rig.fleet.sims
  if (!sim) throw new Error('the fleet has one')
  expect(await rig.importFile(`iccid\timei\n${sim.iccid}\t86435605118842\n`)).toMatchObject({ updated: 1, bad: 0 })
  expect(await rig.simOf(sim.iccid)).toMatchObject({ imei: '864356051188424', custom_field_1: sim.label })
})

test('numbers may change places within one file', async () => {
  await rig.importFile(fileOf(line(1), line(2)))
  const counts = await rig.importFile(fileOf(line(1, { msisdn: '51900000002' }), line(2, { msisdn: '51900000001' })))
  expect(counts).toMatchObject({ updated: 2, bad: 0 })
})

test('the number of a SIM that was given up is free', async () => {
  await rig.importFile(fileOf(line(1, { status: 'baja' })))
  expect(await rig.importFile(fileOf(line(2, { msisdn: '51900000001', imsi: '716060000000001' })))).toMatchObject({
    created: 1,
    bad: 0,
  })
})
