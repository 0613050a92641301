import { useTranslation } from 'react-i18next'
import { formatMoment } from '#web/lib/format.ts'
import { formatAge } from '#web/lib/format-moments.ts'
import { useNow } from '#web/lib/use-now.ts'

/** How long ago: 'hace 2 d', and the moment in its tooltip. */
export function Ago({ at }: { at: string }) {
  const { t } = useTranslation()
  const age = formatAge(useNow() - Date.parse(at))
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {age === '' ? t('common.justNow') : t('common.ago', { age })}
    </time>
  )
}
