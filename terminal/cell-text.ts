import { COLUMN_WORDS, NUMBER_WORDS } from './calls.generated.ts'
import { languageOf } from './screen.ts'
import { harmless } from './text-width.ts'

const DATE_TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)$/

/** Whether a value is a moment as the API writes it. */
export const isTime = (value: unknown): boolean => typeof value === 'string' && DATE_TIME.test(value)

const BYTES = /Bytes$|^consumption(Daily|Monthly)Data$|^(daily|monthly)DataConsumption$/
const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/** Bytes in the portal's units: a megabyte has 1024² of them. */
export function bytesText(bytes: number): string {
  let [value, unit] = [bytes, 0]
  while (value >= 1024 && unit < UNITS.length - 1) [value, unit] = [value / 1024, unit + 1]
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`
}

const two = (value: number): string => String(value).padStart(2, '0')

/** A moment by the clock of this machine, to the minute. */
export function timeText(moment: Date): string {
  const day = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
  return `${day} ${two(moment.getHours())}:${two(moment.getMinutes())}`
}

/** A value as people read it, by what its field is called. */
export function cellText(name: string, value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined || value === '') return '-'
  const words = NUMBER_WORDS[name]?.[languageOf()][Number(value)]
  if (words !== undefined) return words
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (BYTES.test(name)) return bytesText(Number(value))
  const text = String(value)
  return isTime(text) ? timeText(new Date(text)) : harmless(text)
}

/** `createdAt` as a heading: CREATED AT; of a SIM what the portal calls it, in the reader's language. */
export function headingOf(name: string, isOfSim = false): string {
  const words = isOfSim ? COLUMN_WORDS[languageOf()][name] : undefined
  return (words ?? name.replaceAll(/([a-z\d])(?=[A-Z])/g, '$1 ')).toUpperCase()
}
