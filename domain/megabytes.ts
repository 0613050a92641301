import { formatDecimal } from './money.ts'
import { BYTES_PER_MB } from './usage.ts'

const NBSP = '\u00a0'
/** From so many MB on, a size is said in GB or TB too. */
const SAID_TWICE_FROM = 10_000
const GREATER_UNITS = ['GB', 'TB', 'PB'] as const

/** A figure in at most one decimal under 10, and none that says nothing: 9,8; 12; 1,5; 1. */
const shortFigure = (value: number): string => formatDecimal(value, value < 9.95 ? 1 : 0).replace(/,0$/, '')

/** What so many MB are in GB or TB, in steps of 1024: 12288 → '12 GB'. */
function inGreaterUnit(megabytes: number): string {
  let value = megabytes / 1024
  let step = 0
  while (Math.round(value) >= 1024 && step < GREATER_UNITS.length - 1) {
    value /= 1024
    step += 1
  }
  return `${shortFigure(value)}${NBSP}${GREATER_UNITS[step]}`
}

/**
 * The size of a plan or a pool, or a limit: 250 → '250 MB', 12288 → '12.288 MB (12 GB)' (specification section 9).
 * @param megabytes MB of 1024² bytes, whole
 */
export function formatMb(megabytes: number): string {
  const text = `${formatDecimal(megabytes, 0)}${NBSP}MB`
  return megabytes < SAID_TWICE_FROM ? text : `${text} (${inGreaterUnit(megabytes)})`
}

/** What was used, in MB without the unit, one decimal under 10: '8,4', '212', '12.400'; '< 0,1' for what would read as nothing. */
export function usedMb(bytes: number): string {
  const value = bytes / BYTES_PER_MB
  if (value === 0) return '0'
  if (value < 0.05) return `<${NBSP}0,1`
  return formatDecimal(value, value < 9.95 ? 1 : 0)
}

/** What was used, as it stands wherever there is a plan or a limit beside it: 8808038 → '8,4 MB'. */
export function formatUsedMb(bytes: number): string {
  return `${usedMb(bytes)}${NBSP}MB`
}

/** What was used, MB for files that programs add up: two decimals. */
export const exportedMb = (bytes: number): number => Math.round((bytes / BYTES_PER_MB) * 100) / 100
