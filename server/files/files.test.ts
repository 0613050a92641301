import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeCsv } from './csv-writer.ts'
import { workbookParts, writeParts } from './made-workbook.ts'
import type { FileCell, FileColumn } from './table.ts'
import { openTable } from './table-reader.ts'
import { writeXlsx } from './xlsx-writer.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'enlace-files-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function fileOf(content: Buffer | string): Promise<string> {
  const path = join(folder, randomUUID())
  await writeFile(path, content)
  return path
}

async function readAll(path: string, sheet?: string) {
  const table = await openTable(path, { sheet })
  const rows = []
  let bytesRead = 0
  for await (const batch of table.batches()) {
    rows.push(...batch.rows)
    expect(batch.bytesRead).toBeGreaterThanOrEqual(bytesRead)
    bytesRead = batch.bytesRead
  }
  expect(bytesRead).toBeLessThanOrEqual(table.totalBytes + 1)
  return { format: table.format, rows, cells: rows.map((row) => row.cells) }
}

const read = async (content: Buffer | string) => readAll(await fileOf(content))

const columns = (kinds: FileColumn['kind'][]): FileColumn[] =>
  kinds.map((kind, index) => ({ header: `Columna ${index}`, kind }))

const xlsxFile = (parts: Record<string, string>) => writeParts(join(folder, `${randomUUID()}.xlsx`), parts)

describe('text files', () => {
  const table = [
    ['ICC', 'Etiqueta', 'Nota'],
    ['8956', 'Camión "214"', 'uno; dos, tres\ttres|cuatro'],
    ['8957', 'línea\nde dos', ''],
  ]
  const quoted = (separator: string, end: string) =>
    table.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator)).join(end)

  test.each([
    [',', '\n'],
    [';', '\r\n'],
    ['\t', '\n'],
    ['|', '\r'],
    [';', '\r'],
  ])('separated by %j with line ends %j', async (separator, end) => {
    for (const content of [quoted(separator, end), `\ufeff${quoted(separator, end)}${end}`]) {
      const { format, cells } = await read(content)
      expect(format).toMatchObject({ kind: 'csv', separator })
      expect(cells).toEqual(table)
    }
  })

  test('UTF-8 with and without mark, Latin-1 and UTF-16 read alike', async () => {
    const content = 'ICC;Etiqueta\n1;Camión Ñuñoa\n2;Cámara frío\n'
    const utf16 = Buffer.from(`\ufeff${content}`, 'utf16le')
    const kinds: [Buffer, string][] = [
      [Buffer.from(content), 'utf-8'],
      [Buffer.from(`\ufeff${content}`), 'utf-8'],
      [Buffer.from(content, 'latin1'), 'windows-1252'],
      [utf16, 'utf-16le'],
      [Buffer.from(utf16).swap16(), 'utf-16be'],
    ]
    for (const [bytes, encoding] of kinds) {
      const { format, cells } = await read(bytes)
      expect(format).toMatchObject({ encoding })
      expect(cells).toEqual([
        ['ICC', 'Etiqueta'],
        ['1', 'Camión Ñuñoa'],
        ['2', 'Cámara frío'],
      ])
    }
  })

  test('one Latin-1 byte at the end of a long file garbles nothing', async () => {
    const lines = Array.from({ length: 60_000 }, (_, index) => `${index};Terminal`)
    for (const accent of ['', 'Camión']) {
      const { rows } = await read(
        Buffer.concat([
          Buffer.from(`ICC;Etiqueta\n0;${accent}\n${lines.join('\n')}\n`),
          Buffer.from('9;Cami\xf3n €', 'latin1'),
        ]),
      )
      expect(rows[1]?.cells[1]).toBe(accent)
      expect(rows.at(-1)?.cells[1]).toContain('Camión')
      expect(rows).toHaveLength(60_003)
    }
  })

  test('accents across the borders of what is read at once stay whole', async () => {
    const text = `ICC;Etiqueta\n${'1;ñandú áéíóú €\n'.repeat(40_000)}`
    const { cells } = await read(text)
    expect(new Set(cells.slice(1).map((row) => row[1]))).toEqual(new Set(['ñandú áéíóú €']))
  })

  test('rows are numbered as in the file, whatever lies between them', async () => {
    const { rows } = await read('ICC,Nota\n\n1,"a\nb"\n2,c\n\n\n3,"d\r\ne\nf"\n4,\n')
    expect(rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
      [1, 'ICC'],
      [3, '1'],
      [5, '2'],
      [8, '3'],
      [11, '4'],
    ])
  })

  test('a first line sep= names the separator and is no row', async () => {
    const { format, rows } = await read('sep=|\r\nICC|a;b;c;d\r\n1|x\r\n')
    expect(format).toMatchObject({ separator: '|' })
    expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
      [2, 'ICC', 'a;b;c;d'],
      [3, '1', 'x'],
    ])
  })

  test('an unclosed quote is reported with its line', async () => {
    await expect(read(`ICC,Nota\n1,a\n2,"b\n${'3,c\n'.repeat(300_000)}`)).rejects.toMatchObject({
      reason: 'open_quote',
      line: 3,
    })
  })

  test('a quote inside a value is a character', async () => {
    expect((await read('ICC,Nota\n1,Pantalla 7" negra\n')).cells[1]).toEqual(['1', 'Pantalla 7" negra'])
  })

  test.each([
    ['', 'empty_file'],
    ['\u0000\u0001\u0002', 'not_text'],
  ])('%j is refused as %s', async (content, reason) => {
    await expect(read(content)).rejects.toMatchObject({ reason })
  })

  test('an old .xls is refused with its reason', async () => {
    await expect(read(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]))).rejects.toMatchObject({ reason: 'old_excel' })
  })

  test('what is written comes back, and formulas are defused', async () => {
    const cell = fc
      .string({ unit: 'grapheme', maxLength: 20 })
      .filter((value) => !value.includes('\0') && !/^['\ufeff]/.test(value))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('a', 'b'), cell, cell), { minLength: 1, maxLength: 20 }),
        async (rows) => {
          const csv = await text(writeCsv(columns(['text', 'text', 'text']), rows, { separator: ';' }))
          const { cells } = await read(csv)
          expect(
            cells.slice(1).map((row) => row.map((value) => value.replace(/^'(?=[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/, ''))),
          ).toEqual(rows)
          for (const value of cells.flat()) expect(value).not.toMatch(/^(?!-\d+([.,]\d+)?$)[=+\-@\t\r]/)
        },
      ),
      { numRuns: 30 },
    )
  })
})

describe('XLSX files', () => {
  const write = async (kinds: FileColumn['kind'][], rows: FileCell[][]): Promise<string> => {
    const path = join(folder, `${randomUUID()}.xlsx`)
    await pipeline(writeXlsx(columns(kinds), rows), createWriteStream(path))
    return path
  }

  test('what is written comes back: text as it is, numbers, dates', async () => {
    const cell = fc.string({ unit: 'binary', maxLength: 20 }).filter((value) => value.isWellFormed())
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(
            cell,
            fc.integer(),
            fc.date({ min: new Date('1950-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }),
          ),
          { minLength: 1 },
        ),
        async (rows) => {
          const { cells } = await readAll(await write(['text', 'number', 'date'], rows))
          const expected = rows.map(([value, number, date]) => [
            value,
            String(number),
            new Date(Math.round(date.getTime() / 1000) * 1000).toISOString().slice(0, 19).replace('T', ' '),
          ])
          expect(cells.slice(1)).toEqual(expected)
        },
      ),
      { numRuns: 30 },
    )
  })

  test('identifiers keep every digit', async () => {
    const path = await write(['text'], [['89560300041827741933'], ['000012']])
    expect((await readAll(path)).cells.slice(1)).toEqual([['89560300041827741933'], ['000012']])
  })

  test('shared strings, dates, gaps, prefixes and hidden sheets as spreadsheets write them', async () => {
    const path = await xlsxFile(
      workbookParts(
        '<x:worksheet xmlns:x="m"><x:sheetData><x:row r="2"><x:c r="A2" t="s"><x:v>0</x:v></x:c><x:c r="C2" t="s"><x:v>1</x:v></x:c></x:row>' +
          '<x:row r="5"><x:c r="A5"><x:v>8.64356051188427E+14</x:v></x:c><x:c r="B5" s="1"><x:v>46000.5</x:v></x:c><x:c r="C5" s="2"><x:v>46000</x:v></x:c><x:c r="D5" s="3"><x:v>1.5</x:v></x:c></x:row>' +
          '<x:row r="6"><x:c r="A6"><x:v>8.9560300041827742E+19</x:v></x:c><x:c r="B6" t="e"><x:v>#N/A</x:v></x:c><x:c r="C6" t="s"><x:v>2</x:v></x:c><x:c r="D6" t="inlineStr"><x:is><x:t>en <![CDATA[<línea>]]></x:t></x:is></x:c></x:row>' +
          '<x:row r="7"><x:c r="A7" s="1"/></x:row></x:sheetData></x:worksheet>',
      ),
    )
    const { format, rows } = await readAll(path)
    expect(format).toEqual({ kind: 'xlsx', sheet: 'Inventario', sheets: ['Inventario'] })
    expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
      [2, 'ICC', '', 'Camión'],
      [5, '864356051188427', '2025-12-09 12:00:00', '2025-12-09 00:00:00', '1.5'],
      [6, '8.9560300041827742E+19', '#N/A', 'a\tb & c', 'en <línea>'],
    ])
  })

  test('many rows stream, with rising progress', async () => {
    const rows = Array.from({ length: 30_000 }, (_, index): FileCell[] => [`Camión ${index}`, index, null])
    const { cells } = await readAll(await write(['text', 'number', 'date'], rows))
    expect(cells).toHaveLength(30_001)
    expect(cells.at(-1)).toEqual(['Camión 29999', '29999'])
  })

  test('a zip bomb is refused before it is inflated', async () => {
    const bomb = await xlsxFile(workbookParts(`<worksheet><sheetData>${' '.repeat(80 * 1024 * 1024)}</sheetData></worksheet>`))
    await expect(readAll(bomb)).rejects.toMatchObject({ reason: 'oversized_spreadsheet' })
  })

  test('a document type, where entity bombs live, is refused', async () => {
    const path = await xlsxFile(workbookParts('<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet><sheetData/></worksheet>'))
    await expect(readAll(path)).rejects.toMatchObject({ reason: 'broken_spreadsheet' })
  })

  test.each([
    ['half a file', Buffer.from([0x50, 0x4b, 0x03, 0x04, 1, 2, 3])],
    ['a zip of something else', undefined],
  ])('%s is refused', async (_, bytes) => {
    const path = bytes ? await fileOf(bytes) : await xlsxFile({ 'hola.txt': 'hola' })
    await expect(readAll(path)).rejects.toMatchObject({ reason: 'broken_spreadsheet' })
  })

  test('a missing sheet is reported', async () => {
    const path = await write(['text'], [['1']])
    await expect(readAll(path, 'Otra')).rejects.toMatchObject({ reason: 'no_sheet' })
  })
})
