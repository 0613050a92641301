import { useTranslation } from 'react-i18next'
import { formatMoment } from '#web/lib/format.ts'
import { formatWhen } from '#web/lib/format-moments.ts'
import { useNow } from '#web/lib/use-now.ts'

/** When something happened, in short; to the second in its tooltip. */
export function When({ at }: { at: string }) {
  const { t } = useTranslation()
  return (
    <time className="tabular-numbers text-tertiary text-small" dateTime={at} title={formatMoment(at)}>
      {formatWhen(at, useNow(), { today: t('sims.detail.today'), yesterday: t('simDetail.yesterday') })}
    </time>
  )
}
