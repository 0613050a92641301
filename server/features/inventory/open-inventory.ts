import { findHeader, HEAD_ROWS, type InventoryField } from '#domain/inventory-columns.ts'
import type { TableRow } from '#server/files/table.ts'
import { openTable, type TableFile, type TableFormat } from '#server/files/table-reader.ts'
import type { InventorySource } from './stage-lines.ts'

const SAMPLES = 3

export interface InventoryColumn {
  readonly header: string
  readonly samples: readonly string[]
}

/** An inventory file, with what its columns seem to be. */
export interface InventoryFile {
  readonly format: TableFormat
  readonly headerLine: number
  readonly columns: readonly InventoryColumn[]
  readonly mapping: readonly (InventoryField | null)[]
  readonly source: InventorySource
}

/**
 * Opens an inventory file, finds its header and what each column holds. Of a workbook's sheets it takes the one whose header
 * has most known fields.
 * @throws UnreadableFile
 */
export async function openInventory(path: string): Promise<InventoryFile> {
  const first = await openTable(path)
  const candidates = [describe(first, await headOf(first))]
  if (first.format.kind === 'xlsx') {
    for (const sheet of first.format.sheets.slice(1, 10)) {
      const table = await openTable(path, { sheet })
      candidates.push(describe(table, await headOf(table)))
    }
  }
  const known = ({ mapping }: InventoryFile): number => mapping.filter((field) => field !== null).length
  return candidates.reduce((best, next) => (known(next) > known(best) ? next : best))
}

async function headOf(table: TableFile): Promise<TableRow[]> {
  const rows: TableRow[] = []
  for await (const batch of table.batches()) {
    rows.push(...batch.rows.slice(0, HEAD_ROWS - rows.length))
    if (rows.length >= HEAD_ROWS) break
  }
  return rows
}

function describe({ format, totalBytes, batches }: TableFile, head: readonly TableRow[]): InventoryFile {
  const { index, mapping } = findHeader(head.map(({ cells }) => cells))
  const header = head[index]
  const samples = head.slice(index + 1, index + 1 + SAMPLES)
  const columns = (header?.cells ?? []).map((name, column) => ({
    header: name,
    samples: samples.map(({ cells }) => cells[column] ?? ''),
  }))
  const headerLine = header?.line ?? 0
  return { format, headerLine, columns, mapping, source: { headerLine, totalBytes, batches } }
}
