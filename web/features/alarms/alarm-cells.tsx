import { IconBellRinging, IconPlugConnectedX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatMb } from '#web/lib/format.ts'
import { HighlightOnChange } from '#web/ui/highlight-on-change.tsx'
import { RowButton } from '#web/ui/row-action.tsx'
import { Status } from '#web/ui/status.tsx'
import { TwoLines } from '#web/ui/table.tsx'
import { alarmName, planLabel } from './alarm-name.ts'
import type { AlarmRow } from './alarms.api.ts'
import styles from './alarms.module.css'

/** Name, plan and company; the first of them opens the alarm. */
export function AlarmCell({ alarm, onOpen }: { alarm: AlarmRow; onOpen: () => void }) {
  const { t } = useTranslation()
  const { name, planTypeName, companyName, group } = alarm
  const ofGroup = group && t('alarms.ofGroup', { path: group })
  return (
    <TwoLines
      first={
        <RowButton label={t('alarms.changeOf', { name: alarmName(alarm) })} onOpen={onOpen}>
          {name || planLabel(alarm)}
          {planTypeName && !name ? <span className={`${styles.type} text-tertiary text-small`}>{planTypeName}</span> : null}
        </RowButton>
      }
      second={[...(name ? [planLabel(alarm), planTypeName] : []), ofGroup, companyName].filter(Boolean).join(' · ')}
    />
  )
}

/** The GB of a large limit are below its MB: figures of a column end at one line. */
export function LimitCell({ limit }: { limit: number }) {
  const [mb, inGb] = formatMb(limit).split(/ (?=\()/)
  return (
    <span>
      {mb} {inGb ? <span className={`${styles.inGb} text-tertiary text-small`}>{inGb}</span> : null}
    </span>
  )
}

export function ActionCell({ alarm: { action } }: { alarm: AlarmRow }) {
  const { t } = useTranslation()
  return action === '1' ? (
    <Status tone="stop" Icon={IconPlugConnectedX}>
      {t('alarms.cuts')}
    </Status>
  ) : (
    <Status tone="ready" Icon={IconBellRinging}>
      {t('alarms.notifiesOnly')}
    </Status>
  )
}

export function FiredCell({ alarm }: { alarm: AlarmRow }) {
  const { t } = useTranslation()
  const { alarmId, firedSims, warnedSims } = alarm
  if (firedSims + warnedSims === 0) return <span className="text-tertiary">{t('alarms.firedForNone')}</span>
  const near = warnedSims > 0 ? t('alarms.nearCount', { count: warnedSims }) : ''
  return (
    <Link
      to="/alarm-notified"
      search={{ alarm: alarmId }}
      aria-label={`${[firedSims > 0 ? t('alarms.firedCount', { count: firedSims }) : '', near].filter(Boolean).join(', ')}. ${t('alarms.seeNotices', { name: alarmName(alarm) })}`}
    >
      {firedSims > 0 ? (
        <span className="block medium">
          <HighlightOnChange value={firedSims}>{t('alarms.firedCount', { count: firedSims })}</HighlightOnChange>
        </span>
      ) : null}
      {near ? <span className={firedSims > 0 ? 'block text-tertiary text-small' : ''}>{near}</span> : null}
    </Link>
  )
}
