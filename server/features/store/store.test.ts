import { afterAll, expect, test } from 'vitest'
import { decodeList, decodeTsv } from '#contract/list-codec.ts'
import { setCartLine } from '#contract/requests/cart.calls.ts'
import {
  changeCategory,
  createCategory,
  getCategories,
  getCategoryChoices,
  orderCategories,
} from '#contract/store/categories.calls.ts'
import {
  changeHardware,
  createHardware,
  getHardware,
  getPicture,
  type HardwareBody,
  hardwareList,
  uploadPicture,
} from '#contract/store/hardware.calls.ts'
import { getBrands, getProducts } from '#contract/store/store.calls.ts'
import { differencesOf } from '#domain/differences.ts'
import { auditRows } from '#test/audit-rows.ts'
import type { FleetUser } from '#test/fleet.ts'
import { pngOf } from '#test/png.ts'
import { startPortal } from '#test/portal.ts'
import { readRows } from '#test/read-list.ts'
import { createStoreFixtures, PICTURE, PICTURE_ID, STORE_ID } from '#test/store-fixtures.ts'

const portal = await startPortal()
await createStoreFixtures(portal.db, portal.clock.now)
afterAll(() => portal.close())

const categories = (person: FleetUser) => readRows(portal, getCategories, person)
const products = (person: FleetUser, query: Record<string, string> = {}) => readRows(portal, getHardware, person, { query })
const body = (given: Partial<HardwareBody> = {}): HardwareBody => ({
  hardwareName: 'EM300',
  hardwareDescription: 'Temperatura\nHumedad',
  brandName: 'Milesight',
  categoryId: STORE_ID,
  currency: 'USD',
  price: 18_900,
  picture: '',
  active: true,
  ...given,
})

test('categories are made, renamed, hidden and put into another order [S3.30, S7.52]', async () => {
  const { categoryId } = await portal.data(createCategory, 'admin', { body: { categoryName: 'Sensores' } })
  const other = await portal.data(createCategory, 'admin', { body: { categoryName: 'Antenas' } })
  const taken = await portal.envelope(createCategory, 'admin', { body: { categoryName: 'sensores' } })
  expect(taken).toMatchObject({ code: 'invalid_request', fields: { categoryName: 'Ya hay una categoría con ese nombre' } })
  await portal.data(orderCategories, 'admin', { body: { categoryIds: [other.categoryId, STORE_ID, categoryId] } })
  expect((await categories('ana')).map(({ categoryName }) => categoryName)).toEqual(['Antenas', 'Routers', 'Sensores'])
  for (const categoryIds of [
    [STORE_ID, categoryId],
    [STORE_ID, STORE_ID, categoryId],
    [1, 2, 3, 4],
  ]) {
    const refused = await portal.envelope(orderCategories, 'admin', { body: { categoryIds } })
    expect(refused.code).toBe('conflict')
  }
  const changed = { categoryId: other.categoryId, categoryName: 'Antenas y cables', active: false }
  await portal.data(changeCategory, 'admin', { body: changed })
  expect((await categories('ana')).map(({ categoryName }) => categoryName)).toEqual(['Routers', 'Sensores'])
  expect(await categories('admin')).toMatchObject([
    { categoryName: 'Antenas y cables', active: false, products: 0 },
    { categoryName: 'Routers', active: true, products: 2 },
    { categoryName: 'Sensores' },
  ])
  const choices = decodeTsv((await portal.request(getCategoryChoices, 'ana')).body)
  expect(choices.slice(1).map(([, name]) => name)).toEqual(['Routers', 'Sensores'])
})

test('hardware has a description of several lines, a currency, and what the cart holds of it [S3.31, S7.53]', async () => {
  const { hardwareId } = await portal.data(createHardware, 'admin', { body: body() })
  await portal.data(setCartLine, 'ana', { body: { hardwareId, quantity: 3 } })
  const [row] = await products('ana', { search: 'em300' })
  expect(row).toMatchObject({
    hardwareId,
    hardwareDescription: 'Temperatura\nHumedad',
    brandName: 'Milesight',
    categoryName: 'Routers',
    currency: 'USD',
    price: 18_900,
    quantity: 3,
    totalPrice: 56_700,
  })
  expect((await products('flota', { search: 'em300' }))[0]).toMatchObject({ quantity: 0, totalPrice: 0 })
  const inEnglish = { ...body({ hardwareDescriptionEn: 'Temperature\nHumidity' }), hardwareId }
  await portal.data(changeHardware, 'admin', { body: inEnglish })
  await portal.data(changeHardware, 'admin', { body: { ...body({ active: false, brandName: 'MILESIGHT' }), hardwareId } })
  expect(await products('admin', { search: 'humidity' })).toMatchObject([
    { hardwareId, hardwareDescription: 'Temperatura\nHumedad', hardwareDescriptionEn: 'Temperature\nHumidity' },
  ])
  expect(await products('ana', { search: 'em300' })).toEqual([])
  expect(await products('admin', { search: 'em300' })).toMatchObject([{ active: false, brandName: 'Milesight' }])
  const audited = await auditRows(portal, { entity: 'hardware' })
  const [created, ...changes] = audited
  expect(created).toMatchObject({ action: 'hardware.created', before: null })
  expect(differencesOf(created?.after, body())).toEqual([])
  expect(changes.map(({ action, before, after }) => [action, differencesOf(before, after)])).toEqual([
    ['hardware.changed', [{ path: 'hardwareDescriptionEn', before: null, after: 'Temperature\nHumidity' }]],
    ['hardware.changed', [{ path: 'active', before: 'true', after: 'false' }]],
  ])
})

test.each([
  [{ hardwareName: ' ' }, { hardwareName: 'Este campo es requerido' }],
  [{ categoryId: 99 }, { categoryId: 'No existe esa categoría' }],
  [{ picture: 'f'.repeat(64) }, { picture: 'No existe esa imagen' }],
])('hardware with %j is refused at its field', async (given, fields) => {
  expect(await portal.envelope(createHardware, 'admin', { body: body(given) })).toMatchObject({
    code: 'invalid_request',
    fields,
  })
})

test('brands and the products of one, all or of a category [S3.32, S7.54]', async () => {
  const brands = decodeTsv((await portal.request(getBrands, 'ana')).body)
  expect(brands).toEqual([
    ['brandId', 'brandName', 'products'],
    [String(STORE_ID), 'Teltonika', '2'],
  ])
  const namesOf = async (query: Record<string, string>) => {
    const { body: text } = await portal.request(getProducts, 'ana', { params: { brand: STORE_ID }, query })
    return decodeList(hardwareList, decodeTsv(text)).map(({ hardwareName }) => hardwareName)
  }
  expect(await namesOf({})).toEqual(['RUT241', 'UG65'])
  expect(await namesOf({ category: String(STORE_ID) })).toEqual(['RUT241', 'UG65'])
  expect(await namesOf({ category: '1' })).toEqual([])
  expect((await portal.envelope(getProducts, 'ana', { params: { brand: 99 } })).code).toBe('not_found')
})

test('a picture is judged by its content, kept once and given back as it was', async () => {
  const send = (content: Buffer, type: string) =>
    portal.request(uploadPicture, 'admin', { body: content }, { headers: { 'content-type': type } })
  // whatever its sender calls it
  expect((await send(PICTURE, 'image/jpeg')).json().data).toEqual({ picture: PICTURE_ID, width: 64, height: 48 })
  expect(await portal.db.selectFrom('pictures').select('media_type').execute()).toEqual([{ media_type: 'image/png' }])
  const file = await portal.request(getPicture, 'ana', { params: { picture: PICTURE_ID } })
  expect([file.headers['content-type'], file.rawPayload.equals(PICTURE)]).toEqual(['image/png', true])
  const refused = async (content: Buffer) => (await send(content, 'image/png')).json().fields.picture
  expect(await refused(Buffer.from('<svg onload="alert(1)"/>'))).toBe('El archivo no es una imagen PNG, JPEG o WebP')
  expect(await refused(pngOf(40, 40, 512 * 1024))).toBe('La imagen pesa más de 512 KB')
  expect(await refused(pngOf(1201, 40))).toBe('La imagen mide más de 1200 píxeles de lado')
  expect(await refused(pngOf(20, 40))).toBe('La imagen mide menos de 32 píxeles de lado')
  expect((await send(PICTURE, 'image/svg+xml')).statusCode).toBe(415)
})
