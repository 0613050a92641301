/** German-style grouping in both languages (specification section 9). */
const NUMBERS = 'de-DE'

const currencyDigits = new Map<string, number>()
const formats = new Map<number, Intl.NumberFormat>()

/** Decimals of a currency (ISO 4217): CLP 0, USD 2. An unknown one has 2. */
export function decimalsOf(currency: string): number {
  const known = currencyDigits.get(currency)
  if (known !== undefined) return known
  const digits = /^[A-Z]{3}$/.test(currency)
    ? (new Intl.NumberFormat(NUMBERS, { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2)
    : 2
  currencyDigits.set(currency, digits)
  return digits
}

/** Formats a number with a fixed number of decimals: (38.16, 1) → '38,2'. */
export function formatDecimal(value: number, decimals: number): string {
  const format =
    formats.get(decimals) ??
    new Intl.NumberFormat(NUMBERS, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  formats.set(decimals, format)
  return format.format(value)
}

/** Money in minor units with the `$` prefix, without the currency's code: (4631248000, 'USD') → '$46.312.480,00'. */
export function formatMoney(amountMinor: number, currency: string): string {
  const digits = decimalsOf(currency)
  const sign = amountMinor < 0 ? '−' : ''
  return `${sign}$${formatDecimal(Math.abs(amountMinor) / 10 ** digits, digits)}`
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
