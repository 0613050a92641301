import type { ImportData } from '#contract/inventory/inventory.calls.ts'
import { FILE_SENTENCES, type FileProblem } from '#contract/inventory/inventory-messages.ts'
import type { Sentence } from '#contract/sentence.ts'
import type { InventoryMapping } from '#domain/inventory-columns.ts'
import type { Language } from '#domain/languages.ts'
import { type BadLine, badLineSentence } from './bad-lines.queries.ts'
import type { ImportRow } from './import-row.ts'
import type { OpenedFile } from './import-task.ts'

/** The content of `imports.format`. */
export type StoredFormat = OpenedFile['format'] & Pick<OpenedFile, 'columns'>

/** An import for the page, in the reader's language. */
export function importData(row: ImportRow, bad: readonly BadLine[], language: Language): ImportData {
  const { columns, ...format } = row.format as StoredFormat
  const mapping = row.mapping as InventoryMapping
  const isCsv = format.kind === 'csv'
  return {
    importId: row.importId,
    fileName: row.fileName,
    fileBytes: row.fileBytes,
    state: row.state,
    format: {
      kind: format.kind,
      encoding: isCsv ? format.encoding : 'utf-8',
      separator: isCsv ? format.separator : '',
      sheet: isCsv ? '' : format.sheet,
    },
    columns: columns.map(({ header, samples }, index) => ({ header, samples: [...samples], field: mapping[index] ?? null })),
    defaultCompanyId: row.defaultCompanyId,
    progress: isEmpty(row.progress) ? null : (row.progress as ImportData['progress']),
    counts: row.counts as ImportData['counts'],
    failure: row.failure === '' ? '' : failureSentence(row.failure)[language],
    badLines: bad.map((one) => {
      const { line, field, value, reason } = one
      return { line, field, value, reason, sentence: badLineSentence(one, language) }
    }),
    createdAt: row.createdAt.toISOString(),
  }
}

const isEmpty = (value: unknown): boolean => typeof value !== 'object' || value === null || Object.keys(value).length === 0

/** @param line 0 for a problem of no line */
export function fileSentence(problem: FileProblem, line: number): Sentence {
  const { es, en } = FILE_SENTENCES[problem]
  return line > 0 ? { es: `${es} (línea ${line})`, en: `${en} (line ${line})` } : { es, en }
}

/** The sentence for a stored failure such as 'open_quote:17'. */
function failureSentence(failure: string): Sentence {
  const [name = '', line = '0'] = failure.split(':')
  return fileSentence(name in FILE_SENTENCES ? (name as FileProblem) : 'internal', Number(line))
}
