import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { encodeLine } from '#contract/list-codec.ts'
import { compareKeys, type Key, keyset, nextCursor, type PrintedKeys } from '../db/keyset.ts'
import { mergeCopies } from './copies.ts'
import { mergeRows } from './pages.ts'

type Row = [label: string, moment: string, id: string]

const KEYS: readonly Key[] = [
  { expression: sql`label`, type: 'text' },
  { expression: sql`moment`, type: 'moment' },
  { expression: sql`id`, type: 'integer' },
]

/** As PostgreSQL prints them, in both of its ways. */
const moment = fc.oneof(
  fc.constant('-infinity'),
  fc
    .tuple(fc.integer({ min: 0, max: 3 }), fc.constantFrom('', '.5', '.500000', '.25'), fc.constantFrom(' ', 'T'))
    .map(([second, fraction, apart]) => `2026-11-21${apart}09:42:0${second}${fraction}+00${apart === 'T' ? ':00' : ''}`),
)
const label = fc.oneof(
  fc.constantFrom('', 'a', 'b', '\uffee', '😀', 'a\tb', '\\N'),
  fc.string({ unit: 'grapheme', maxLength: 3 }),
)
const rows = fc
  .uniqueArray(fc.integer({ min: 1, max: 200 }), { maxLength: 40 })
  .chain((ids) => fc.tuple(...ids.map((id) => fc.tuple(label, moment, fc.constant(String(id))))))
const direction = fc.constantFrom('ASC' as const, 'DESC' as const)

/** The same order by other means: texts as UTF-8, moments as numbers. */
function inOrder(list: readonly Row[], towards: 'ASC' | 'DESC'): Row[] {
  const secondsOf = (at: string) =>
    at === '-infinity' ? Number.NEGATIVE_INFINITY : Date.parse(at.replace(' ', 'T').replace(/\+00$/, 'Z'))
  const ascending = list.toSorted(
    (a, b) =>
      Buffer.compare(Buffer.from(a[0]), Buffer.from(b[0])) ||
      (a[1] === b[1] ? 0 : secondsOf(a[1]) - secondsOf(b[1])) ||
      Number(a[2]) - Number(b[2]),
  )
  return towards === 'ASC' ? ascending : ascending.toReversed()
}

const keysOf = (row: readonly (string | null)[]): PrintedKeys => row

test('pages of several cells are the pages of one list', () => {
  fc.assert(
    fc.property(
      rows,
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 9 }),
      direction,
      (list, cells, limit, towards) => {
        const all = inOrder(list, towards)
        const { compare } = keyset(KEYS, towards)
        const ofCells = Array.from({ length: cells }, (_, cell) => all.filter(([, , id]) => Number(id) % cells === cell))
        const walked: (string | null)[][] = []
        let after: PrintedKeys | undefined
        do {
          const pages = ofCells.map((own) => own.filter((row) => !after || compare(row, after) > 0).slice(0, limit))
          const page = mergeRows(pages, { order: { compare }, keysOf }, limit)
          walked.push(...page)
          after = nextCursor(page, limit, keysOf) === undefined ? undefined : page.at(-1)
        } while (after)
        expect(walked).toEqual(all)
      },
    ),
  )
})

test('files of several cells are one file in its order, and no longer than asked for', async () => {
  const head = 'label\tmoment\tid\tkey\n'
  const copyOf = (own: readonly Row[]) => head + own.map((row) => `${encodeLine([...row, row[2]])}\n`).join('')
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.integer({ min: 1, max: 4 }),
      fc.option(fc.integer({ min: 1, max: 20 })),
      direction,
      async (list, cells, limit, towards) => {
        const all = inOrder(list, towards)
        const { compare } = keyset(KEYS, towards)
        const ofCells = Array.from({ length: cells }, (_, cell) => all.filter(([, , id]) => Number(id) % cells === cell))
        // in pieces that end within lines and characters
        const sources = ofCells.map((own) => Readable.from(piecesOf(Buffer.from(copyOf(own)), 7), { objectMode: false }))
        const merged = mergeCopies(sources, { order: { compare }, keysOf, hidden: 1, limit: limit ?? undefined })
        const expected = all.slice(0, limit ?? undefined).map((row) => `${encodeLine(row)}\n`)
        expect(await text(merged)).toBe(['label\tmoment\tid\n', ...expected].join(''))
      },
    ),
  )
})

function piecesOf(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size))
}

test('rows that cells have shares of become one', async () => {
  const order = { compare: compareKeys([{ type: 'integer' }]) }
  const add = {
    order,
    keysOf: ([id]: readonly (string | null)[]) => [id],
    combine: (a: (string | null)[], b: (string | null)[]) => [a[0] ?? null, String(Number(a[1]) + Number(b[1]))],
  }
  const shares = [
    [
      ['1', '10'],
      ['3', '30'],
    ],
    [
      ['1', '1'],
      ['2', '2'],
    ],
    [['1', '5']],
  ]
  expect(mergeRows(shares, add, 2)).toEqual([
    ['1', '16'],
    ['2', '2'],
  ])
  const copies = shares.map((own) => Readable.from([`id\tsims\n${own.map((row) => `${encodeLine(row)}\n`).join('')}`]))
  expect(await text(mergeCopies(copies, add))).toBe('id\tsims\n1\t16\n2\t2\n3\t30\n')
})

test('a file that is left early, or of which a part fails, leaves no part open', async () => {
  const endless = () =>
    Readable.from(
      (function* () {
        for (let id = 0; ; id++) yield id === 0 ? 'id\n' : `${id}\n`
      })(),
    )
  const order = { order: { compare: compareKeys([{ type: 'integer' }]) }, keysOf: ([id]: readonly (string | null)[]) => [id] }
  const sources = [endless(), endless()]
  for await (const chunk of mergeCopies(sources, order)) if (chunk) break
  await new Promise(setImmediate)
  expect(sources.map(({ destroyed }) => destroyed)).toEqual([true, true])
  const unread = [endless(), endless()]
  const file = mergeCopies(unread, order)
  const closed = new Promise((resolve) => file.on('close', resolve))
  file.destroy()
  await closed
  expect(unread.map(({ destroyed }) => destroyed)).toEqual([true, true])
  const silent = [new Readable({ read: () => undefined }), endless()]
  const stuck = mergeCopies(silent, order)
  stuck.on('data', () => undefined)
  setImmediate(() => stuck.destroy())
  await new Promise((resolve) => stuck.on('close', resolve))
  expect(silent.map(({ destroyed }) => destroyed)).toEqual([true, true])
  const failing = [
    endless(),
    Readable.from(
      (function* () {
        yield 'id\n1\n'
        throw new Error('away')
      })(),
    ),
  ]
  await expect(text(mergeCopies(failing, order))).rejects.toThrow('away')
  expect(failing.map(({ destroyed }) => destroyed)).toEqual([true, true])
})
