import { Readable } from 'node:stream'
import type { CallInput } from '#contract/call.ts'
import { companyList, type exportCompanies as exportCall } from '#contract/companies/companies.calls.ts'
import { COMPANY_STATE_WORDS, COMPANY_WORDS } from '#contract/companies/company-messages.ts'
import type { Language } from '#domain/languages.ts'
import type { Ctx } from '../../context.ts'
import { copyRows } from '../../db/raw-rows.ts'
import { listRows, renamedLines } from '../../files/copied-list.ts'
import { LIST_FILE_TYPES, SHEET_ROWS, writeListFile } from '../../files/list-file.ts'
import type { FileAnswer } from '../../http/answers.ts'
import { companyQuery } from './companies.queries.ts'

type Query = CallInput<typeof exportCall>['query']

const SHOWN = [
  ['businessName', 'businessName', 'text'],
  ['fantasyName', 'fantasyName', 'text'],
  ['tin', 'tin', 'text'],
  ['country', 'countryName', 'text'],
  ['above', 'above', 'text'],
  ['users', 'users', 'number'],
  ['sims', 'sims', 'number'],
  ['state', 'state', 'text'],
] as const

/** The companies of the reader's tree as a file. A sheet holds as many as it has rows for. */
export async function exportCompanies(ctx: Ctx, { format, ...filter }: Query): Promise<FileAnswer> {
  const copied = await copyRows(ctx.pool, ctx.db, companyQuery(ctx, filter, format === 'xlsx' ? SHEET_ROWS : undefined))
  return {
    contentType: LIST_FILE_TYPES[format],
    fileName: `empresas-${ctx.now.toISOString().slice(0, 10)}.${format}`,
    content: format === 'tsv' ? Readable.from(renamedLines(companyList, copied)) : fileFor(format, copied, ctx.language),
  }
}

function fileFor(format: 'csv' | 'xlsx', copied: Readable, language: Language): Readable {
  const columns = SHOWN.map(([name, , kind]) => ({ header: COMPANY_WORDS[name][language], kind }))
  const rows = listRows(companyList, copied, (row) =>
    SHOWN.map(([, column]) => {
      const value = row[column]
      return column === 'state' ? COMPANY_STATE_WORDS[value as keyof typeof COMPANY_STATE_WORDS][language] : value
    }),
  )
  return writeListFile(format, { columns, rows, language })
}
