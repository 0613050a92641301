import type { CallInput } from '#contract/call.ts'
import {
  CHARGE_KIND_WORDS,
  CHARGE_STATE_WORDS,
  CHARGE_WORDS,
  chargeUnit,
  DOCUMENT_WORDS,
  ESTIMATE,
} from '#contract/charges/charge-messages.ts'
import { chargeLineList, chargeList, type exportCharges as exportCall } from '#contract/charges/charges.calls.ts'
import { CHARGE_KINDS } from '#contract/filter-values.ts'
import type { RowOf } from '#contract/list-codec.ts'
import type { Language } from '#domain/languages.ts'
import { plainAmount } from '#domain/money.ts'
import type { Ctx } from '#server/context.ts'
import type { FileCell } from '#server/files/table.ts'
import type { FileDownload } from '#server/http/answers.ts'
import { datedName, exportList, wordOf } from '#server/http/export-list.ts'
import { type ChargeHead, chargeHead } from './charge.queries.ts'
import { chargeLinesQuery } from './charge-lines.queries.ts'
import { CHARGE_ORDER, chargesQuery } from './charges.queries.ts'

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

/** Every line of a document as CSV, by ICC. */
export async function exportLines(ctx: Ctx, documentId: number): Promise<FileDownload> {
  const head = await chargeHead(ctx, documentId)
  const { language } = ctx
  const amount = (minor: number) => amountCell(minor, head.currency, { language, format: 'csv' })
  return exportList(ctx, 'csv', {
    list: chargeLineList,
    name: fileNameOf(head),
    words: CHARGE_WORDS,
    rows: () => chargeLinesQuery(head),
    columns: [
      ['icc', 'text', 'icc'],
      ['label', 'text', 'label'],
      ['plan', 'text', 'planName'],
      ['concept', 'text', ({ kind }) => wordOf(CHARGE_KIND_WORDS, kind, language)],
      ['usageCycle', 'text', 'usageCycle'],
      ['firstDay', 'text', 'firstDay'],
      ['lastDay', 'text', 'lastDay'],
      ['quantity', 'number', 'quantity'],
      ['unit', 'text', (line) => unitWord(line, language)],
      ['unitPrice', 'number', ({ unit }) => amount(unit)],
      ['amount', 'number', (line) => amount(line.amount)],
      ['currency', 'text', () => head.currency],
    ],
  })
}

/** A document's file name without extension: its number, or company and month of an estimate. */
function fileNameOf({ documentNumber, companyId, cycleStart }: ChargeHead): string {
  return documentNumber ?? `estimado-${companyId}-${cycleStart.slice(0, 7)}`
}

function unitWord({ kind: code, unitMb }: RowOf<typeof chargeLineList>, language: Language): string {
  const kind = CHARGE_KINDS.find((known) => known === code)
  return kind ? chargeUnit(kind, unitMb, language) : ''
}

interface AmountFormat {
  readonly language: Language
  readonly format: 'csv' | 'xlsx' | 'tsv'
}

/** An amount that a spreadsheet reads as a number: in Spanish text files, decimals follow a comma. */
function amountCell(amountMinor: number, currency: string, { language, format }: AmountFormat): FileCell {
  const plain = plainAmount(amountMinor, currency)
  if (format === 'xlsx') return Number(plain)
  return language === 'es' ? plain.replace('.', ',') : plain
}
