import type { Language } from './languages.ts'
import { formatDecimalIn } from './money.ts'
import { BYTES_PER_MB } from './usage.ts'

const NBSP = '\u00a0'
/** From this many MB on, a size is also shown in GB or TB. */
const SECOND_UNIT_FROM_MB = 10_000
const GREATER_UNITS = ['GB', 'TB', 'PB'] as const

/** A figure with at most one decimal under 10, without a trailing zero: 9,8; 12; 1,5; 1. */
const shortFigure = (value: number, language: Language): string =>
  formatDecimalIn(value, value < 9.95 ? 1 : 0, language).replace(/[.,]0$/, '')

/** Converts MB to GB or TB in steps of 1024: 12288 → '12 GB'. */
function inGreaterUnit(megabytes: number, language: Language): string {
  let value = megabytes / 1024
  let step = 0
  while (Math.round(value) >= 1024 && step < GREATER_UNITS.length - 1) {
    value /= 1024
    step += 1
  }
  return `${shortFigure(value, language)}${NBSP}${GREATER_UNITS[step]}`
}

/**
 * The size of a plan or a pool, or a limit: 250 → '250 MB', 12288 → '12.288 MB (12 GB)' (specification section 9).
 * @param megabytes MB of 1024² bytes, whole
 */
export function formatMbIn(megabytes: number, language: Language): string {
  const text = `${formatDecimalIn(megabytes, 0, language)}${NBSP}MB`
  return megabytes < SECOND_UNIT_FROM_MB ? text : `${text} (${inGreaterUnit(megabytes, language)})`
}

/**
 * Usage in MB without the unit, one decimal under 10: '8,4', '212', '12.400'; '< 0,1' instead of a zero for small
 * amounts.
 */
export function usedMbIn(bytes: number, language: Language): string {
  const value = bytes / BYTES_PER_MB
  if (value === 0) return '0'
  if (value < 0.05) return `<${NBSP}${formatDecimalIn(0.1, 1, language)}`
  return formatDecimalIn(value, value < 9.95 ? 1 : 0, language)
}

/** Usage with its unit, as shown beside a plan or a limit: 8808038 → '8,4 MB'. */
export function formatUsedMbIn(bytes: number, language: Language): string {
  return `${usedMbIn(bytes, language)}${NBSP}MB`
}

/** Usage in MB for exported files, two decimals. */
export const exportedMb = (bytes: number): number => Math.round((bytes / BYTES_PER_MB) * 100) / 100
