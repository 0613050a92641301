import i18next from 'i18next'

/** Rate of finished lines in a suitable unit; '' when unknown. */
export function rateText(perSecond: number | null): string {
  if (perSecond === null || perSecond <= 0) return ''
  return perSecond >= 2
    ? i18next.t('operations.ratePerSecond', { rate: Math.round(perSecond) })
    : i18next.t('operations.ratePerMinute', { rate: Math.round(perSecond * 60) })
}
