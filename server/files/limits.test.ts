import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workbookParts, writeParts } from './made-workbook.ts'
import { SharedStrings } from './shared-strings.ts'
import { openTable } from './table-reader.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'enlace-limits-'))
})
afterAll(() => rm(folder, { recursive: true }))

const newPath = () => join(folder, randomUUID())
const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`

/** How many rows, columns and characters each batch has. */
async function batchesOf(path: string): Promise<{ rows: number; columns: number; characters: number }[]> {
  const batches = []
  for await (const { rows } of (await openTable(path)).batches()) {
    const lengths = rows.map(({ cells }) => cells.reduce((sum, cell) => sum + cell.length, 0))
    const columns = Math.max(...rows.map(({ cells }) => cells.length))
    batches.push({ rows: rows.length, columns, characters: lengths.reduce((sum, length) => sum + length, 0) })
  }
  return batches
}

const read = async (rows: string, more: Record<string, string> = {}) =>
  batchesOf(await writeParts(newPath(), { ...workbookParts(sheet(rows)), ...more }))

const OVERSIZED = { reason: 'oversized_spreadsheet' }

test('shared strings are counted, also empty ones', () => {
  const strings = new SharedStrings()
  const fill = () => {
    for (let n = 0; n <= 16 * 1024 ** 2; n++) strings.add('')
  }
  expect(fill).toThrow('oversized_spreadsheet')
})

test('a text without an end is refused while it is read', async () => {
  const text = randomBytes(6 << 20).toString('hex')
  await expect(read('', { 'xl/sharedStrings.xml': `<sst><si><t>${text}</t></si></sst>` })).rejects.toMatchObject(OVERSIZED)
  await expect(read(`<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`)).rejects.toMatchObject(OVERSIZED)
  await expect(read(`<!--${text}-->`)).rejects.toMatchObject(OVERSIZED)
})

test('tags within tags without an end are refused', async () => {
  await expect(read('<a>'.repeat(100))).rejects.toMatchObject(OVERSIZED)
})

test('a cell has as many characters as spreadsheets allow, also where it is put together from pieces', async () => {
  const pieces = `<si>${`<r><t>${'a'.repeat(30_000)}</t></r>`.repeat(20)}</si>`
  const cells = '<c t="s"><v>0</v></c><c t="inlineStr"><is><t>uno</t></is></c>'
  const batches = await read(`<row>${cells}</row>`, { 'xl/sharedStrings.xml': `<sst>${pieces}</sst>` })
  expect(batches).toEqual([{ rows: 1, columns: 2, characters: 32_770 }])
})

test('a sheet has as many rows as spreadsheets can, also empty ones', async () => {
  await expect(read('<row/>'.repeat(1_048_577))).rejects.toMatchObject(OVERSIZED)
  expect(await read(`${'<row/>'.repeat(1_048_575)}<row><c><v>1</v></c></row>`)).toMatchObject([{ rows: 1 }])
})

test('rows of long cells come in batches that fit into memory', async () => {
  const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`
  const strings = `<sst><si><t>${'a'.repeat(30_000)}</t></si></sst>`
  const csv = newPath()
  await writeFile(csv, `${'a'.repeat(30_000)};b\n`.repeat(1_000))
  for (const batches of [await read(row.repeat(20), { 'xl/sharedStrings.xml': strings }), await batchesOf(csv)]) {
    expect(batches.length).toBeGreaterThan(1)
    for (const { characters } of batches) expect(characters).toBeLessThan(40_000_000)
  }
})

test('of a row 256 columns are read', async () => {
  const csv = newPath()
  await writeFile(csv, `${'a;'.repeat(1_000)}\n`.repeat(3))
  expect(await batchesOf(csv)).toMatchObject([{ columns: 256 }])
  expect(await read(`<row>${'<c><v>1</v></c>'.repeat(1_000)}</row>`)).toMatchObject([{ columns: 256 }])
})
