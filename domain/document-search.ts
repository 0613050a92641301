import { DOCUMENT_KINDS, documentNumber, SERIES } from './rating/documents.ts'

/** Months by their first three letters, in Spanish and English. */
const MONTHS: readonly (readonly string[])[] = [
  ['ene', 'jan'],
  ['feb'],
  ['mar'],
  ['abr', 'apr'],
  ['may'],
  ['jun'],
  ['jul'],
  ['ago', 'aug'],
  ['sep'],
  ['oct'],
  ['nov'],
  ['dic', 'dec'],
]
const MONTH_NAME =
  /^(enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|january|february|march|april|may|june|july|august|september|october|november|december)/

/** Words that may stand beside a number or a month. */
const DOCUMENT_WORDS = new Set([
  'factura',
  'facturas',
  'cobro',
  'cobros',
  'invoice',
  'invoices',
  'charge',
  'charges',
  'de',
  'of',
])

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '' && !DOCUMENT_WORDS.has(word))

/** The numbers of documents that a text can mean: 123, F-123 and F-00000123 are one invoice, or with 123 a credit note. */
export function documentNumbersIn(text: string): string[] {
  const [word = '', ...others] = wordsOf(text)
  const found = others.length === 0 ? /^(?:([a-z]{1,2})-?)?0*(\d{1,8})$/.exec(word) : null
  if (!found) return []
  const [, series, digits] = found
  const kinds = DOCUMENT_KINDS.filter((kind) => series === undefined || SERIES[kind].toLowerCase() === series)
  return kinds.map((kind) => documentNumber(kind, Number(digits)))
}

function monthIn(word: string): number | undefined {
  const isName = MONTH_NAME.test(word) || word.length === 3
  const month = isName ? MONTHS.findIndex((names) => names.includes(word.slice(0, 3))) : -1
  return month < 0 ? undefined : month + 1
}

const monthOf = (year: string | number, month: number): string => `${year}-${String(month).padStart(2, '0')}`

/**
 * The month or year that a text names, as 2026-10 or 2026: '2026-10', '10/2026', 'octubre 2026', 'oct', '2026'. A month without a year is
 * its last one.
 * @param today the reader's day, 2026-11-25
 */
export function periodIn(text: string, today: string): string | undefined {
  const [first = '', second, ...others] = wordsOf(text)
  if (others.length > 0) return undefined
  const isYear = (word: string | undefined): word is string => word !== undefined && /^20\d\d$/.test(word)
  if (second === undefined) {
    if (isYear(first)) return first
    const [, year, month] = /^(20\d\d)[-/](0?[1-9]|1[0-2])$/.exec(first) ?? []
    if (year) return monthOf(year, Number(month))
    const [, beginning, end] = /^(0?[1-9]|1[0-2])[-/](20\d\d)$/.exec(first) ?? []
    if (end) return monthOf(end, Number(beginning))
    const named = monthIn(first)
    if (named === undefined) return undefined
    const thisYear = Number(today.slice(0, 4))
    return monthOf(named > Number(today.slice(5, 7)) ? thisYear - 1 : thisYear, named)
  }
  const month = monthIn(isYear(first) ? second : first)
  const year = isYear(first) ? first : second
  return month !== undefined && isYear(year) ? monthOf(year, month) : undefined
}
