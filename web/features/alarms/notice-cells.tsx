import {
  IconAlertTriangle,
  IconBellOff,
  IconBellRinging,
  IconBellX,
  IconClock,
  IconHourglass,
  IconMinus,
  IconPlugConnected,
  IconPlugConnectedX,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { NOTICE_ACTION_WORDS, NOTICE_MAIL_WORDS } from '#contract/alarms/alarm-messages.ts'
import type { NoticeActionState } from '#contract/filter-values.ts'
import { limitBytes, type NoticeKind } from '#domain/alarms.ts'
import { formatMinute, formatNumber, formatPercent, percentOf, usedMb } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { MailStatus } from '#web/shared/outbox/mail-status.tsx'
import { Button } from '#web/ui/button.tsx'
import { KnownStatus, Status, type StatusStyle } from '#web/ui/status.tsx'
import { TwoLines } from '#web/ui/table.tsx'
import { UsageBar, usageTone } from '#web/ui/usage-bar.tsx'
import alarmFormStyles from './alarm-form.module.css'
import { planLabel } from './alarm-name.ts'
import type { NoticeRow } from './alarms.api.ts'
import styles from './alarms.module.css'

export const KIND_STYLE: Readonly<Record<NoticeKind, StatusStyle>> = {
  warning: { tone: 'warning', Icon: IconBellRinging },
  limit: { tone: 'stop', Icon: IconBellX },
}

export const ACTION_STYLE: Readonly<Record<NoticeActionState, StatusStyle>> = {
  none: { tone: 'ended', Icon: IconBellRinging },
  due: { tone: 'ready', Icon: IconHourglass },
  ordered: { tone: 'ready', Icon: IconHourglass },
  cut: { tone: 'stop', Icon: IconPlugConnectedX },
  failed: { tone: 'warning', Icon: IconAlertTriangle },
  skipped: { tone: 'ended', Icon: IconMinus },
  restoring: { tone: 'ready', Icon: IconHourglass },
  restored: { tone: 'active', Icon: IconPlugConnected },
}

export function Used({ row: { used, limit } }: { row: NoticeRow }) {
  const { t } = useTranslation()
  const percent = percentOf(used, limitBytes(limit))
  const tone = usageTone(percent)
  return (
    <span className={styles.usedOfLimit}>
      <span className={`row ${alarmFormStyles.apart} tabular-numbers`}>
        <span className="ellipsis">{t('alarms.notices.usedOf', { used: usedMb(used), limit: formatNumber(limit) })}</span>
        <span className={`text-${tone} text-small semibold`}>{formatPercent(Math.floor(percent))}</span>
      </span>
      <UsageBar percent={percent} tone={tone} />
    </span>
  )
}

/** The alarm by its name or its plan, which opens it. */
export function AlarmOf({ row }: { row: NoticeRow }) {
  const { alarmId: alarm, alarmName, company, companyName } = row
  return (
    <TwoLines
      first={
        <Link to="/alarm" search={{ company, alarm }}>
          {alarmName || planLabel(row)}
        </Link>
      }
      second={alarmName ? `${planLabel(row)} · ${companyName}` : companyName}
    />
  )
}

export function Mail({ state }: { state: string }) {
  const { t } = useTranslation()
  if (state === 'waiting') {
    return (
      <Status tone="ready" Icon={IconClock}>
        {sentence(NOTICE_MAIL_WORDS.waiting)}
      </Status>
    )
  }
  // without a mail server, which is said over the list
  if (state === 'none' || state === 'kept') {
    const word = state === 'kept' ? t('alarms.notices.notSent') : sentence(NOTICE_MAIL_WORDS.none)
    return <span className="text-tertiary">{word}</span>
  }
  return <MailStatus state={state} />
}

/** What became of the data; what was cut can be restored. That nothing was to be done has no icon, so that what was done stands out. */
export function Data({ row, onRestore }: { row: NoticeRow; onRestore(): void }) {
  const { icc, action, canRestore, restoredAt, muted } = row
  const { t } = useTranslation()
  return (
    <>
      {action === 'none' ? (
        <span className="text-tertiary hide-on-phone">{sentence(NOTICE_ACTION_WORDS.none)}</span>
      ) : (
        <KnownStatus state={action} styles={ACTION_STYLE} words={NOTICE_ACTION_WORDS} muted={['skipped']} />
      )}
      {canRestore ? (
        <Button
          size="sm"
          className={styles.restore}
          aria-haspopup="dialog"
          aria-label={t('alarms.notices.restoreOf', { icc })}
          onClick={onRestore}
        >
          {t('alarms.notices.restore')}
        </Button>
      ) : null}
      {restoredAt ? (
        <span className="block text-tertiary text-small tabular-numbers">
          {t('alarms.notices.restoredAt', { moment: formatMinute(restoredAt) })}
        </span>
      ) : null}
      {muted ? (
        <span className={`${styles.muted} text-tertiary text-small`}>
          <IconBellOff className="icon icon-14" aria-hidden="true" />
          {t('alarms.notices.muted')}
        </span>
      ) : null}
    </>
  )
}
