import type { Readable } from 'node:stream'
import { type RawBuilder, sql } from 'kysely'
import { ITEM_STATE_WORDS } from '#contract/operations/operation-messages.ts'
import type { Language } from '#domain/languages.ts'
import { ITEM_STATES, type ItemState } from '#domain/operations.ts'
import { copyOfCells } from '#server/cells/copies.ts'
import type { Ctx } from '#server/context.ts'
import { keyset } from '#server/db/keyset.ts'
import { copiedRows, listFile } from '#server/files/list-file.ts'
import type { FileCell, FileColumn } from '#server/files/table.ts'
import type { FileDownload } from '#server/http/answers.ts'
import { codeSentence } from './code-sentence.ts'
import { judgedDraft } from './judged-draft.ts'
import { inCellsOf, type OperationParts, wholeOf } from './operation-parts.ts'
import type { OperationRow } from './operation-row.ts'

const HEADERS: Readonly<Record<Language, readonly string[]>> = {
  es: ['Estado', 'Código', 'Detalle', 'Fecha'],
  en: ['Status', 'Code', 'Detail', 'Time'],
}
interface ResultsQuery {
  readonly format: 'csv' | 'xlsx'
  readonly state?: ItemState | undefined
}

/** Every line of the input with its result; for a draft, the expected one. Streamed: memory stays flat. */
export async function operationResults(parts: OperationParts, { format, state }: ResultsQuery): Promise<FileDownload> {
  const ctx = inCellsOf(parts)
  const operation = wholeOf(parts)
  const headers = await inputHeaders(ctx, operation)
  const hidden = parts.length > 1 ? 1 : 0
  const tsv = await copyOfCells(ctx, (cell) => linesQuery(cell, operation, { state, hidden }), {
    order: BY_LINE,
    keysOf: (row) => [row.at(-1)],
    hidden,
  })
  const columns = [...headers, ...HEADERS[ctx.language]].map(
    (header, index, all): FileColumn => ({ header, kind: index === all.length - 1 ? 'date' : 'text' }),
  )
  const rows = fileRows(tsv, headers.length, ctx.language)
  return listFile(format, `${operation.kind}-${operation.operationId}.${format}`, { columns, rows, language: ctx.language })
}

/** The headers of the input file; without a file a line is its ICC. */
async function inputHeaders({ db }: Ctx, { companyId, fileId, fileName }: OperationRow): Promise<string[]> {
  if (fileId === null || !fileName) return ['ICC']
  const file = await db
    .selectFrom('operation_files')
    .select('columns')
    .where('company_id', '=', companyId)
    .where('file_id', '=', fileId)
    .executeTakeFirst()
  return file ? (file.columns as { header: string }[]).map(({ header }) => header) : ['ICC']
}

/** Lines of several cells are merged by their number, which is no column of the file. */
const BY_LINE = keyset([{ expression: sql`l.line`, type: 'integer' }])

async function linesQuery(
  ctx: Ctx,
  operation: OperationRow,
  { state, hidden }: { state: ItemState | undefined; hidden: number },
): Promise<RawBuilder<unknown>> {
  const { companyId, operationId, fileId, fileName } = operation
  const lines =
    operation.state === 'draft'
      ? await draftLines(ctx, operation)
      : sql`
    SELECT line, coalesce(given, iccid) AS icc, state, code, text, updated_at AS at FROM operation_items
    WHERE company_id = ${companyId} AND operation_id = ${operationId}`
  const input = fileName ? sql`array_to_json(f.cells)` : sql`json_build_array(l.icc)`
  return sql`
    SELECT ${input} AS input, l.state, l.code, l.text, l.at ${hidden ? sql`, l.line` : sql``} FROM (${lines}) l
    LEFT JOIN operation_file_lines f ON f.company_id = ${companyId} AND f.file_id = ${fileId}::int AND f.line = l.line
    ${state ? sql`WHERE l.state = ${state}` : sql``} ORDER BY l.line`
}

async function draftLines(ctx: Ctx, operation: OperationRow): Promise<RawBuilder<unknown>> {
  return sql`
    SELECT line, coalesce(given, iccid) AS icc, CASE code WHEN '' THEN 'pending' ELSE 'skipped' END AS state, code, text, ${ctx.now}::timestamptz AS at
    FROM (${await judgedDraft(ctx, operation)}) j`
}

async function* fileRows(tsv: Readable, width: number, language: Language): AsyncGenerator<FileCell[]> {
  for await (const rows of copiedRows(tsv)) for (const cells of rows) yield fileRow(cells, width, language)
}

function fileRow([input, state, code, text, at]: readonly (string | null)[], width: number, language: Language): FileCell[] {
  const given = JSON.parse(input ?? '[]') as string[]
  const word = ITEM_STATES.find((known) => known === state)
  return [
    ...Array.from({ length: width }, (_, index) => given[index] ?? ''),
    word ? ITEM_STATE_WORDS[word][language] : (state ?? ''),
    code ?? '',
    codeSentence({ code: code ?? '', text: text ?? '' }, language),
    at ? new Date(at) : null,
  ]
}
