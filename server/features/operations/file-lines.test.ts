import { expect, test } from 'vitest'
import type { TableFile } from '#server/files/table-reader.ts'
import { type FileLine, fileLines } from './file-lines.ts'

const LAYOUT = { headerLine: 1, iccColumn: 0, isBare: false }
const BATCH = 2_000

/** A table of a header and so many lines of the same cells. */
function tableOf(lines: number, cells: readonly string[]): Pick<TableFile, 'batches'> {
  return {
    batches: async function* () {
      yield { rows: [{ line: 1, cells: ['ICC'] }], bytesRead: 0 }
      for (let first = 0; first < lines; first += BATCH)
        yield { rows: Array.from({ length: Math.min(BATCH, lines - first) }, () => ({ line: 2, cells })), bytesRead: 0 }
    },
  }
}

async function count(lines: number, cells: readonly string[]): Promise<number> {
  let found = 0
  for await (const batch of fileLines(tableOf(lines, cells), LAYOUT)) found += batch.length
  return found
}

const cellsOf = (columns: number, characters: number): string[] => Array.from({ length: columns }, () => '7'.repeat(characters))

test('a million lines of thirty columns are taken, and a line more is too many', async () => {
  expect(await count(1_000_000, cellsOf(30, 25))).toBe(1_000_000)
  await expect(count(1_000_001, cellsOf(1, 19))).rejects.toMatchObject({ code: 'invalid_request' })
})

test.each([
  [160, 500],
  [256, 1],
])('a million lines of %d columns with %d characters each are too much', async (columns, characters) => {
  await expect(count(1_000_000, cellsOf(columns, characters))).rejects.toMatchObject({ reason: 'oversized_spreadsheet' })
})

test('a long cell is cut', async () => {
  const lines: FileLine[] = []
  for await (const batch of fileLines(tableOf(1, cellsOf(2, 32_767)), LAYOUT)) lines.push(...batch)
  expect(lines.map(({ cells }) => cells.map((cell) => cell.length))).toEqual([[500, 500]])
})
