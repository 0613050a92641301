import type { CallInput } from '#contract/call.ts'
import { companyList, type exportCompanies as exportCall } from '#contract/companies/companies.calls.ts'
import { COMPANY_STATE_WORDS, COMPANY_WORDS } from '#contract/companies/company-messages.ts'
import type { Ctx } from '#server/context.ts'
import type { FileDownload } from '#server/http/answers.ts'
import { datedName, exportList, wordOf } from '#server/http/export-list.ts'
import { COMPANY_ORDER, companyQuery } from './companies.queries.ts'

/** The companies of the reader's tree as a file. */
export function exportCompanies(ctx: Ctx, { format, ...filter }: CallInput<typeof exportCall>['query']): Promise<FileDownload> {
  return exportList(ctx, format, {
    list: companyList,
    name: datedName(ctx, { es: 'empresas', en: 'companies' }),
    words: COMPANY_WORDS,
    rows: (limit) => companyQuery(ctx, filter, limit),
    order: { ...COMPANY_ORDER, hidden: 1 },
    columns: [
      ['businessName', 'text', 'businessName'],
      ['fantasyName', 'text', 'fantasyName'],
      ['tin', 'text', 'tin'],
      ['country', 'text', 'countryName'],
      ['above', 'text', 'above'],
      ['users', 'number', 'users'],
      ['sims', 'number', 'sims'],
      ['simsBelow', 'number', 'simsBelow'],
      ['state', 'text', ({ state }) => wordOf(COMPANY_STATE_WORDS, state, ctx.language)],
    ],
  })
}
