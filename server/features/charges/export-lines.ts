import type { Readable } from 'node:stream'
import { CHARGE_KIND_WORDS, CHARGE_KINDS, CHARGE_WORDS, chargeUnit } from '#contract/charges/charge-messages.ts'
import { chargeLineList } from '#contract/charges/charges.calls.ts'
import { decodeTsv } from '#contract/list-codec.ts'
import type { Language } from '#domain/languages.ts'
import type { Ctx } from '../../context.ts'
import { copyRows } from '../../db/raw-rows.ts'
import { copiedLines, LIST_FILE_TYPES, writeListFile } from '../../files/list-file.ts'
import type { FileCell, FileColumn } from '../../files/table.ts'
import type { FileAnswer } from '../../http/answers.ts'
import { type ChargeHead, chargeHead } from './charge.queries.ts'
import { chargeLinesQuery } from './charge-lines.queries.ts'
import { amountCell } from './file-amounts.ts'

type Row = readonly (string | null)[]

const place = (name: keyof (typeof chargeLineList)['columns']): number => chargeLineList.names.indexOf(name)
const [ICC, LABEL, KIND, PLAN, CYCLE] = [place('icc'), place('label'), place('kind'), place('planName'), place('usageCycle')]
const [QUANTITY, UNIT_MB, UNIT, AMOUNT] = [place('quantity'), place('unitMb'), place('unit'), place('amount')]

const SHOWN = [
  ['icc', 'text'],
  ['label', 'text'],
  ['plan', 'text'],
  ['concept', 'text'],
  ['usageCycle', 'text'],
  ['quantity', 'number'],
  ['unit', 'text'],
  ['unitPrice', 'number'],
  ['amount', 'number'],
  ['currency', 'text'],
] as const satisfies readonly (readonly [keyof typeof CHARGE_WORDS, FileColumn['kind']])[]

/** Every line of a document as CSV, by ICC. Nothing is kept of it here, whatever its length. */
export async function exportLines(ctx: Ctx, documentId: number): Promise<FileAnswer> {
  const head = await chargeHead(ctx, documentId)
  const copied = await copyRows(ctx.pool, ctx.db, chargeLinesQuery(head))
  const columns = SHOWN.map(([name, kind]): FileColumn => ({ header: CHARGE_WORDS[name][ctx.language], kind }))
  return {
    contentType: LIST_FILE_TYPES.csv,
    fileName: `${fileNameOf(head)}.csv`,
    content: writeListFile('csv', { columns, rows: cellsOf(copied, head.currency, ctx.language), language: ctx.language }),
  }
}

/** A document's name without its ending: its number, or whose estimate of which month it is. */
export function fileNameOf({ documentNumber, companyId, cycleStart }: ChargeHead): string {
  return documentNumber ?? `estimado-${companyId}-${cycleStart.slice(0, 7)}`
}

async function* cellsOf(copied: Readable, currency: string, language: Language): AsyncGenerator<FileCell[]> {
  const target = { language, format: 'csv' } as const
  for await (const lines of copiedLines(copied)) {
    for (const row of decodeTsv(lines)) {
      yield [
        ...[row[ICC] ?? '', row[LABEL] ?? '', row[PLAN] ?? ''],
        ...[kindWord(row, language), row[CYCLE] ?? '', Number(row[QUANTITY]), unitWord(row, language)],
        ...[amountCell(Number(row[UNIT]), currency, target), amountCell(Number(row[AMOUNT]), currency, target), currency],
      ]
    }
  }
}

const kindOf = (row: Row) => CHARGE_KINDS.find((kind) => kind === row[KIND])

function kindWord(row: Row, language: Language): string {
  const kind = kindOf(row)
  return kind ? CHARGE_KIND_WORDS[kind][language] : (row[KIND] ?? '')
}

function unitWord(row: Row, language: Language): string {
  const kind = kindOf(row)
  return kind ? chargeUnit(kind, Number(row[UNIT_MB]), language) : ''
}
