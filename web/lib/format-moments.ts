import { localDay } from '#domain/billing-cycle.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { zoneOfReader } from '#web/lib/day-range.ts'
import { formatDate, formatDay, formatTime } from '#web/lib/format.ts'
import { language } from '#web/lib/preferences.ts'

/** From this age on the year is shown in place of the time of day. */
const OLD_MS = 300 * DAY_MS

/** A duration in its two largest units, which are the same in both languages: '2 h 14 min', '3 d 4 h'. */
export function formatDuration(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / MINUTE_MS))
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24]
  if (days > 0) return `${days} d ${hours} h`
  if (hours > 0) return `${hours} h ${minutes % 60} min`
  return minutes === 0 ? '< 1 min' : `${minutes} min`
}

/** An age in its largest unit: '5 min', '3 h', '12 d'; '' below a minute. From so many hours on it is in days. */
export function formatAge(milliseconds: number, hoursBelow = 24): string {
  const minutes = Math.floor(milliseconds / MINUTE_MS)
  if (minutes < 1) return ''
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < hoursBelow ? `${hours} h` : `${Math.floor(hours / 24)} d`
}

interface Words {
  readonly today: string
  readonly yesterday: string
}

/** The word for a day that is written as '21 nov 2026'; undefined before yesterday. */
function nearDay(day: string, now: number, words: Words): string | undefined {
  const [today, yesterday] = [now, now - DAY_MS].map((at) => formatDate(new Date(at).toISOString()))
  if (day === today) return words.today
  return day === yesterday ? words.yesterday : undefined
}

/** The day of a moment as a heading: 'Hoy, 29 nov 2026', 'Ayer, 28 nov 2026', '27 nov 2026'. */
export function formatDayHeading(iso: string, now: number, words: Words): string {
  const day = formatDate(iso)
  const near = nearDay(day, now, words)
  return near ? `${near}, ${day}` : day
}

/** Time of an event, as short as it is unambiguous: 'hoy 07:28', 'ayer 18:12', '18 nov 11:03', '3 mar 2025'. */
export function formatWhen(iso: string, now: number, words: Words): string {
  if (now - Date.parse(iso) > OLD_MS) return formatDate(iso)
  const day = nearDay(formatDate(iso), now, words) ?? formatDay(localDay(new Date(iso), zoneOfReader()))
  return `${day} ${formatTime(iso)}`
}

/** A day with its weekday, short: 'lun 16'. */
export function formatWeekday(day: string): string {
  const tag = language.get() === 'es' ? 'es-CL' : 'en-GB'
  const weekday = new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
  return `${weekday.replace('.', '')} ${Number(day.slice(8))}`
}

/** Days from one to another, both included: '1–30 nov', '15 oct–14 nov'. */
export function formatDays(first: string, last: string): string {
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7)
  return `${isOneMonth ? Number(first.slice(8)) : formatDay(first)}–${formatDay(last)}`
}
