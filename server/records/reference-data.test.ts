import { afterAll, expect, test } from 'vitest'
import { COUNTRY_TERMS } from '#domain/country-terms.ts'
import { createDatabase } from '#server/db/database.ts'
import { createTestDatabase } from '#test/database.ts'
import { ensureReferenceData } from './reference-data.ts'

const database = await createTestDatabase()
afterAll(() => database.drop())

test('origins and SIM types have the numbers and names of the specification, however often they are put in [S3.41, S3.42]', async () => {
  const db = createDatabase(database.pool)
  await ensureReferenceData(db)
  await ensureReferenceData(db)
  const origins = await db.selectFrom('origins').select(['origin_id', 'name']).orderBy('origin_id').execute()
  expect(origins.map(({ origin_id, name }) => `${origin_id} ${name}`)).toEqual([
    '1 Chile',
    '2 Peru',
    '3 Mexico',
    '4 Ecuador',
    '5 Argentina',
    '6 USA',
    '7 Germany',
  ])
  const types = await db.selectFrom('sim_types').select(['sim_type_id', 'name']).orderBy('sim_type_id').execute()
  expect(types.map(({ sim_type_id }) => sim_type_id)).toEqual([1, 2, 3, 4, 5, 6])
  expect(types.slice(0, 5).map(({ name }) => name)).toEqual(['Legacy', 'Local', 'Global', 'Manager', 'Vodafone'])
  const { count } = await db
    .selectFrom('countries')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBeGreaterThan(190)
})

/** Of those that origins and customers are from, the first and the last: a new country may come after them, none between. */
const FIXED = [
  '1 AD Andorra / Andorra',
  '10 AR Argentina / Argentina',
  '46 CL Chile / Chile',
  '57 DE Alemania / Germany',
  '63 EC Ecuador / Ecuador',
  '68 ES España / Spain',
  '157 MX México / Mexico',
  '174 PE Perú / Peru',
  '233 US Estados Unidos / United States',
  '249 ZW Zimbabue / Zimbabwe',
]

test('the static list of countries has ids that never change [S3.03]', async () => {
  const db = createDatabase(database.pool)
  await ensureReferenceData(db)
  const countries = await db
    .selectFrom('countries')
    .select(['country_id', 'iso2', 'name_es', 'name_en'])
    .orderBy('country_id')
    .execute()
  expect(countries.map(({ country_id }) => country_id)).toEqual(Array.from({ length: 249 }, (_, index) => index + 1))
  const statusRow = (id: number) => {
    const { iso2, name_es, name_en } = countries[id - 1] ?? {}
    return `${id} ${iso2} ${name_es} / ${name_en}`
  }
  expect([1, 10, 46, 57, 63, 68, 157, 174, 233, 249].map(statusRow)).toEqual(FIXED)
  // the first list was in the order of the codes: no two of the 249 have changed places
  const codes = countries.map(({ iso2 }) => iso2)
  expect(codes).toEqual(codes.toSorted())
  expect(new Set(codes).size).toBe(249)
})

test('a name that an administrator changed stays', async () => {
  const db = createDatabase(database.pool)
  await ensureReferenceData(db)
  await db.updateTable('origins').set({ operator_name: 'Otro operador' }).where('origin_id', '=', 1).execute()
  await ensureReferenceData(db)
  const row = await db.selectFrom('origins').select('operator_name').where('origin_id', '=', 1).executeTakeFirstOrThrow()
  expect(row.operator_name).toBe('Otro operador')
})

test('all countries have a currency and a time zone to propose, but three that lack one of them', async () => {
  const db = createDatabase(database.pool)
  await ensureReferenceData(db)
  const stored = (await db.selectFrom('countries').select('iso2').execute()).map(({ iso2 }) => iso2)
  expect(stored.filter((iso2) => !COUNTRY_TERMS.has(iso2)).toSorted()).toEqual(['AQ', 'BV', 'HM'])
  expect([...COUNTRY_TERMS.keys()].filter((iso2) => !stored.includes(iso2))).toEqual([])
})
