import type { Language } from '#domain/languages.ts'
import { plainAmount } from '#domain/money.ts'
import type { FileCell } from '#server/files/table.ts'

interface AmountFormat {
  readonly language: Language
  readonly format: 'csv' | 'xlsx' | 'tsv'
}

/** An amount that a spreadsheet reads as a number: in Spanish text files, decimals follow a comma. */
export function amountCell(amountMinor: number, currency: string, { language, format }: AmountFormat): FileCell {
  const plain = plainAmount(amountMinor, currency)
  if (format === 'xlsx') return Number(plain)
  return language === 'es' ? plain.replace('.', ',') : plain
}
