import * as megabytes from '#domain/megabytes.ts'
import * as money from '#domain/money.ts'
import { language } from './preferences.ts'

export { decimalsOf } from '#domain/money.ts'

const NBSP = '\u00a0'

/** As `domain/`, in the language of the page. */
export const formatDecimal = (value: number, decimals: number): string => money.formatDecimalIn(value, decimals, language.get())
export const formatMoney = (amountMinor: number, currency: string): string =>
  money.formatMoneyIn(amountMinor, currency, language.get())
/** A difference, with its sign: '+$120'. */
export const formatSignedMoney = (amountMinor: number, currency: string): string =>
  `${amountMinor > 0 ? '+' : ''}${formatMoney(amountMinor, currency)}`
export const formatMb = (size: number): string => megabytes.formatMbIn(size, language.get())
export const usedMb = (bytes: number): string => megabytes.usedMbIn(bytes, language.get())
export const formatUsedMb = (bytes: number): string => megabytes.formatUsedMbIn(bytes, language.get())

/** A count: 41286 → '41.286', in English '41,286'. */
export function formatNumber(value: number): string {
  return formatDecimal(value, 0)
}

/** A count where there is no room for it: 22540 → '23 mil', in English '23K'. */
export function formatCompact(value: number): string {
  return new Intl.NumberFormat(language.get(), { notation: 'compact' }).format(value)
}

/** A lower bound of a count: 500 → '500+'. */
export function formatCount(count: number, isAtLeast: boolean): string {
  return `${formatNumber(count)}${isAtLeast ? '+' : ''}`
}

/** A value in percent: (69.37, 1) → '69,4 %', in English '69.4%'. */
export function formatPercent(percent: number, decimals = 0): string {
  return `${formatDecimal(percent, decimals)}${language.get() === 'es' ? NBSP : ''}%`
}

/** Part of a whole in percent; 0 when the whole is 0. */
export function percentOf(part: number, total: number): number {
  return total === 0 ? 0 : (part / total) * 100
}

const BYTE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const

/**
 * Bytes, in steps of 1024, one decimal under 10 of a unit other than bytes: 8808038 → '8,4 MB'. Beside a plan or a
 * limit use `formatUsedMb`.
 */
export const formatBytes = (bytes: number): string => bytesLike(bytes)(bytes)

/** Steps of 1024 from bytes to the unit of an amount: values that round up to 1024 of one unit are 1,0 of the next. */
function byteStep(bytes: number): number {
  let step = 0
  while (Math.round(bytes / 1024 ** step) >= 1024 && step < BYTE_UNITS.length - 1) step += 1
  return step
}

/** Bytes of the unit that `bytesLike` writes. */
export const byteUnit = (greatest: number): number => 1024 ** byteStep(greatest)

/**
 * How amounts that are compared are written, those of a chart or a row: all in the unit of the greatest. 512 KB beside
 * 8 MB → '0,5 MB'.
 */
export function bytesLike(greatest: number): (bytes: number) => string {
  const step = byteStep(greatest)
  return (bytes) => {
    const value = bytes / 1024 ** step
    const isTrace = value > 0 && value < 0.05
    const hasDecimal = step > 0 && value !== 0 && Math.round(value * 10) / 10 < 10
    return `${isTrace ? `<${NBSP}` : ''}${formatDecimal(isTrace ? 0.1 : value, hasDecimal ? 1 : 0)}${NBSP}${BYTE_UNITS[step]}`
  }
}

/** An identifier in groups of four from the left: '89560300041827741933' → ['8956', '0300', '0418', '2774', '1933']. */
export function groupsOfFour(digits: string): string[] {
  return digits.match(/.{1,4}/g) ?? []
}

const dates = new Map<string, Intl.DateTimeFormat>()

function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const tag = language.get() === 'es' ? 'es-CL' : 'en-GB'
  const key = `${tag}${JSON.stringify(options)}`
  const known = dates.get(key) ?? new Intl.DateTimeFormat(tag, options)
  dates.set(key, known)
  return known
}

const partsOf = (format: Intl.DateTimeFormat, at: Date): Record<string, string> =>
  Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))

const plainMonth = (month: string | undefined): string => (month ?? '').replace('.', '').slice(0, 3).toLowerCase()

/** The month of a date in three letters: 'nov'. English begins with a capital letter. */
function shortMonth(at: Date, timeZone?: string): string {
  const month = plainMonth(dateFormat({ month: 'short', timeZone }).format(at))
  return language.get() === 'en' ? month.replace(/^./, (first) => first.toUpperCase()) : month
}

/** A moment's day in the user's zone: '21 nov 2026'. */
export function formatDate(iso: string, timeZone?: string): string {
  const at = new Date(iso)
  const { day, year } = partsOf(dateFormat({ day: 'numeric', month: 'numeric', year: 'numeric', timeZone }), at)
  return `${Number(day)} ${shortMonth(at, timeZone)} ${year}`
}

/** A moment's time of day in the user's zone: '09:42'. */
export function formatTime(iso: string, timeZone?: string): string {
  const { hour, minute } = partsOf(
    dateFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }),
    new Date(iso),
  )
  return `${hour}:${minute}`
}

/** The user's zone at that moment: 'GMT−3'. */
export function zoneName(iso: string, timeZone?: string): string {
  const { timeZoneName = '' } = partsOf(dateFormat({ timeZoneName: 'shortOffset', timeZone }), new Date(iso))
  return timeZoneName.replace('-', '−')
}

/** A moment with its zone: '21 nov 2026, 09:42 (GMT−3)'. */
export function formatMoment(iso: string, timeZone?: string): string {
  return `${formatDate(iso, timeZone)}, ${formatTime(iso, timeZone)} (${zoneName(iso, timeZone)})`
}

/** A moment without the zone, for dense lists: '21 nov 2026, 09:42'. */
export function formatMinute(iso: string, timeZone?: string): string {
  return `${formatDate(iso, timeZone)}, ${formatTime(iso, timeZone)}`
}

/** A moment's time of day to the second: '09:42:07'. */
export function formatTimeToSecond(iso: string): string {
  return `${formatTime(iso)}:${iso.slice(17, 19)}`
}

/** A moment to the second: '21 nov 2026, 09:42:07'. */
export function formatSecond(iso: string): string {
  return `${formatDate(iso)}, ${formatTimeToSecond(iso)}`
}

/** A calendar day, which has no zone: '2026-11-01' → '1 nov'. */
export function formatDay(day: string): string {
  return `${Number(day.slice(8, 10))} ${monthOf(day)}`
}

/** The month of a calendar day: '2026-11-01' → 'nov'. */
export function monthOf(day: string): string {
  return shortMonth(new Date(`${day.slice(0, 10)}T00:00:00Z`), 'UTC')
}

/** The month of a calendar day in full: '2026-11-01' → 'noviembre'. */
export function monthNameOf(day: string): string {
  return dateFormat({ month: 'long', timeZone: 'UTC' }).format(new Date(`${day.slice(0, 10)}T00:00:00Z`))
}

/** The weekday of a calendar day in two letters: '2026-11-02' → 'lu'. */
export function weekdayOf(day: string): string {
  return dateFormat({ weekday: 'short', timeZone: 'UTC' })
    .format(new Date(`${day}T00:00:00Z`))
    .slice(0, 2)
}
