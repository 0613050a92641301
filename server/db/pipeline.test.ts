import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { pipelined } from './pipeline.ts'

const database = await createTestDatabase()
afterAll(() => database.drop())

const KEEP = 'SELECT set_config($1, $2::text, true)'
const KEPT = "SELECT current_setting('enlace.kept')"

test('each statement has its own rows, as text and in order', async () => {
  const rows = await pipelined(database.pool, [
    { text: 'SELECT n, NULL FROM generate_series(1, $1::int) n', values: [2] },
    { text: 'SELECT WHERE false', values: [] },
    { text: 'SELECT $1::int[], $2::text, $3::bool', values: [[3, 4], "it's", true] },
  ])
  expect(rows).toEqual([
    [
      ['1', null],
      ['2', null],
    ],
    [],
    [['{3,4}', "it's", 't']],
  ])
})

test('what the first leaves in the settings is there for the second, and gone afterwards', async () => {
  const named = { text: KEPT, values: [], name: 'kept' }
  for (const value of ['one', 'two']) {
    const [, kept] = await pipelined(database.pool, [{ text: KEEP, values: ['enlace.kept', value] }, named])
    expect(kept).toEqual([[value]])
  }
  expect(await pipelined(database.pool, [{ text: KEPT, values: [] }])).toEqual([[['']]])
})

test('one that fails takes the whole trip back, says why, and leaves the next one alone', async () => {
  await database.pool.query('CREATE TABLE public.trips (n int)')
  const insert = { text: 'INSERT INTO public.trips VALUES ($1)', values: [1] }
  const failing = { text: 'SELECT 1 / $1::int', values: [0] }
  await expect(pipelined(database.pool, [insert, failing, { text: KEPT, values: [], name: 'kept' }])).rejects.toThrow(
    'division by zero',
  )
  expect(await pipelined(database.pool, [{ text: 'SELECT n FROM public.trips', values: [] }])).toEqual([[]])
})

test('many trips at once come back each with its own rows', async () => {
  const trips = Array.from({ length: 50 }, (_, n) =>
    pipelined(database.pool, [
      { text: 'SELECT $1::int', values: [n] },
      { text: 'SELECT $1::int + 1', values: [n], name: 'next' },
    ]),
  )
  const answers = await Promise.all(trips)
  expect(answers).toEqual(answers.map((_, n) => [[[String(n)]], [[String(n + 1)]]]))
})
