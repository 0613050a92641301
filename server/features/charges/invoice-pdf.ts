import type { Readable } from 'node:stream'
import { DOCUMENT_WORDS } from '#contract/charges/charge-messages.ts'
import { formatDecimalIn, formatMoneyIn } from '#domain/money.ts'
import type { Ctx } from '#server/context.ts'
import type { FileDownload } from '#server/http/answers.ts'
import { longDay, longMonth } from '#server/records/long-day.ts'
import { type InvoiceFacts, invoiceFacts } from './invoice-facts.ts'
import { drawLogo, drawStamp } from './invoice-marks.ts'
import { drawTable } from './invoice-table.ts'
import { type InvoiceWords, invoiceWords } from './invoice-words.ts'
import { INK, SHEET, TaggedPdfWriter } from './tagged-pdf-writer.ts'

export async function invoiceFile(ctx: Ctx, documentId: number): Promise<FileDownload> {
  const facts = await invoiceFacts(ctx, documentId)
  const name = facts.number ?? `estimado-${documentId}-${facts.cycle.first.slice(0, 7)}`
  return { contentType: 'application/pdf', fileName: `${name}.pdf`, content: invoicePdf(facts) }
}

interface Drawing {
  readonly pen: TaggedPdfWriter
  readonly facts: InvoiceFacts
  readonly words: InvoiceWords
}

const COLUMN = 240
const RIGHT_COLUMN = SHEET.right - 210

/**
 * A document for the customer, in the language of the customer's country. The same facts give the same bytes. It sums up by plan
 * and kind; the single lines are in the CSV.
 */
export function invoicePdf(facts: InvoiceFacts): Readable {
  const words = invoiceWords(facts.language)
  const title = `${titleOf(facts, words)} ${facts.number ?? longMonth(facts.cycle.first, facts.language)}`
  const at = new Date(`${facts.issuedOn ?? facts.cycle.first}T00:00:00Z`)
  const pen = new TaggedPdfWriter({ title, author: facts.issuer.businessName, language: facts.language, at })
  const drawing = { pen, facts, words }
  if (facts.state === 'void') drawStamp(pen, words.void)
  const below = drawTotal(drawing, drawParties(drawing, drawHead(drawing)))
  drawNotes(drawing, drawTable(pen, facts, words, below))
  drawFooters(drawing)
  pen.doc.end()
  return pen.doc
}

const isEstimate = ({ state }: InvoiceFacts): boolean => state === 'open' || state === 'closing'

function titleOf(facts: InvoiceFacts, words: InvoiceWords): string {
  return isEstimate(facts) ? words.estimate : DOCUMENT_WORDS[facts.document][facts.language]
}

/** Issuer and title. */
function drawHead({ pen, facts, words }: Drawing): number {
  const { issuer } = facts
  drawLogo(pen, SHEET.left, SHEET.top - 2, 30)
  pen.line(issuer.businessName, { x: SHEET.left + 40, y: SHEET.top, width: 260, face: 'semibold', size: 11 })
  const about = [issuer.tin, issuer.country].filter(Boolean).join(' · ')
  pen.line(about, { x: SHEET.left + 40, y: SHEET.top + 16, width: 260, color: INK.third })
  const right = { x: SHEET.middle, width: SHEET.right - SHEET.middle, align: 'right' } as const
  pen.line(titleOf(facts, words), { ...right, y: SHEET.top - 4, face: 'semibold', size: 17, role: 'H1' })
  if (facts.number) pen.line(facts.number, { ...right, y: SHEET.top + 18, size: 11, color: INK.second })
  pen.rule(SHEET.top + 48)
  return SHEET.top + 66
}

/** Customer, period and dates. */
function drawParties({ pen, facts, words }: Drawing, y: number): number {
  const { customer } = facts
  const left = { x: SHEET.left, width: COLUMN }
  pen.line(words.to, { ...left, y, size: 8, color: INK.third })
  const belowName = pen.block(customer.businessName, { ...left, y: y + 13, face: 'semibold', size: 12 })
  if (customer.tin) pen.line(`${words.taxId} ${customer.tin}`, { ...left, y: belowName + 2, color: INK.second })
  pen.line(customer.country, { ...left, y: belowName + (customer.tin ? 16 : 2), color: INK.second })
  const pairs = pairsOf(facts, words)
  for (const [place, [name, value]] of pairs.entries()) {
    const at = y + place * 15
    pen.line(name, { x: RIGHT_COLUMN, y: at, width: 95, color: INK.third })
    pen.line(value, { x: RIGHT_COLUMN + 70, y: at, width: 140, align: 'right', face: 'medium' })
  }
  return Math.max(belowName + 34, y + pairs.length * 15) + 16
}

function pairsOf(facts: InvoiceFacts, words: InvoiceWords): [string, string][] {
  const { cycle, language, issuedOn, dueOn } = facts
  const short = (day: string) => day.split('-').reverse().join('.')
  return [
    [words.month, longMonth(cycle.first, language)],
    [words.cycle, `${short(cycle.first)} – ${short(cycle.last)}`],
    ...(issuedOn ? [[words.issued, longDay(issuedOn, language)] as [string, string]] : []),
    ...(dueOn && facts.document === 'invoice' ? [[words.due, longDay(dueOn, language)] as [string, string]] : []),
    [words.sims, formatDecimalIn(facts.sims, 0, language)],
  ]
}

/** Paying an invoice does not change its text: it is the same document. */
function totalName(facts: InvoiceFacts, words: InvoiceWords): string {
  if (isEstimate(facts)) return words.totalEstimated
  if (facts.document === 'credit_note') return words.totalCredited
  return facts.state === 'void' ? words.total : words.totalDue
}

/** The total, in the most visible place. */
function drawTotal({ pen, facts, words }: Drawing, y: number): number {
  const { otherNumber, currency } = facts
  const height = 56
  pen.fill(SHEET.left, y, SHEET.right - SHEET.left, height)
  pen.line(totalName(facts, words), {
    x: SHEET.left + 18,
    y: y + (otherNumber ? 14 : 21),
    width: 220,
    face: 'medium',
    size: 10,
    color: INK.second,
  })
  const other = facts.document === 'credit_note' ? words.takesBack : words.takenBackBy
  if (otherNumber) {
    pen.line(`${other} ${otherNumber}`, { x: SHEET.left + 18, y: y + 29, width: 240, color: INK.third })
  }
  const code = { size: 11, face: 'medium' } as const
  const codeWidth = pen.widthOf(currency, code)
  const right = SHEET.right - 18
  pen.line(currency, { ...code, x: right - codeWidth - 2, y: y + 25, width: codeWidth + 4, color: INK.third })
  pen.line(formatMoneyIn(facts.totalMinor, currency, facts.language), {
    ...{ x: SHEET.left + 250, y: y + 15, width: right - codeWidth - 8 - SHEET.left - 250 },
    ...{ align: 'right', face: 'semibold', size: 21 },
  })
  return y + height + 22
}

function drawNotes({ pen, facts, words }: Drawing, y: number): void {
  const reason = facts.reason ? `${words.reason}: ${facts.reason}` : ''
  const notes = [reason, isEstimate(facts) ? words.open : '', words.detail, words.megabyte].filter(Boolean)
  let at = y + 14
  if (at + notes.length * 13 > SHEET.bottom) {
    pen.doc.addPage()
    at = SHEET.top
  }
  for (const note of notes) at = pen.block(note, { x: SHEET.left, y: at, width: 440, size: 8, color: INK.third })
}

/** Document name and page number on each page. */
function drawFooters({ pen, facts, words }: Drawing): void {
  const { count } = pen.doc.bufferedPageRange()
  const name = [facts.issuer.businessName, facts.number].filter(Boolean).join(' · ')
  const style = { y: SHEET.foot, size: 8, color: INK.third, role: 'Artifact' } as const
  for (let page = 0; page < count; page++) {
    pen.doc.switchToPage(page)
    pen.rule(SHEET.foot - 12)
    pen.line(name, { ...style, x: SHEET.left, width: 380 })
    const place = `${words.page} ${page + 1} ${words.of} ${count}`
    pen.line(place, { ...style, x: SHEET.right - 100, width: 100, align: 'right' })
  }
}
