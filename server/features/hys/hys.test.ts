import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import {
  countHys,
  countHysTypes,
  editHys,
  exportHys,
  getHys,
  getHysFilters,
  getHysTotals,
  hysList,
} from '#contract/hys/hys.calls.ts'
import { decodeList, decodeTsv } from '#contract/list-codec.ts'
import { luhnDigit } from '#domain/identifiers.ts'
import { addHardwareItems } from '#server/records/hardware-items.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { readPage } from '#test/read-list.ts'

const imeiOf = (n: number): string => {
  const digits = `35291190${String(n).padStart(6, '0')}`
  return digits + luhnDigit(digits)
}
const at = (hour: number): Date => new Date(Date.UTC(2026, 10, 1, hour))
const simOf = (companyId: number): string => portal.fleet.sims.find((sim) => sim.companyId === companyId)?.iccid ?? ''

const portal = await startPortal()
const tracker = { kind: 'device', productType: 'Rastreadores GPS', product: 'Teltonika FMC130' } as const
const andes = { companyId: COMPANIES.andes, iccid: simOf(COMPANIES.andes) }
await addHardwareItems(portal.db, [
  // five at the same moment: a page may end between them
  ...[1, 2, 3, 4, 5].map((n) => ({ ...tracker, companyId: COMPANIES.andes, imei: imeiOf(n), acquiredAt: at(0) })),
  { ...tracker, ...andes, imei: imeiOf(6), customField1: 'Camión 6', customField2: '100 % propio', acquiredAt: at(1) },
  { ...tracker, companyId: COMPANIES.andesNorte, productType: 'Routers', product: 'Robustel R1520', acquiredAt: at(2) },
  { companyId: COMPANIES.andesNorte, kind: 'service', productType: 'Servicios', product: 'Soporte 24/7', acquiredAt: at(3) },
  // its SIM has gone to another company since
  { ...tracker, companyId: COMPANIES.pacifico, imei: imeiOf(7), iccid: simOf(COMPANIES.andes), acquiredAt: at(4) },
])
afterAll(() => portal.close())

type Query = Record<string, string>
const list = (person: FleetUser, query: Query = {}) => readPage(portal, getHys, person, { query })
const products = async (person: FleetUser, query: Query = {}): Promise<string[]> =>
  (await list(person, query)).rows.map(({ product }) => product)
const edit = (body: object, person: FleetUser = 'ana') => portal.request(editHys, person, { body })

test('hardware and services are listed newest first, with type, product, IMEI and custom fields [S1.09, S3.34, S7.56]', async () => {
  const { rows } = await list('ana')
  expect(rows.map(({ product }) => product).slice(0, 3)).toEqual(['Soporte 24/7', 'Robustel R1520', 'Teltonika FMC130'])
  expect(rows[0]).toMatchObject({ kind: 'service', productType: 'Servicios', imei: '', companyName: 'Andes Norte' })
  expect(rows[2]).toMatchObject({
    productType: 'Rastreadores GPS',
    imei: imeiOf(6),
    customField1: 'Camión 6',
    customField2: '100 % propio',
    icc: simOf(COMPANIES.andes),
    simLabel: portal.fleet.sims.find(({ iccid }) => iccid === simOf(COMPANIES.andes))?.label,
  })
})

test('a reader sees the items of their own companies; a SIM that moved to another company is left out', async () => {
  expect((await products('ana')).length).toBe(8)
  expect((await list('flota')).rows).toMatchObject([{ imei: imeiOf(7), icc: '', simLabel: '' }])
  expect((await products('admin')).length).toBe(9)
})

test('devices are counted with those that have a SIM and an IMEI, beside services, of all companies or of one', async () => {
  const totalsOf = async (person: FleetUser, query: Query = {}) => (await portal.data(getHysTotals, person, { query })).totals
  expect(await totalsOf('ana')).toEqual({ devices: 7, services: 1, withSim: 1, withImei: 6 })
  const norte = { company: String(COMPANIES.andesNorte) }
  expect(await totalsOf('ana', norte)).toEqual({ devices: 1, services: 1, withSim: 0, withImei: 0 })
  expect(await totalsOf('flota')).toEqual({ devices: 1, services: 0, withSim: 0, withImei: 1 })
  expect(await totalsOf('flota', norte)).toEqual({ devices: 0, services: 0, withSim: 0, withImei: 0 })
})

test.each([
  ['ana', {}],
  ['admin', {}],
  ['ana', { productType: 'Rastreadores GPS' }],
  ['ana', { search: 'teltonika' }],
] as const)('pages of %s %o leave nothing out and repeat nothing', async (person, filter) => {
  const seen: number[] = []
  let cursor: string | undefined
  do {
    const { rows, next } = await list(person, { ...filter, limit: '2', ...(cursor ? { cursor } : {}) })
    seen.push(...rows.map(({ hysId }) => hysId))
    cursor = typeof next === 'string' ? next : undefined
  } while (cursor)
  expect(seen).toEqual((await list(person, filter)).rows.map(({ hysId }) => hysId))
})

test('each filter keeps what it says, and signs are searched as they are', async () => {
  expect(await products('ana', { productType: 'Routers' })).toEqual(['Robustel R1520'])
  expect((await products('ana', { company: String(COMPANIES.andes) })).length).toBe(6)
  expect(await products('ana', { company: String(COMPANIES.pacifico) })).toEqual([])
  expect((await list('ana', { search: imeiOf(6).slice(3, 15) })).rows).toHaveLength(1)
  expect(await products('ana', { search: 'CAMIÓN' })).toEqual(['Teltonika FMC130'])
  expect((await list('ana', { search: '100 %' })).rows).toHaveLength(1)
  expect(await products('ana', { search: '100%' })).toEqual([])
  expect((await portal.request(getHys, 'ana', { query: { search: 'ab' } })).json().fields).toHaveProperty('search')
  expect(await portal.data(getHysFilters, 'ana')).toMatchObject({ productTypes: ['Rastreadores GPS', 'Routers', 'Servicios'] })
  expect((await portal.data(getHysFilters, 'admin')).productTypes).toEqual(['Rastreadores GPS', 'Routers', 'Servicios'])
})

test('devices without an IMEI are listed, found, counted by type and exported; a service needs none', async () => {
  const without = { withoutImei: 'true' } as const
  expect(await products('ana', without)).toEqual(['Robustel R1520'])
  expect(await products('admin', without)).toEqual(['Robustel R1520'])
  expect(await products('flota', without)).toEqual([])
  expect(await products('ana', { withoutImei: 'false' })).toHaveLength(8)
  expect(await products('ana', { ...without, company: String(COMPANIES.andesNorte) })).toHaveLength(1)
  expect(await products('ana', { ...without, company: String(COMPANIES.andes) })).toEqual([])
  expect(await products('ana', { ...without, productType: 'Rastreadores GPS' })).toEqual([])
  expect(await products('ana', { ...without, search: 'robustel' })).toHaveLength(1)
  expect(await products('ana', { ...without, search: 'teltonika' })).toEqual([])
  expect(await portal.data(countHys, 'ana', { query: { ...without, search: 'robustel' } })).toEqual({ count: 1, isMore: false })
  expect(await portal.data(countHysTypes, 'ana', { query: without })).toEqual({ counts: [{ value: 'Routers', count: 1 }] })
  expect(await portal.data(countHysTypes, 'flota', { query: without })).toEqual({ counts: [] })
  const tsv = await portal.request(exportHys, 'ana', { query: { ...without, format: 'tsv' } })
  expect(decodeList(hysList, decodeTsv(tsv.body))).toEqual((await list('ana', without)).rows)
})

test('what people keep is changed, each by itself, and noted; what stays the same leaves no trace', async () => {
  const [, router] = (await list('ana')).rows
  const hysId = router?.hysId ?? 0
  const changed = await edit({ hysId, imei: '35-291190-000042', customField1: ' Bodega ' })
  expect(changed.json()).toMatchObject({
    message: 'Cambio guardado',
    data: { imei: imeiOf(42), customField1: 'Bodega', customField2: '', changed: ['imei', 'customField1'] },
  })
  expect((await edit({ hysId, customField1: 'Bodega' })).json().data.changed).toEqual([])
  const { rows } = await sql`
    SELECT actor, before, after FROM audit_log WHERE entity = 'hardware_item' AND entity_id = ${String(hysId)}`.execute(
    portal.db,
  )
  expect(rows).toEqual([
    { actor: 'ana@andes.test', before: { imei: '', customField1: '' }, after: { imei: imeiOf(42), customField1: 'Bodega' } },
  ])
})

test('an IMEI is refused at its field when it is none, another device’s, or a service’s', async () => {
  const { rows } = await list('ana')
  const [service, router] = rows
  const refusal = async (body: object) => {
    const response = await edit(body)
    return [response.statusCode, response.json().fields]
  }
  expect(await refusal({ hysId: router?.hysId, imei: '123' })).toEqual([
    400,
    { imei: 'El IMEI debe tener 15 dígitos y su dígito verificador' },
  ])
  const tracker = rows[2]
  expect(await refusal({ hysId: tracker?.hysId, imei: imeiOf(1) })).toEqual([
    400,
    { imei: 'Otro equipo de la empresa tiene ese IMEI' },
  ])
  expect(await refusal({ hysId: service?.hysId, imei: imeiOf(99) })).toEqual([400, { imei: 'Un servicio no tiene IMEI' }])
  expect((await edit({ hysId: router?.hysId, customField1: 'x' }, 'flota')).statusCode).toBe(404)
})

test('the file has what the filters leave, with headings for people', async () => {
  const file = await portal.request(exportHys, 'ana', { query: { format: 'csv', productType: 'Servicios' } })
  const [header, line, end] = file.body.replace('\uFEFF', '').split('\r\n')
  expect(header).toBe('Tipo de producto;Producto;IMEI;Etiqueta;Campo 2;SIM;Etiqueta de la SIM;Empresa;Desde')
  expect(line).toMatch(/^Servicios;Soporte 24\/7;;;;;;Andes Norte;2026-11-01/)
  expect(end).toBe('')
  const options = { headers: { 'accept-language': 'en' } }
  const english = await portal.request(exportHys, 'ana', { query: { format: 'csv', productType: 'Servicios' } }, options)
  expect(english.body).toContain('\r\nServices,Soporte 24/7,')
  const tsv = await portal.request(exportHys, 'ana', { query: { format: 'tsv' } })
  expect(decodeList(hysList, decodeTsv(tsv.body))).toEqual((await list('ana')).rows)
})

test('a search shows a thousand, says of how many, and its file has all of them', async () => {
  const many = { companyId: COMPANIES.pacifico, kind: 'device', product: 'Sonda masiva', acquiredAt: at(5) } as const
  const items = Array.from({ length: 1_003 }, (_, n) => ({ ...many, productType: n < 2 ? 'Sondas' : 'Medidores' }))
  await addHardwareItems(portal.db, items)
  const search = 'sonda mas'
  const pages = [await list('flota', { search, limit: '1000' })]
  pages.push(await list('flota', { search, limit: '1000', cursor: String(pages[0]?.next) }))
  expect(pages.map(({ rows }) => rows.length)).toEqual([1_000, 0])
  const counted = (person: FleetUser, query: { search: string; productType?: string }) =>
    portal.data(countHys, person, { query })
  expect(await counted('flota', { search })).toEqual({ count: 1_003, isMore: false })
  expect(await counted('ana', { search })).toEqual({ count: 0, isMore: false })
  expect((await counted('flota', { search, productType: 'Sondas' })).count).toBe(2)
  expect(await products('flota', { search, productType: 'Sondas' })).toHaveLength(2)
  const tsv = await portal.request(exportHys, 'flota', { query: { search, format: 'tsv' } })
  expect(decodeList(hysList, decodeTsv(tsv.body))).toHaveLength(1_003)
})
