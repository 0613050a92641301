import { IconAlertTriangle, IconClock, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatMoment, formatTime } from '../lib/format.ts'
import { IconButton } from './button.tsx'

/** Counting takes about a second; usage that waits longer than this is shown as late, ms. */
const LATE_MS = 60_000

interface UsageLateProps {
  /** usage received until then is in the figures, ISO 8601 */
  usageAt: string | undefined
  /** time of the other figures */
  at: string | undefined
}

/** Marks usage figures that lag: more usage was received than was counted. Renders nothing otherwise. */
export function UsageLate({ usageAt, at }: UsageLateProps) {
  const { t } = useTranslation()
  if (!usageAt || !at || Date.parse(at) - Date.parse(usageAt) < LATE_MS) return null
  return (
    <span className="row text-warning">
      <IconAlertTriangle className="icon icon-14" aria-hidden="true" />
      {t('common.usageLate', { time: formatTime(usageAt) })}
    </span>
  )
}

interface AsOfProps {
  /** ISO 8601; undefined while the figures load */
  at: string | undefined
  /** for figures of usage: it is counted until then */
  usageAt?: string | undefined
  onRefresh: () => void
  busy: boolean
}

/** Time of the figures, with a refresh button. */
export function AsOf({ at, usageAt, onRefresh, busy }: AsOfProps) {
  const { t } = useTranslation()
  return (
    <div className="row text-tertiary text-small as-of">
      <UsageLate usageAt={usageAt} at={at} />
      <IconClock className="icon icon-14" aria-hidden="true" />
      <span className="tabular-numbers">{at ? t('common.asOf', { moment: formatMoment(at) }) : t('common.loading')}</span>
      <IconButton
        Icon={IconRefresh}
        iconClass={busy ? 'icon-14 turning' : 'icon-14'}
        label={t('common.refresh')}
        blocked={busy}
        onClick={onRefresh}
      />
    </div>
  )
}
