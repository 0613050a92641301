import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '#web/lib/format.ts'
import { formatAge } from '#web/lib/format-moments.ts'
import { useNow } from '#web/lib/use-now.ts'

/** 'hace 3 h', or that it is now; in hours below `hoursBelow` */
export function agoText(moment: string, now: number, t: TFunction, hoursBelow?: number): string {
  const age = formatAge(now - Date.parse(moment), hoursBelow)
  return age === '' ? t('common.justNow') : t('common.ago', { age })
}

/** The same; the moment shows on hover. */
export function Ago({ at }: { at: string }) {
  const { t } = useTranslation()
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {agoText(at, useNow(), t)}
    </time>
  )
}
