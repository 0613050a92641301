import i18next from 'i18next'

const MINUTE_S = 60
const HOUR_S = 3600
const DAY_S = 24 * HOUR_S

/** An approximate duration in words: 'unos segundos', 'unos 40 segundos', 'un minuto', 'unas 3 horas', 'unos 2 días'. */
export function approximateDuration(seconds: number): string {
  const { t } = i18next
  if (seconds < 8) return t('operations.about.moments')
  if (seconds < 55) return t('operations.about.seconds', { count: Math.round(seconds / 5) * 5 })
  if (seconds < 55 * MINUTE_S) return t('operations.about.minutes', { count: Math.round(seconds / MINUTE_S) })
  if (seconds < 36 * HOUR_S) return t('operations.about.hours', { count: Math.max(1, Math.round(seconds / HOUR_S)) })
  return t('operations.about.days', { count: Math.round(seconds / DAY_S) })
}
