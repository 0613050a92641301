import { withCommaForDecimals } from './typed-number.ts'

const UNIT_MB = { mb: 1, gb: 1024, tb: 1024 ** 2 } as const
const TYPED = /^(\d{1,3}(?:[. \u00a0]\d{3})+|\d+)(?:,(\d+))?\s*(mb|gb|tb)?$/i

/**
 * Parses typed megabytes: '5120', '5.120', '5 GB', '1,5 GB' (in English '1.5 GB'). NaN for no amount; the result may still be no valid limit.
 */
export function typedMb(text: string): number {
  const [, whole = '', fraction = '0', unit = 'mb'] = TYPED.exec(withCommaForDecimals(text).trim()) ?? []
  if (whole === '') return Number.NaN
  const factor = UNIT_MB[unit.toLowerCase() as keyof typeof UNIT_MB]
  return Number(`${whole.replace(/\D/g, '')}.${fraction}`) * factor
}
