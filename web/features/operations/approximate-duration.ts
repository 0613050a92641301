import i18next from 'i18next'

const MINUTE_S = 60
const HOUR_S = 3600

/**
 * An approximate duration in words: 'unos segundos', 'unos 40 segundos', 'un minuto', 'unos 2 minutos', 'unas 3 horas'.
 */
export function approximateDuration(seconds: number): string {
  const { t } = i18next
  if (seconds < 8) return t('operations.about.moments')
  if (seconds < 55) return t('operations.about.seconds', { count: Math.round(seconds / 5) * 5 })
  if (seconds < 55 * MINUTE_S) return t('operations.about.minutes', { count: Math.round(seconds / MINUTE_S) })
  return t('operations.about.hours', { count: Math.max(1, Math.round(seconds / HOUR_S)) })
}

/** Rate of finished lines in a suitable unit; '' when unknown. */
export function rateText(perSecond: number | null): string {
  if (perSecond === null || perSecond <= 0) return ''
  return perSecond >= 2
    ? i18next.t('operations.ratePerSecond', { rate: Math.round(perSecond) })
    : i18next.t('operations.ratePerMinute', { rate: Math.round(perSecond * 60) })
}
