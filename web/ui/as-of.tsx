import { IconAlertTriangle, IconClock, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatMoment, formatTime } from '../lib/format.ts'
import { Button } from './button.tsx'

/** Counting is a matter of a second; usage that waits longer than this is told to be late, ms. */
const LATE_MS = 60_000

interface UsageLateProps {
  /** until when usage that has arrived is in the figures, ISO 8601 */
  usageAt: string | undefined
  /** as of when the other figures are true */
  at: string | undefined
}

/** Marks usage figures that are older than they look: more has arrived than could be counted. Nothing when they are not. */
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
  /** ISO 8601; undefined while the figures are still coming */
  at: string | undefined
  /** for figures of usage: until when it is counted */
  usageAt?: string | undefined
  onRefresh: () => void
  busy: boolean
}

/** As of when the figures are true, with a button that asks for newer ones. */
export function AsOf({ at, usageAt, onRefresh, busy }: AsOfProps) {
  const { t } = useTranslation()
  return (
    <div className="row text-tertiary text-small asof">
      <UsageLate usageAt={usageAt} at={at} />
      <IconClock className="icon icon-14" aria-hidden="true" />
      <span className="tabular-numbers">{at ? t('common.asOf', { moment: formatMoment(at) }) : t('common.loading')}</span>
      <Button variant="ghost" size="sm" square aria-label={t('common.refresh')} blocked={busy} onClick={onRefresh}>
        <IconRefresh className={busy ? 'icon icon-14 turning' : 'icon icon-14'} aria-hidden="true" />
      </Button>
    </div>
  )
}
