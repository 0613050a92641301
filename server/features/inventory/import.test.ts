import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { luhnDigit } from '#domain/identifiers.ts'
import type { InventoryMapping } from '#domain/inventory-columns.ts'
import { createDatabase } from '#server/db/database.ts'
import { tagsAndGroupsOfSim } from '#server/records/tag-names.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { failWrites } from '#test/fail-writes.ts'
import { COMPANIES, createFleet, type Fleet } from '#test/fleet.ts'
import { setSims } from '#test/set-sims.ts'
import { applyImport, ImportRejected, StagingLost } from './apply-import.ts'
import { checkImport, type ImportServices } from './check-import.ts'
import type { ImportCounts } from './counts.queries.ts'
import { failAbandonedImports } from './import-lock.ts'
import { partsOf } from './import-parts.ts'
import { createImport, findImport, type ImportProgress, updateImport } from './import-row.ts'
import { openInventory } from './open-inventory.ts'
import type { Staging } from './staging.ts'

const NOW = new Date('2026-11-21T12:42:00Z')
const WHO = { companyId: COMPANIES.operator, userId: null, actor: 'test', address: '', requestId: '' }

let folder = ''
let database: TestDatabase
let services: ImportServices
let fleet: Fleet

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'enlace-import-'))
})
afterAll(() => rm(folder, { recursive: true }))

beforeEach(async () => {
  database = await createTestDatabase()
  services = { pool: database.pool, db: createDatabase(database.pool), clock: () => NOW }
  fleet = await createFleet(services.db, NOW)
  return () => database.drop()
})

const iccid = (n: number): string => {
  const digits = `8951060${String(n).padStart(12, '0')}`
  return digits + luhnDigit(digits)
}

interface Attempt {
  readonly mapping?: InventoryMapping
  readonly defaultCompanyId?: number
  readonly onProgress?: (progress: ImportProgress) => void
}

async function check(
  content: string,
  { mapping, ...options }: Attempt = {},
): Promise<{ importId: number; counts: ImportCounts }> {
  const path = join(folder, randomUUID())
  await writeFile(path, content)
  const file = await openInventory(path)
  const importId = await createImport(
    services.db,
    WHO,
    { fileName: 'inventario.csv', fileBytes: content.length, format: file.format, mapping: file.mapping },
    NOW,
  )
  const counts = await checkImport(services, importId, file.source, { mapping: mapping ?? file.mapping, ...options })
  return { importId, counts }
}

const apply = (importId: number, mode: 'all' | 'skipBad' = 'all') => applyImport(services, importId, { mode, who: WHO })

async function importFile(content: string, mode: 'all' | 'skipBad' = 'all', attempt: Attempt = {}): Promise<ImportCounts> {
  const { importId } = await check(content, attempt)
  return apply(importId, mode)
}

async function stagingOf(importId: number): Promise<Staging> {
  const [part] = await partsOf(services.db, importId)
  if (!part) throw new Error(`import ${importId} has no part`)
  return part.staging
}

async function problemsOf(importId: number) {
  const { problems } = await stagingOf(importId)
  const { rows } = await sql<{ line: number; field: string; value: string; reason: string; other_line: number | null }>`
    SELECT line, field, value, reason, other_line FROM ${problems} ORDER BY line, field`.execute(services.db)
  return rows.map(({ line, field, value, reason, other_line }) => [
    line,
    field,
    value,
    reason,
    ...(other_line === null ? [] : [other_line]),
  ])
}

const simOf = (icc: string) => services.db.selectFrom('sims').selectAll().where('iccid', '=', icc).executeTakeFirst()

/** Everything that an import may touch, for 'nothing changed'. */
async function everything(): Promise<unknown> {
  const tables = [
    'sim_registry',
    'sims',
    'sim_live',
    'sim_events',
    'sim_tallies',
    'fleet_tallies',
    'audit_log',
    'plan_usage_tallies',
  ]
  const sums = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{
        sum: string
      }>`SELECT count(*) || md5(string_agg(t::text, ',' ORDER BY t::text)) AS sum FROM ${sql.table(table)} t`.execute(
        services.db,
      )
      return [table, rows[0]?.sum]
    }),
  )
  return Object.fromEntries(sums)
}

async function expectTalliesTrue(): Promise<void> {
  const kinds = sql`administrative_status, gprs_status, origin_id, sim_type_id, plan_code, apn_id`
  for (const [table, columns] of [
    ['sim_tallies', sql`company_id, ${kinds}`],
    ['fleet_tallies', kinds],
  ] as const) {
    const { rows } = await sql`
      (SELECT ${columns}, sum(sims)::int AS sims FROM ${sql.table(table)} GROUP BY ${columns} HAVING sum(sims) <> 0)
      EXCEPT (SELECT ${columns}, count(*)::int FROM sims JOIN sim_live USING (company_id, iccid, administrative_status, origin_id, sim_type_id, plan_code, apn_id) GROUP BY ${columns})
      UNION ALL
      (SELECT ${columns}, count(*)::int FROM sims JOIN sim_live USING (company_id, iccid, administrative_status, origin_id, sim_type_id, plan_code, apn_id) GROUP BY ${columns}
      EXCEPT SELECT ${columns}, sum(sims)::int FROM ${sql.table(table)} GROUP BY ${columns} HAVING sum(sims) <> 0)`.execute(
      services.db,
    )
    expect(rows).toEqual([])
  }
}

const HEADER =
  'ICC;IMSI;MSISDN;IMEI;Empresa;Plan;Origen;Tipo de SIM;APN;Dispositivo;Estado;Fecha de activación;Etiqueta;Campo 2'
const line = (
  n: number,
  changes: Partial<
    Record<
      'icc' | 'imsi' | 'msisdn' | 'imei' | 'company' | 'plan' | 'origin' | 'type' | 'apn' | 'status' | 'date' | 'label',
      string
    >
  > = {},
): string => {
  const value = {
    icc: iccid(n),
    imsi: `71606${String(n).padStart(10, '0')}`,
    msisdn: `519${String(n).padStart(8, '0')}`,
    imei: '',
    company: 'Andes Norte',
    plan: 'IoT 250 MB',
    origin: 'Chile',
    type: 'Local',
    apn: 'm2m.enlace',
    status: '',
    date: '',
    label: `Medidor ${n}`,
    ...changes,
  }
  return [
    value.icc,
    value.imsi,
    value.msisdn,
    value.imei,
    value.company,
    value.plan,
    value.origin,
    value.type,
    value.apn,
    'Teltonika FMC130',
    value.status,
    value.date,
    value.label,
    'Ñuñoa',
  ].join(';')
}
const fileOf = (...lines: string[]): string => `${HEADER}\n${lines.join('\n')}\n`

describe('a file that is right', () => {
  test('goes in with registry, live row, timeline, counts and audit', async () => {
    const counts = await importFile(
      fileOf(line(1), line(2, { status: 'Activa', date: '01/03/2025 10:30' }), line(3, { date: '2025-03-01T10:30:00Z' })),
    )
    expect(counts).toMatchObject({ lines: 3, created: 3, updated: 0, unchanged: 0, bad: 0 })
    const [first, second, third] = await Promise.all([1, 2, 3].map((n) => simOf(iccid(n))))
    expect(first).toMatchObject({
      company_id: 4,
      imsi: '716060000000001',
      msisdn: '51900000001',
      plan_code: 'IOT250',
      origin_id: 1,
      sim_type_id: 2,
      apn_id: 1,
      administrative_status: 1,
      technical_status: 3,
      activated_at: null,
      custom_field_1: 'Medidor 1',
      custom_field_2: 'Ñuñoa',
    })
    // the company's clock stands in America/Santiago, three hours behind UTC in March
    expect(second).toMatchObject({
      administrative_status: 2,
      technical_status: 4,
      activated_at: new Date('2025-03-01T13:30:00Z'),
    })
    expect(third).toMatchObject({ administrative_status: 2, activated_at: new Date('2025-03-01T10:30:00Z') })
    const live = await services.db.selectFrom('sim_live').selectAll().where('iccid', '=', iccid(1)).executeTakeFirst()
    expect(live).toMatchObject({ company_id: 4, gprs_status: 0, usage_day: '2026-11-21', cycle_start: '2026-11-01' })
    expect(
      await services.db.selectFrom('sim_events').select(['kind', 'to_status', 'actor']).where('iccid', '=', iccid(2)).execute(),
    ).toEqual([{ kind: 'created', to_status: 2, actor: 'test' }])
    expect(
      await services.db.selectFrom('audit_log').select(['action', 'actor', 'after']).orderBy('audit_id').execute(),
    ).toMatchObject([
      { action: 'inventory.imported', actor: 'test', after: { fileName: 'inventario.csv', mode: 'all', created: 3 } },
    ])
    await expectTalliesTrue()
  })

  test('an active SIM with a number that a subscription follows is a SIM swap', async () => {
    const subscription = (msisdn: string) => ({
      ...{ company_id: 4, subscription_id: randomUUID(), iccid: 'former', msisdn, owner_id: 4, api_key_id: 1, endpoint_id: 1 },
      ...{ api: 'sim-swap-subscriptions', type: 'swapped', source: '/camara', sink: 'https://sink.example/', level: '' },
      ...{ subject: '{}', config: '{}', created_at: NOW },
    })
    const followed = ['51900000001', '51900000002', '51900000003'].map(subscription)
    await services.db.insertInto('camara_subscriptions').values(followed).execute()
    await importFile(fileOf(line(1, { status: 'Activa', date: '2025-03-01T10:30:00Z' }), line(2)))
    const rows = await services.db.selectFrom('camara_subscriptions').select(['iccid', 'events']).orderBy('msisdn').execute()
    const untouched = { iccid: 'former', events: 0 }
    expect(rows).toEqual([{ iccid: iccid(1), events: 1 }, untouched, untouched])
  })

  test('the same file twice changes nothing', async () => {
    const file = fileOf(line(1), line(2, { status: '2', date: '2025-01-01' }))
    await importFile(file)
    const before = (await everything()) as Record<string, string>
    expect(await importFile(file)).toMatchObject({ lines: 2, created: 0, updated: 0, unchanged: 2, bad: 0 })
    expect(await everything()).toMatchObject({ ...before, audit_log: expect.anything() })
  })

  test('other values of an own SIM update it, with a row in its timeline; its status stays', async () => {
    await importFile(fileOf(line(1, { status: 'activa' }), line(2)))
    const counts = await importFile(
      fileOf(line(1, { plan: 'TEL50', imei: '864356051188424', label: '', status: 'hibernada' }), line(2)),
    )
    expect(counts).toMatchObject({ created: 0, updated: 1, unchanged: 1, bad: 0 })
    // what a line does not say stays: the label
    expect(await simOf(iccid(1))).toMatchObject({
      plan_code: 'TEL50',
      imei: '864356051188424',
      custom_field_1: 'Medidor 1',
      administrative_status: 2,
    })
    const [, edited] = await services.db
      .selectFrom('sim_events')
      .select(['kind', 'detail'])
      .where('iccid', '=', iccid(1))
      .orderBy('event_id')
      .execute()
    expect(edited).toMatchObject({
      kind: 'edited',
      detail: { changes: { plan_code: ['IOT250', 'TEL50'], imei: ['', '864356051188424'] } },
    })
    await expectTalliesTrue()
  })

  test('a minimum stay ends with its plan, and goes on under a line that does not change it', async () => {
    await importFile(fileOf(line(1), line(2)))
    for (const n of [1, 2]) await setSims(services.db, iccid(n), { plan_bound_until: '2027-11-21' })
    await importFile(fileOf(line(1, { plan: 'TEL50' }), line(2, { label: 'Patio' })))
    expect(await simOf(iccid(1))).toMatchObject({ plan_code: 'TEL50', plan_bound_until: null })
    expect(await simOf(iccid(2))).toMatchObject({ plan_code: 'IOT250', plan_bound_until: '2027-11-21' })
  })

  test('changes of plan are sent to the endpoints of the company, others are not', async () => {
    await importFile(fileOf(line(1), line(2)))
    await services.db
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
    await importFile(fileOf(line(1, { plan: 'TEL50', label: 'Bodega' }), line(2, { label: 'Patio' })))
    const sent = await services.db.selectFrom('webhook_messages').select(['event', 'items', 'body']).execute()
    expect(sent).toMatchObject([{ event: 'sim.plan_changed', items: 1 }])
    expect(JSON.parse(sent[0]?.body ?? '').data.items).toMatchObject([{ icc: iccid(1), from: 'IOT250', to: 'TEL50' }])
  })

  test('a plan with another allowance changes percent and pool', async () => {
    const sim = fleet.sims.find(({ planCode, status, cycleBytes }) => planCode === 'TEL50' && status === 2 && cycleBytes > 5e7)
    if (!sim) throw new Error('the fleet has one')
    const poolOf = async (plan: string): Promise<number> => {
      const { rows } = await sql<{ bytes: number }>`
        SELECT coalesce(sum(data_bytes), 0)::bigint AS bytes FROM plan_usage_tallies
        WHERE plan_code = ${plan} AND company_id = ${sim.companyId}`.execute(services.db)
      return rows[0]?.bytes ?? 0
    }
    const [before, after] = [await poolOf('TEL50'), await poolOf('IOT250')]
    // usage that is counted, and not shown at its SIM yet, stays
    await sql`
      INSERT INTO plan_usage_tallies (company_id, plan_code, cycle_start, data_bytes)
      SELECT company_id, 'IOT250', cycle_start, 777 FROM sim_live WHERE iccid = ${sim.iccid}`.execute(services.db)
    await importFile(`ICC,Plan\n${sim.iccid},IOT250\n`)
    expect([await poolOf('TEL50'), await poolOf('IOT250')]).toEqual([before - sim.cycleBytes, after + sim.cycleBytes + 777])
    const live = await services.db
      .selectFrom('sim_live')
      .select('plan_percent')
      .where('iccid', '=', sim.iccid)
      .executeTakeFirst()
    expect(live?.plan_percent).toBe(Math.round((sim.cycleBytes / (250 * 1024 ** 2)) * 100))
  })

  test('tags are put on new SIMs and on known ones beside those that they have', async () => {
    const content = (tags: string) => `ICC;Empresa;Plan;APN;Tags\n${iccid(1)};Andes Norte;IoT 250 MB;m2m.enlace;${tags}\n`
    expect(await importFile(content('Norte, garantía'))).toMatchObject({ created: 1 })
    expect((await tagsAndGroupsOfSim(services.db, { companyId: 4, iccid: iccid(1) })).tags).toEqual(['garantía', 'Norte'])
    expect(await importFile(content('NORTE'))).toMatchObject({ updated: 0, unchanged: 1 })
    expect(await importFile(content('taller'))).toMatchObject({ updated: 1, unchanged: 0 })
    expect((await tagsAndGroupsOfSim(services.db, { companyId: 4, iccid: iccid(1) })).tags).toEqual([
      'garantía',
      'Norte',
      'taller',
    ])
  })

  test('lines with more tags than a SIM or a company can have are refused', async () => {
    const names = (from: number, count: number) => Array.from({ length: count }, (_, n) => `t${from + n}`).join(',')
    const line = (n: number, tags: string) => `${iccid(n)};Andes Norte;IoT 250 MB;m2m.enlace;${tags}`
    const lines = [line(1, names(0, 50)), line(2, names(0, 51)), line(3, 'x'.repeat(41)), line(4, names(100, 40))]
    const first = await check(`ICC;Empresa;Plan;APN;Tags\n${lines.join('\n')}\n`)
    expect((await problemsOf(first.importId)).map(([at, field, , reason]) => [at, field, reason])).toEqual([
      [3, 'tags', 'bad_tags'],
      [4, 'tags', 'bad_tags'],
    ])
    await apply(first.importId, 'skipBad')
    const second = await check(`ICC;Tags\n${iccid(1)};otro\n${iccid(4)};t1\n`)
    expect((await problemsOf(second.importId)).map(([at, , , reason]) => [at, reason])).toEqual([[2, 'too_many_tags']])
    const many = Array.from({ length: 10 }, (_, n) => line(10 + n, names(200 + n * 45, 45)))
    const third = await check(`ICC;Empresa;Plan;APN;Tags\n${[...many, line(20, 't7')].join('\n')}\n`)
    expect((await problemsOf(third.importId)).map(([at, , , reason]) => [at, reason])).toEqual(
      many.map((_, n) => [2 + n, 'too_many_company_tags']),
    )
  })

  test('SIMs move to the groups of their lines, new ones and known ones, and companies have so many groups at most', async () => {
    const content = (group: string) => `ICC;Empresa;Plan;APN;Grupo\n${iccid(1)};Andes Norte;IoT 250 MB;m2m.enlace;${group}\n`
    expect(await importFile(content('Norte / Camiones'))).toMatchObject({ created: 1 })
    expect((await tagsAndGroupsOfSim(services.db, { companyId: 4, iccid: iccid(1) })).group).toBe('Norte/Camiones')
    expect(await importFile(content('NORTE/camiones'))).toMatchObject({ updated: 0, unchanged: 1 })
    expect(await importFile(content('norte'))).toMatchObject({ updated: 1, unchanged: 0 })
    expect((await tagsAndGroupsOfSim(services.db, { companyId: 4, iccid: iccid(1) })).group).toBe('Norte')
    // an empty cell leaves it where it is
    expect(await importFile(content(''))).toMatchObject({ updated: 0, unchanged: 1 })
    const { importId } = await check(content('a/b/c/d'))
    expect((await problemsOf(importId)).map(([, field, , reason]) => [field, reason])).toEqual([['group', 'bad_group']])
    const rule = { planCodes: ['SMS'] }
    const byRule = { company_id: 4, name: 'Sola', key: '|sola', colour: 'grey', is_group: true, rule_place: -1 }
    const due = { created_at: new Date(), rule_due_at: new Date() }
    await services.db
      .insertInto('tags')
      .values({ ...byRule, ...due, rule })
      .execute()
    const ruled = await check(content('sola/adentro'))
    expect((await problemsOf(ruled.importId)).map(([, field, , reason]) => [field, reason])).toEqual([
      ['group', 'group_by_rule'],
    ])
    await services.db.deleteFrom('tags').where('key', '=', '|sola').execute()
    // with two of their own and the two that are there, one more than 500
    const lines = Array.from(
      { length: 499 },
      (_, n) => `${iccid(n + 1)};Andes Norte;IoT 250 MB;m2m.enlace;${n === 0 ? 'Norte/Camiones' : `g${n}`}`,
    )
    const full = await check(
      `ICC;Empresa;Plan;APN;Grupo\n${[...lines, `${iccid(900)};Andes Norte;IoT 250 MB;m2m.enlace;x/y`].join('\n')}\n`,
    )
    expect(full.counts).toMatchObject({ bad: 499, unchanged: 0, updated: 1 })
  })

  test('SIMs get locks of their own by file, new ones and known ones; an empty cell leaves a part as it is', async () => {
    const content = (devices: string, places: string) =>
      `ICC;Empresa;Plan;APN;Dispositivos permitidos;Lugares permitidos\n${iccid(1)};Andes Norte;IoT 250 MB;m2m.enlace;${devices};${places}\n`
    const lockOf = () =>
      services.db
        .selectFrom('sim_locks')
        .select(['device_mode', 'device_values', 'area_values'])
        .where('iccid', '=', iccid(1))
        .executeTakeFirst()
    expect(await importFile(content('el primero', 'CL, 730-01'))).toMatchObject({ created: 1 })
    expect(await lockOf()).toEqual({ device_mode: 'learn', device_values: [], area_values: ['CL', '730-01'] })
    await services.db
      .updateTable('sim_locks')
      .set({ device_values: ['356949001234564'] })
      .where('iccid', '=', iccid(1))
      .execute()
    // the device that it holds stays
    expect(await importFile(content('first', ''))).toMatchObject({ updated: 0, unchanged: 1 })
    expect(await importFile(content('35694900', ''))).toMatchObject({ updated: 1, unchanged: 0 })
    expect(await lockOf()).toEqual({ device_mode: 'tac', device_values: ['35694900'], area_values: ['CL', '730-01'] })
    expect(await importFile(content('any', 'any'))).toMatchObject({ updated: 1 })
    expect(await lockOf()).toBeUndefined()
    expect(await importFile(content('any', 'any'))).toMatchObject({ updated: 0, unchanged: 1 })
    const { importId } = await check(content('356949001234560', 'Chile'))
    expect((await problemsOf(importId)).map(([, field, , reason]) => [field, reason])).toEqual([
      ['allowedDevices', 'bad_devices'],
      ['allowedPlaces', 'bad_places'],
    ])
  })

  test('only ICC and one column suffice for SIMs that are there', async () => {
    const [sim] = fleet.sims
    if (!sim) throw new Error('the fleet has one')
    expect(await importFile(`iccid\timei\n${sim.iccid}\t86435605118842\n`)).toMatchObject({ updated: 1, bad: 0 })
    expect(await simOf(sim.iccid)).toMatchObject({ imei: '864356051188424', custom_field_1: sim.label })
  })

  test('numbers may change places within one file', async () => {
    await importFile(fileOf(line(1), line(2)))
    const counts = await importFile(fileOf(line(1, { msisdn: '51900000002' }), line(2, { msisdn: '51900000001' })))
    expect(counts).toMatchObject({ updated: 2, bad: 0 })
  })

  test('the number of a SIM that was given up is free', async () => {
    await importFile(fileOf(line(1, { status: 'baja' })))
    expect(await importFile(fileOf(line(2, { msisdn: '51900000001', imsi: '716060000000001' })))).toMatchObject({
      created: 1,
      bad: 0,
    })
  })

  test('lines without a company take the one that was chosen', async () => {
    expect(await importFile(fileOf(line(1, { company: '' })), 'all', { defaultCompanyId: COMPANIES.pacifico })).toMatchObject({
      created: 1,
    })
    expect(await simOf(iccid(1))).toMatchObject({ company_id: COMPANIES.pacifico })
  })

  test('a column of ICCs without check digit is read as such when it is said', async () => {
    const mapping: InventoryMapping = ['iccidWithoutCheckDigit', 'company', 'plan', 'apn']
    await importFile(`ICC,Empresa,Plan,APN\n${iccid(7).slice(0, -1)},5,IOT250,1\n`, 'all', { mapping })
    expect(await simOf(iccid(7))).toBeDefined()
  })
})

describe('bad lines', () => {
  test.each([
    [{ icc: '' }, 'iccid', 'missing'],
    [{ icc: '89510600000000000O17' }, 'iccid', 'not_digits'],
    [{ icc: '8.95106E+19' }, 'iccid', 'rounded'],
    [{ icc: '895106000000' }, 'iccid', 'wrong_length'],
    [{ icc: `${iccid(1).slice(0, -1)}${(Number(iccid(1).at(-1)) + 1) % 10}` }, 'iccid', 'wrong_check_digit'],
    [{ imsi: '12345' }, 'imsi', 'wrong_length'],
    [{ msisdn: 'no tiene' }, 'msisdn', 'not_digits'],
    [{ imei: '864356051188420' }, 'imei', 'wrong_check_digit'],
    [{ company: 'Nadie S.A.' }, 'company', 'unknown'],
    [{ company: '' }, 'company', 'missing'],
    [{ plan: 'Plan que no existe' }, 'plan', 'unknown'],
    [{ plan: '' }, 'plan', 'missing'],
    [{ origin: 'Narnia' }, 'origin', 'unknown'],
    [{ origin: 'Perú' }, 'plan', 'plan_of_other_origin'],
    [{ type: 'Cuántica' }, 'simType', 'unknown'],
    [{ apn: 'nada.apn' }, 'apn', 'unknown'],
    [{ apn: '' }, 'apn', 'missing'],
    [{ status: 'quizás' }, 'administrativeStatus', 'unknown'],
    [{ date: '31/02/2025' }, 'activatedAt', 'bad_date'],
    [{ date: '2027-01-01' }, 'activatedAt', 'future_date'],
    [{ date: '2025-01-01', status: '1' }, 'activatedAt', 'contradicts_status'],
    [{ label: 'x'.repeat(121) }, 'customField1', 'too_long'],
    [{ label: 'Cami\ufffdn' }, 'customField1', 'broken_text'],
  ])('%j is reported as %s %s', async (changes, field, reason) => {
    const { importId, counts } = await check(fileOf(line(5), line(1, changes)))
    expect(counts).toMatchObject({ lines: 2, created: 1, bad: 1, reasons: [{ field, reason, lines: 1, firstLine: 3 }] })
    expect(await problemsOf(importId)).toEqual([[3, field, expect.any(String), reason]])
  })

  test('every problem of a line is reported, and the line counted once', async () => {
    const { counts } = await check(fileOf(line(1, { plan: 'x', apn: 'y', imsi: '1' })))
    expect(counts).toMatchObject({ lines: 1, bad: 1, created: 0 })
    expect(counts.reasons.map(({ field }) => field).sort()).toEqual(['apn', 'imsi', 'plan'])
  })

  test('the same ICC twice: the same line again is nothing new, another one is refused with the line it meets', async () => {
    const { importId, counts } = await check(fileOf(line(1), line(2), line(1), line(2, { label: 'otra' })))
    expect(counts).toMatchObject({ lines: 4, created: 2, unchanged: 1, bad: 1 })
    expect(await problemsOf(importId)).toEqual([[5, 'iccid', iccid(2), 'repeated_in_file', 3]])
  })

  test('an IMSI or MSISDN of another SIM, in the file or in the fleet', async () => {
    const [sim] = fleet.sims
    if (!sim) throw new Error('the fleet has one')
    const { importId } = await check(
      fileOf(
        line(1),
        line(2, { imsi: '716060000000001' }),
        line(3, { msisdn: '51900000001' }),
        line(4, { msisdn: sim.msisdn }),
      ),
    )
    expect(await problemsOf(importId)).toEqual([
      [3, 'imsi', '716060000000001', 'taken', 2],
      [4, 'msisdn', '51900000001', 'taken', 2],
      [5, 'msisdn', sim.msisdn, 'taken'],
    ])
  })

  describe('a number of a SIM that the same file gives another one', () => {
    const simsOf = (company: number) => fleet.sims.filter(({ companyId }) => companyId === company)
    const unsaid = { imsi: '', msisdn: '', company: '', plan: '', origin: '', type: '', apn: '' }
    const known = (sim: Fleet['sims'][number] | undefined, changes: Parameters<typeof line>[1]): string =>
      line(0, { ...unsaid, icc: sim?.iccid ?? '', ...changes })

    test('is free: two SIMs exchange theirs', async () => {
      const [one, two] = simsOf(COMPANIES.andes)
      const { counts } = await check(fileOf(known(one, { imsi: two?.imsi ?? '' }), known(two, { imsi: one?.imsi ?? '' })))
      expect(counts).toMatchObject({ updated: 2, bad: 0 })
    })

    test('is taken when the line that gives it another one is bad', async () => {
      const [one] = simsOf(COMPANIES.andes)
      const [theirs] = simsOf(COMPANIES.pacifico)
      const { importId } = await check(
        fileOf(known(one, { imsi: theirs?.imsi ?? '' }), known(theirs, { imsi: '716060000000009', company: '3' })),
      )
      expect(await problemsOf(importId)).toEqual([
        [2, 'imsi', theirs?.imsi, 'taken'],
        [3, 'iccid', theirs?.iccid, 'of_other_company'],
      ])
    })

    test('is taken when that line is bad for a number that is taken itself, and so on', async () => {
      const [one, two, three, four] = simsOf(COMPANIES.andes)
      const { importId } = await check(
        fileOf(
          known(one, { imsi: two?.imsi ?? '' }),
          known(two, { imsi: three?.imsi ?? '' }),
          known(three, { imsi: '716060000000009', msisdn: four?.msisdn ?? '' }),
        ),
      )
      expect(await problemsOf(importId)).toEqual([
        [2, 'imsi', two?.imsi, 'taken'],
        [3, 'imsi', three?.imsi, 'taken'],
        [4, 'msisdn', four?.msisdn, 'taken'],
      ])
    })
  })

  test('an ICC of another company', async () => {
    const theirs = fleet.sims.find(({ companyId }) => companyId === COMPANIES.pacifico)
    const { importId, counts } = await check(fileOf(line(1, { icc: theirs?.iccid ?? '' })))
    expect(counts).toMatchObject({ bad: 1, created: 0 })
    expect(await problemsOf(importId)).toEqual([[2, 'iccid', theirs?.iccid, 'of_other_company']])
  })

  test('all or nothing writes nothing; skipping writes the good ones', async () => {
    const file = fileOf(line(1), line(2, { plan: 'x' }), line(3))
    const before = await everything()
    const { importId } = await check(file)
    await expect(apply(importId, 'all')).rejects.toBeInstanceOf(ImportRejected)
    expect(await everything()).toEqual(before)
    expect(await apply(importId, 'skipBad')).toMatchObject({ created: 2, bad: 1 })
    expect(await simOf(iccid(2))).toBeUndefined()
    expect(await simOf(iccid(3))).toBeDefined()
    await expectTalliesTrue()
    // the bad lines can still be read, the good ones are gone from the waiting room
    expect(await problemsOf(importId)).toHaveLength(1)
    await expect(apply(importId, 'skipBad')).rejects.toThrow()
  })
})

describe('between check and apply', () => {
  test('what another import wrote meanwhile is judged again', async () => {
    const first = await check(fileOf(line(1), line(2)))
    const second = await check(fileOf(line(1, { company: 'Pacífico Logística' }), line(3)))
    await apply(first.importId)
    await expect(apply(second.importId, 'all')).rejects.toMatchObject({
      counts: { bad: 1, reasons: [{ reason: 'of_other_company' }] },
    })
    expect(await apply(second.importId, 'skipBad')).toMatchObject({ created: 1, bad: 1 })
  })

  test('two imports of the same file at once write it once', async () => {
    const file = fileOf(...Array.from({ length: 300 }, (_, n) => line(n)))
    const both = await Promise.all([check(file), check(file)])
    const done = await Promise.all(both.map(({ importId }) => apply(importId)))
    expect(done.map(({ created }) => created).sort()).toEqual([0, 300])
    await expectTalliesTrue()
  })

  test('an interrupted import leaves nothing behind and is marked as failed', async () => {
    const { importId } = await check(fileOf(...Array.from({ length: 50 }, (_, n) => line(n))))
    const before = await everything()
    await failWrites(services.db, 'sim_events', 'disconnected')
    await expect(apply(importId)).rejects.toThrow()
    expect(await everything()).toEqual(before)
    expect(await findImport(services.db, 1, importId)).toMatchObject({ state: 'failed' })
  })

  test('an import whose process is gone is marked failed at the next start, a living one is left alone', async () => {
    const { importId } = await check(fileOf(line(1)))
    await updateImport(services.db, importId, { state: 'applying' }, { now: NOW })
    expect(await failAbandonedImports(services)).toEqual([importId])
    expect(await findImport(services.db, 1, importId)).toMatchObject({ state: 'failed', failure: 'interrupted' })
    expect(await failAbandonedImports(services)).toEqual([])
  })

  test('checked lines that a crash of the database emptied are not taken for an empty file', async () => {
    const { importId } = await check(fileOf(line(1), line(2)))
    await sql`TRUNCATE ${(await stagingOf(importId)).lines}`.execute(services.db)
    await expect(apply(importId)).rejects.toBeInstanceOf(StagingLost)
    expect(await findImport(services.db, 1, importId)).toMatchObject({ state: 'failed' })
  })

  test('a file that ends in an open quote fails and is reported with its line', async () => {
    const lines = Array.from({ length: 3000 }, (_, n) => line(n))
    await expect(check(`${HEADER}\n${lines.join('\n')}\n"${line(3001)}\n`)).rejects.toMatchObject({
      reason: 'open_quote',
      line: 3002,
    })
    const row = await services.db.selectFrom('imports').select(['state', 'failure']).executeTakeFirst()
    expect(row).toEqual({ state: 'failed', failure: 'open_quote:3002' })
  })

  test('progress rises through its phases', async () => {
    const seen: ImportProgress[] = []
    const { importId } = await check(fileOf(...Array.from({ length: 5000 }, (_, n) => line(n))), {
      onProgress: (progress) => seen.push(progress),
    })
    await applyImport(services, importId, { mode: 'all', who: WHO, onProgress: (progress) => seen.push(progress) })
    expect([...new Set(seen.map(({ phase }) => phase))]).toEqual(['reading', 'judging', 'done', 'writing'])
    expect(seen.filter(({ phase }) => phase === 'reading').length).toBeGreaterThan(1)
    for (const { done, of } of seen) expect(done).toBeLessThanOrEqual(of)
  })
})

test('any inventory goes in and comes out equal', async () => {
  const digits = (length: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length })
  const label = fc
    .string({ unit: fc.constantFrom(...'abcñÁü €"\';,|=+-@\\0'), maxLength: 12 })
    .map((value) => value.trim())
    .filter((value) => !/^=".*"$|^'/.test(value))
  const sim = fc.record({
    account: digits(12),
    imsi: fc.option(digits(15)),
    imei: fc.option(digits(14)),
    label,
    device: label,
    status: fc.integer({ min: 1, max: 11 }),
  })
  const csv = (value: string): string => `"${value.replaceAll('"', '""')}"`
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(sim, { selector: ({ account }) => account, maxLength: 30 }),
      fc.constantFrom(',', ';', '\t'),
      async (sims, separator) => {
        const { rows: before } = await sql<{ imsi: string }>`SELECT imsi FROM sims`.execute(services.db)
        const taken = new Set(before.map(({ imsi }) => imsi))
        const free = sims.filter(({ imsi }) => imsi === null || (!taken.has(imsi) && taken.add(imsi)))
        const expected = free.map(({ account, imsi, imei, label: custom, device, status }) => {
          const body = `8954931${account}`
          return {
            iccid: body + luhnDigit(body),
            imsi: imsi ?? '',
            imei: imei === null ? '' : imei + luhnDigit(imei),
            custom_field_1: custom,
            device,
            administrative_status: status,
          }
        })
        const lines = expected.map((row) =>
          [
            row.iccid,
            row.imsi,
            row.imei,
            row.custom_field_1,
            row.device,
            String(row.administrative_status),
            'Andes Norte',
            'SMS',
            'M2M',
          ]
            .map(csv)
            .join(separator),
        )
        await importFile(
          [
            ['ICC', 'IMSI', 'IMEI', 'Custom field 1', 'Device', 'Status', 'Company', 'Plan', 'APN'].join(separator),
            ...lines,
          ].join('\r\n'),
        )
        for (const row of expected) expect(await simOf(row.iccid)).toMatchObject(row)
      },
    ),
    { numRuns: 25 },
  )
  await expectTalliesTrue()
})
