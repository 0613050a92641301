import { formatDecimal, formatNumber } from './format.ts'

const KM_M = 1000

/** A length in metres, from a kilometre on in kilometres with up to one decimal. */
export function lengthText(metres: number): string {
  if (metres < KM_M) return `${formatNumber(Math.round(metres))} m`
  const tenths = Math.round(metres / 100)
  return `${formatDecimal(tenths / 10, tenths % 10 === 0 ? 0 : 1)} km`
}
