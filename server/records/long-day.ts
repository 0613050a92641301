import type { Day } from '#domain/billing-cycle.ts'
import type { Language } from '#domain/languages.ts'

const TAGS = { es: 'es-CL', en: 'en-GB' } as const

/** A calendar day in full: '6 de noviembre de 2026', '6 November 2026'. */
export function longDay(day: Day, language: Language): string {
  return new Intl.DateTimeFormat(TAGS[language], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}

/** The month of a day: 'octubre de 2026', 'October 2026'. */
export function longMonth(day: Day, language: Language): string {
  const format = new Intl.DateTimeFormat(TAGS[language], { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return format.format(new Date(`${day}T00:00:00Z`))
}
