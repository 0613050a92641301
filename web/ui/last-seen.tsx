import { IconAntennaBarsOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isSilent } from '#domain/silence.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { formatMoment } from '#web/lib/format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { agoText } from './ago.tsx'
import styles from './last-seen.module.css'

/** A SIM is silent after 24 h. Until here hours show which one fell silent first, where all would have one or two days. */
const HOURS_BELOW = 72

interface LastSeenProps {
  readonly at: string | null
  /** administrative status: an active SIM that has been silent for a day is marked */
  readonly status: number
  /** only of a marked one: where there is hardly room */
  readonly isMarkOnly?: boolean
}

/** When a SIM was last seen in its network, by its age; the moment shows on hover. */
export function LastSeen({ at, status, isMarkOnly = false }: LastSeenProps) {
  const { t } = useTranslation()
  const now = useNow()
  const isMarked = status === ADMINISTRATIVE_STATUS.active && isSilent(at ? new Date(at) : null, '24h', new Date(now))
  if (isMarkOnly && !isMarked) return null
  const mark = isMarked ? <IconAntennaBarsOff className="icon icon-14 icon-warning" aria-hidden="true" /> : null
  if (!at) {
    return (
      <span className={isMarked ? styles.marked : 'text-tertiary'}>
        {mark}
        {t('common.neverSeen')}
      </span>
    )
  }
  return (
    <span className={isMarked ? styles.marked : 'text-secondary'} title={formatMoment(at)}>
      {mark}
      <time className="tabular-numbers" dateTime={at}>
        {agoText(at, now, t, HOURS_BELOW)}
      </time>
    </span>
  )
}
