import type { CallInput } from '#contract/call.ts'
import { CHARGE_STATE_WORDS, CHARGE_WORDS, DOCUMENT_WORDS, ESTIMATE } from '#contract/charges/charge-messages.ts'
import { chargeList, type exportCharges as exportCall } from '#contract/charges/charges.calls.ts'
import type { Ctx } from '#server/context.ts'
import type { FileDownload } from '#server/http/answers.ts'
import { datedName, exportList, wordOf } from '#server/http/export-list.ts'
import { CHARGE_ORDER, chargesQuery } from './charges.queries.ts'
import { amountCell } from './file-amounts.ts'

/** The list of documents as a file. */
export function exportCharges(ctx: Ctx, { format, ...filter }: CallInput<typeof exportCall>['query']): Promise<FileDownload> {
  const { language } = ctx
  return exportList(ctx, format, {
    list: chargeList,
    name: datedName(ctx, { es: 'cobros', en: 'charges' }),
    words: CHARGE_WORDS,
    rows: () => chargesQuery(ctx, filter),
    order: CHARGE_ORDER,
    columns: [
      ['document', 'text', ({ documentNumber }) => documentNumber || ESTIMATE[language]],
      ['kind', 'text', ({ document }) => wordOf(DOCUMENT_WORDS, document, language)],
      ['month', 'text', 'billingMonth'],
      ['cycleStart', 'text', 'cycleStart'],
      ['cycleEnd', 'text', 'cycleEnd'],
      ['client', 'text', 'client'],
      ['sims', 'number', 'sims'],
      ['total', 'number', ({ total, currency }) => amountCell(total, currency, { language, format })],
      ['currency', 'text', 'currency'],
      ['state', 'text', ({ state }) => wordOf(CHARGE_STATE_WORDS, state, language)],
      ['issued', 'text', ({ issuedAt }) => issuedAt?.slice(0, 10) ?? null],
      ['due', 'text', 'dueOn'],
      ['paid', 'text', ({ paidAt }) => paidAt?.slice(0, 10) ?? null],
    ],
  })
}
