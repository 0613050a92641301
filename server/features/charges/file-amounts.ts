import type { Language } from '#domain/languages.ts'
import { plainAmount } from '#domain/money.ts'
import type { FileCell } from '../../files/table.ts'

interface Target {
  readonly language: Language
  readonly format: 'csv' | 'xlsx' | 'tsv'
}

/** An amount as a spreadsheet takes it for a number: of text in Spanish, decimals come after a comma. */
export function amountCell(amountMinor: number, currency: string, { language, format }: Target): FileCell {
  const plain = plainAmount(amountMinor, currency)
  if (format === 'xlsx') return Number(plain)
  return language === 'es' ? plain.replace('.', ',') : plain
}
