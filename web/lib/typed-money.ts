import { decimalsOf } from './format.ts'
import { withCommaForDecimals } from './typed-number.ts'

const GROUPED = /^\d{1,3}(?:[. \u00a0]\d{3})+$|^\d+$/
/** Units, and decimals after a comma or after a dot that cannot group thousands. */
const AMOUNT = /^([\d.]+?)(?:,(\d+)|\.(\d{1,2}))?$/

/** Parses a typed whole number: '1640', '1.640' (in English '1,640'), '1 640'. NaN for any other text. */
export function typedCount(text: string): number {
  return countOf(withCommaForDecimals(text))
}

function countOf(text: string): number {
  const trimmed = text.trim()
  return GROUPED.test(trimmed) ? Number(trimmed.replace(/\D/g, '')) : Number.NaN
}

/**
 * Parses a typed amount to minor units of the currency: ('1.640', 'CLP') → 1640, ('1.640,5', 'USD') → 164050, ('$
 * 12.50', 'USD') → 1250; in English '1,640.5' is as much as '1.640,5'. NaN for no amount, or more decimals than the currency has.
 */
export function typedMoney(text: string, currency: string): number {
  const digits = decimalsOf(currency)
  const [, whole = '', behindComma, behindDot] = AMOUNT.exec(withCommaForDecimals(text).replace(/[$\s\u00a0]/g, '')) ?? []
  const fraction = behindComma ?? behindDot ?? ''
  const units = countOf(whole)
  if (Number.isNaN(units) || fraction.length > digits) return Number.NaN
  return units * 10 ** digits + Number(fraction.padEnd(digits, '0') || '0')
}
