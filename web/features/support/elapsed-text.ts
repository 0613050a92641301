import { MINUTE_MS } from '#domain/time.ts'

/** Elapsed time in its largest whole unit. */
export function elapsedText(
  iso: string,
  now: number,
): { readonly unit: 'now' | 'minutes' | 'hours' | 'days'; readonly count: number } {
  const minutes = Math.max(0, Math.floor((now - Date.parse(iso)) / MINUTE_MS))
  if (minutes < 1) return { unit: 'now', count: 0 }
  if (minutes < 60) return { unit: 'minutes', count: minutes }
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? { unit: 'hours', count: hours } : { unit: 'days', count: Math.floor(hours / 24) }
}
