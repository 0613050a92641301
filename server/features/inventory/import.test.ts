import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { luhnDigit } from '#domain/identifiers.ts'
import type { InventoryMapping } from '#domain/inventory-columns.ts'
import { COMPANIES } from '#test/fleet.ts'
import { fileOf, type ImportRig, iccid, line, openImportRig } from '#test/import-rig.ts'

let rig: ImportRig
beforeEach(async () => {
  rig = await openImportRig()
  return () => rig.close()
})

test('a new SIM goes in with its registry row, live row, timeline, counts and audit', async () => {
  const counts = await rig.importFile(
    fileOf(line(1), line(2, { status: 'Activa', date: '01/03/2025 10:30' }), line(3, { date: '2025-03-01T10:30:00Z' })),
  )
  expect(counts).toMatchObject({ lines: 3, created: 3, updated: 0, unchanged: 0, bad: 0 })
  const [first, second, third] = await Promise.all([1, 2, 3].map((n) => rig.simOf(iccid(n))))
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
  const live = await rig.services.db.selectFrom('sim_live').selectAll().where('iccid', '=', iccid(1)).executeTakeFirst()
  expect(live).toMatchObject({ company_id: 4, gprs_status: 0, usage_day: '2026-11-21', cycle_start: '2026-11-01' })
  expect(
    await rig.services.db
      .selectFrom('sim_events')
      .select(['kind', 'to_status', 'actor'])
      .where('iccid', '=', iccid(2))
      .execute(),
  ).toEqual([{ kind: 'created', to_status: 2, actor: 'test' }])
  expect(
    await rig.services.db.selectFrom('audit_log').select(['action', 'actor', 'after']).orderBy('audit_id').execute(),
  ).toMatchObject([
    { action: 'inventory.imported', actor: 'test', after: { fileName: 'inventario.csv', mode: 'all', created: 3 } },
  ])
  await rig.expectTalliesTrue()
})

test('an active SIM with a number that a subscription follows is a SIM swap', async () => {
  const subscription = (msisdn: string) => ({
    ...{ company_id: 4, subscription_id: randomUUID(), iccid: 'former', msisdn, owner_id: 4, api_key_id: 1, endpoint_id: 1 },
    ...{ api: 'sim-swap-subscriptions', type: 'swapped', source: '/camara', sink: 'https://sink.example/', level: '' },
    ...{ subject: '{}', config: '{}', created_at: rig.services.clock() },
  })
  const followed = ['51900000001', '51900000002', '51900000003'].map(subscription)
  await rig.services.db.insertInto('camara_subscriptions').values(followed).execute()
  await rig.importFile(fileOf(line(1, { status: 'Activa', date: '2025-03-01T10:30:00Z' }), line(2)))
  const rows = await rig.services.db.selectFrom('camara_subscriptions').select(['iccid', 'events']).orderBy('msisdn').execute()
  const untouched = { iccid: 'former', events: 0 }
  expect(rows).toEqual([{ iccid: iccid(1), events: 1 }, untouched, untouched])
})

test('the same file twice changes nothing', async () => {
  const file = fileOf(line(1), line(2, { status: '2', date: '2025-01-01' }))
  await rig.importFile(file)
  const before = (await rig.everything()) as Record<string, string>
  expect(await rig.importFile(file)).toMatchObject({ lines: 2, created: 0, updated: 0, unchanged: 2, bad: 0 })
  expect(await rig.everything()).toMatchObject({ ...before, audit_log: expect.anything() })
})

test('lines without a company take the one that was chosen', async () => {
  expect(await rig.importFile(fileOf(line(1, { company: '' })), 'all', { defaultCompanyId: COMPANIES.pacifico })).toMatchObject(
    {
      created: 1,
    },
  )
  expect(await rig.simOf(iccid(1))).toMatchObject({ company_id: COMPANIES.pacifico })
})

test('a column of ICCs without check digit is read as such when it is said', async () => {
  const mapping: InventoryMapping = ['iccidWithoutCheckDigit', 'company', 'plan', 'apn']
  await rig.importFile(`ICC,Empresa,Plan,APN\n${iccid(7).slice(0, -1)},5,IOT250,1\n`, 'all', { mapping })
  expect(await rig.simOf(iccid(7))).toBeDefined()
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
        const { rows: before } = await sql<{ imsi: string }>`SELECT imsi FROM sims`.execute(rig.services.db)
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
        await rig.importFile(
          [
            ['ICC', 'IMSI', 'IMEI', 'Custom field 1', 'Device', 'Status', 'Company', 'Plan', 'APN'].join(separator),
            ...lines,
          ].join('\r\n'),
        )
        for (const row of expected) expect(await rig.simOf(row.iccid)).toMatchObject(row)
      },
    ),
    { numRuns: 25 },
  )
  await rig.expectTalliesTrue()
})
