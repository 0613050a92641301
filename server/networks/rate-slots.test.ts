import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { createDatabase } from '#server/db/database.ts'
import { createTestDatabase } from '#test/database.ts'
import { createRateSlots } from './rate-slots.ts'

const database = await createTestDatabase()
const db = createDatabase(database.pool)
for (const network_id of ['two', 'slow', 'fast']) {
  await db.insertInto('networks').values({ network_id, name: network_id, kind: 'simulated', updated_at: new Date() }).execute()
}
afterAll(() => database.drop())

const gaps = (moments: readonly number[]): number[] => moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0))
/** Floating point seconds since 1970 are good to a microsecond. */
const ROUNDING_S = 2e-6

test('two processes share one rate: no slot is reserved twice or too early', async () => {
  const [perSecond, requested] = [200, 150]
  const run = () =>
    promisify(execFile)(process.execPath, [
      'test/rate-slot-process.ts',
      database.connectionString,
      'two',
      String(perSecond),
      String(requested),
    ])
  const outputs = await Promise.all([run(), run(), run()])
  const each = outputs.map(({ stdout }) => stdout.trim().split('\n').map(Number))
  const all = each.flat().sort((a, b) => a - b)
  expect(all).toHaveLength(3 * requested)
  for (const gap of gaps(all)) expect(gap).toBeGreaterThanOrEqual(1 / perSecond - ROUNDING_S)
})

test('a slow network reserves one slot at a time; a fast one at most a quarter of a second', async () => {
  const slow = createRateSlots(db, 'slow', 1)
  const [one, two] = [await slow.reserve(50), await slow.reserve(50)]
  expect([one.length, two.length]).toEqual([1, 1])
  expect((two[0]?.atS ?? 0) - (one[0]?.atS ?? 0)).toBeGreaterThanOrEqual(1 - ROUNDING_S)
  const fast = await createRateSlots(db, 'fast', 5_000).reserve(100_000)
  expect(fast).toHaveLength(1_250)
  for (const gap of gaps(fast.map(({ atS }) => atS))) expect(gap).toBeCloseTo(1 / 5_000, 5)
})

test('concurrent reservations in one process get each slot once', async () => {
  const slots = createRateSlots(db, 'fast', 5_000)
  const all = (await Promise.all(Array.from({ length: 20 }, () => slots.reserve(10)))).flat().map(({ atS }) => atS)
  all.sort((a, b) => a - b)
  for (const gap of gaps(all)) expect(gap).toBeGreaterThanOrEqual(1 / 5_000 - ROUNDING_S)
})
