import { zoneName } from '#web/lib/format.ts'

/** The city of a time zone: 'Buenos Aires' of America/Argentina/Buenos_Aires. */
export const zoneCity = (timeZone: string): string => (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')

/** A time zone as people say it: 'Santiago (GMT−3)' of America/Santiago. */
export const zoneWords = (timeZone: string): string => `${zoneCity(timeZone)} (${zoneName(new Date().toISOString(), timeZone)})`
