import { CHARGE_KIND_WORDS, type ChargeKind, chargeQuantity } from '#contract/charges/charge-messages.ts'
import { CHARGE_KINDS } from '#contract/filter-values.ts'
import { formatDecimalIn, formatMoneyIn } from '#domain/money.ts'
import type { ChargeConcept } from './charge.queries.ts'
import type { InvoiceFacts } from './invoice-facts.ts'
import type { InvoiceWords } from './invoice-words.ts'
import { INK, SHEET, type Style, type TaggedPdfWriter } from './tagged-pdf-writer.ts'

/** Column positions, points from the left: text, then figures to the right. */
const COLUMNS = {
  item: { x: SHEET.left, width: 236 },
  quantity: { x: 286, width: 82 },
  unitPrice: { x: 372, width: 74 },
  amount: { x: 450, width: SHEET.right - 450 },
} as const
type Column = keyof typeof COLUMNS

const HEAD = 22
const GROUP = 22
const ROW = 18

interface Table {
  readonly pen: TaggedPdfWriter
  readonly facts: InvoiceFacts
  readonly words: InvoiceWords
  y: number
}

/**
 * The charges by kind and plan, over as many pages as needed.
 * @returns the y below it
 */
export function drawTable(pen: TaggedPdfWriter, facts: InvoiceFacts, words: InvoiceWords, y: number): number {
  const table: Table = { pen, facts, words, y }
  pen.tagged('Table', () => drawRows(table))
  return table.y
}

function drawRows(table: Table): void {
  const { facts, words } = table
  table.pen.tagged('TR', () => drawHead(table, 'TH'))
  for (const kind of CHARGE_KINDS) {
    const concepts = facts.concepts.filter((concept) => concept.kind === kind)
    if (concepts.length > 0) drawGroup(table, kind, concepts)
  }
  if (facts.concepts.length === 0) {
    table.pen.tagged('TR', () => cell(table, 'item', words.nothing, { color: INK.third }))
    table.y += GROUP
  }
  makeRoom(table, 28)
  table.pen.tagged('TR', () => drawSum(table))
}

function cell({ pen, y }: Table, column: Column, text: string, style: Style = {}, indent = 0): void {
  const { x, width } = COLUMNS[column]
  const isFigure = column !== 'item' && style.role === undefined
  const align = column === 'item' ? 'left' : 'right'
  pen.line(text, { x: x + indent, y: y + 5, width: width - indent, align, isFigure, role: 'TD', ...style })
}

/** @param role 'Artifact' on further pages: the header continues the same table */
function drawHead(table: Table, role: 'TH' | 'Artifact'): void {
  const { words } = table
  const style = { size: 8, face: 'medium', color: INK.third, role } as const
  for (const column of ['item', 'quantity', 'unitPrice', 'amount'] as const) cell(table, column, words[column], style)
  table.y += HEAD
  table.pen.rule(table.y - 3)
}

/** Starts a new page where less room is left. */
function makeRoom(table: Table, height: number): void {
  if (table.y + height <= SHEET.bottom) return
  table.pen.doc.addPage()
  table.y = SHEET.top
  drawHead(table, 'Artifact')
}

function drawGroup(table: Table, kind: ChargeKind, concepts: readonly ChargeConcept[]): void {
  const { facts, words } = table
  makeRoom(table, GROUP + ROW)
  const name = kind === 'price' ? words.plans : CHARGE_KIND_WORDS[kind][facts.language]
  const sum = concepts.reduce((total, { amount }) => total + amount, 0)
  table.pen.tagged('TR', () => {
    cell(table, 'item', name, { face: 'semibold', role: 'TH' })
    cell(table, 'amount', formatMoneyIn(sum, facts.currency, facts.language), { face: 'semibold' })
  })
  table.y += GROUP - 3
  for (const concept of concepts) {
    makeRoom(table, ROW)
    table.pen.tagged('TR', () => drawConcept(table, concept))
  }
  table.y += 5
  table.pen.rule(table.y, '#e9ecf0')
}

function drawConcept(table: Table, concept: ChargeConcept): void {
  const { currency, language } = table.facts
  const { planName, quantity, unit, amount } = concept
  const style = { color: INK.second } as const
  cell(table, 'item', planName, style, 12)
  cell(table, 'quantity', chargeQuantity(concept, formatDecimalIn(quantity, 0, language), language), style)
  if (unit !== null) cell(table, 'unitPrice', formatMoneyIn(unit, currency, language), style)
  cell(table, 'amount', formatMoneyIn(amount, currency, language), style)
  table.y += ROW
}

function drawSum(table: Table): void {
  const { facts, words, pen } = table
  pen.rule(table.y, INK.text)
  table.y += 3
  const style = { face: 'semibold', size: 10 } as const
  cell(table, 'item', words.total, style)
  cell(table, 'unitPrice', facts.currency, { color: INK.third })
  cell(table, 'amount', formatMoneyIn(facts.totalMinor, facts.currency, facts.language), style)
  table.y += 24
}
