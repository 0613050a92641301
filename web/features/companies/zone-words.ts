import { zoneName } from '#web/lib/format.ts'

/** A time zone as people say it: 'Santiago (GMT−3)' of America/Santiago. */
export const zoneWords = (timeZone: string): string =>
  `${timeZone.split('/').at(-1)?.replaceAll('_', ' ')} (${zoneName(new Date().toISOString(), timeZone)})`
