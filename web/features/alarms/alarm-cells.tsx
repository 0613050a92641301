import { IconBellRinging, IconPlugConnectedX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { firedDaysOf } from '#domain/fired-days.ts'
import { formatMb } from '#web/lib/format.ts'
import { FiredBars, firedText } from '#web/shared/firings/fired-days.tsx'
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

/** SIMs at the limit and near it in this cycle, and `ofLate` how often it fired by day, with the way to its notices. */
export function FiredCell({ alarm, ofLate = false }: { alarm: AlarmRow; ofLate?: boolean }) {
  const { t } = useTranslation()
  const { alarmId, firedSims, warnedSims, firedByDay } = alarm
  const days = firedDaysOf(ofLate ? firedByDay : undefined)
  const fired = firedSims > 0 ? t('alarms.firedCount', { count: firedSims }) : ''
  const near = warnedSims > 0 ? t('alarms.nearCount', { count: warnedSims }) : ''
  const lately = days.count > 0 ? firedText(days) : ''
  const none = fired || near ? null : <span className="text-tertiary">{t('alarms.firedForNone')}</span>
  if (none && !lately) return none
  return (
    <Link
      to="/alarm-notified"
      search={{ alarm: alarmId }}
      aria-label={`${[fired, near, lately].filter(Boolean).join(', ')}. ${t('alarms.seeNotices', { name: alarmName(alarm) })}`}
    >
      <span className="block ellipsis">
        {none}
        {fired ? (
          <span className="medium">
            <HighlightOnChange value={firedSims}>{fired}</HighlightOnChange>
          </span>
        ) : null}
        {fired && near ? ', ' : null}
        {near}
      </span>
      {lately ? (
        <FiredBars fired={days}>
          <span className="text-tertiary text-small tabular-numbers">{lately}</span>
        </FiredBars>
      ) : null}
    </Link>
  )
}
