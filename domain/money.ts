import { LANGUAGES, type Language } from './languages.ts'

/** German-style grouping (specification section 9) in Spanish; English readers take a point for a decimal one. */
export const NUMBER_LOCALES: Readonly<Record<Language, string>> = { es: 'de-DE', en: 'en-US' }

const currencyDigits = new Map<string, number>()
const formats = new Map<string, Intl.NumberFormat>()

/** Decimals of a currency (ISO 4217): CLP 0, USD 2. An unknown one has 2. */
export function decimalsOf(currency: string): number {
  const known = currencyDigits.get(currency)
  if (known !== undefined) return known
  const digits = /^[A-Z]{3}$/.test(currency)
    ? (new Intl.NumberFormat(LANGUAGES[0], { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2)
    : 2
  currencyDigits.set(currency, digits)
  return digits
}

/** Formats a number with a fixed number of decimals: (38.16, 1) → '38,2' in Spanish, '38.2' in English. */
export function formatDecimalIn(value: number, decimals: number, language: Language): string {
  const key = `${language} ${decimals}`
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(NUMBER_LOCALES[language], { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  formats.set(key, format)
  return format.format(value)
}

/**
 * Money in minor units with the `$` prefix, without the currency's code: (4631248000, 'USD') → '$46.312.480,00' in Spanish,
 * '$46,312,480.00' in English.
 */
export function formatMoneyIn(amountMinor: number, currency: string, language: Language): string {
  const digits = decimalsOf(currency)
  const sign = amountMinor < 0 ? '−' : ''
  return `${sign}$${formatDecimalIn(Math.abs(amountMinor) / 10 ** digits, digits, language)}`
}

/**
 * Formats minor units as a plain decimal number for files and programs: (123456, 'USD') → '1234.56'. Exact at any size.
 */
export function plainAmount(amountMinor: number, currency: string): string {
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(amountMinor)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const sign = amountMinor < 0 ? '-' : ''
  return decimals === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-decimals)}`
}
