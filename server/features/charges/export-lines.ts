import { CHARGE_KIND_WORDS, CHARGE_WORDS, chargeUnit } from '#contract/charges/charge-messages.ts'
import { chargeLineList } from '#contract/charges/charges.calls.ts'
import { CHARGE_KINDS } from '#contract/filter-values.ts'
import type { RowOf } from '#contract/list-codec.ts'
import type { Language } from '#domain/languages.ts'
import type { Ctx } from '#server/context.ts'
import type { FileDownload } from '#server/http/answers.ts'
import { exportList, wordOf } from '#server/http/export-list.ts'
import { type ChargeHead, chargeHead } from './charge.queries.ts'
import { chargeLinesQuery } from './charge-lines.queries.ts'
import { amountCell } from './file-amounts.ts'

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
export function fileNameOf({ documentNumber, companyId, cycleStart }: ChargeHead): string {
  return documentNumber ?? `estimado-${companyId}-${cycleStart.slice(0, 7)}`
}

function unitWord({ kind: code, unitMb }: RowOf<typeof chargeLineList>, language: Language): string {
  const kind = CHARGE_KINDS.find((known) => known === code)
  return kind ? chargeUnit(kind, unitMb, language) : ''
}
