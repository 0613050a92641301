import {
  IconAlertTriangle,
  IconBellOff,
  IconBellRinging,
  IconBellX,
  IconClock,
  IconHourglass,
  IconMailOff,
  IconMinus,
  IconPlugConnected,
  IconPlugConnectedX,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { NOTICE_ACTION_WORDS, NOTICE_KIND_WORDS, NOTICE_MAIL_WORDS, NOTICE_WORDS } from '#contract/alarms/alarm-messages.ts'
import { NOTICE_ACTION_STATES, type NoticeActionState } from '#contract/filter-values.ts'
import { limitBytes, NOTICE_KINDS, type NoticeKind } from '#domain/alarms.ts'
import { formatMinute, formatNumber, formatPercent, percentOf, usedMb } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { MailStatus } from '#web/shared/outbox/mail-status.tsx'
import { Button } from '#web/ui/button.tsx'
import { HighlightOnChange } from '#web/ui/highlight-on-change.tsx'
import { Icc } from '#web/ui/icc.tsx'
import { Status } from '#web/ui/status.tsx'
import { Table } from '#web/ui/table.tsx'
import { UsageBar, usageTone } from '#web/ui/usage-bar.tsx'
import alarmFormStyles from './alarm-form.module.css'
import { planLabel } from './alarm-name.ts'
import type { NoticeRow } from './alarms.api.ts'
import styles from './alarms.module.css'

type KindStyle = Pick<ComponentProps<typeof Status>, 'tone' | 'Icon'>

const KIND_STYLE: Readonly<Record<NoticeKind, KindStyle>> = {
  warning: { tone: 'warning', Icon: IconBellRinging },
  limit: { tone: 'stop', Icon: IconBellX },
}

const ACTION_STYLE: Readonly<Record<NoticeActionState, KindStyle>> = {
  none: { tone: 'ended', Icon: IconMinus },
  due: { tone: 'ready', Icon: IconHourglass },
  ordered: { tone: 'ready', Icon: IconHourglass },
  cut: { tone: 'stop', Icon: IconPlugConnectedX },
  failed: { tone: 'warning', Icon: IconAlertTriangle },
  skipped: { tone: 'ended', Icon: IconMinus },
  restoring: { tone: 'ready', Icon: IconHourglass },
  restored: { tone: 'active', Icon: IconPlugConnected },
}

interface TableProps {
  /** undefined while they load */
  readonly rows: readonly NoticeRow[] | undefined
  onRestore(notice: NoticeRow): void
}

/** Notices, one a row; cards on a phone. */
export function NoticesTable({ rows, onRestore }: TableProps) {
  const { t } = useTranslation()
  return (
    <Table
      label={t('alarms.notices.list')}
      className={styles.notices}
      rows={rows}
      rowKey={({ noticeId }) => noticeId}
      columns={[
        {
          id: 'date',
          head: sentence(NOTICE_WORDS.date),
          className: `${styles.when} hide-on-phone text-secondary tabular-numbers`,
          cell: ({ date }) => formatMinute(date),
        },
        {
          id: 'icc',
          head: sentence(NOTICE_WORDS.icc),
          className: styles.sim,
          isRowHead: true,
          cell: (row) => <Sim row={row} />,
        },
        { id: 'kind', head: sentence(NOTICE_WORDS.kind), className: styles.kind, cell: (row) => <Kind row={row} /> },
        { id: 'used', head: t('alarms.notices.used'), className: styles.used, cell: (row) => <Used row={row} /> },
        { id: 'alarm', head: sentence(NOTICE_WORDS.alarm), className: styles.alarm, cell: (row) => <Alarm row={row} /> },
        {
          id: 'mail',
          head: sentence(NOTICE_WORDS.mail),
          className: styles.mail,
          cell: (row) => (
            <HighlightOnChange value={row.mail}>
              <Mail row={row} />
            </HighlightOnChange>
          ),
        },
        { id: 'data', head: sentence(NOTICE_WORDS.action), className: styles.data, cell: (row) => <Data row={row} /> },
        {
          id: 'act',
          head: <span className="visually-hidden">{t('alarms.actions')}</span>,
          className: styles.act,
          cell: (row) => <Restore row={row} onRestore={onRestore} />,
        },
      ]}
    />
  )
}

/** On a phone, which has no date column, the date is below the SIM. */
function Sim({ row: { icc, date } }: { row: NoticeRow }) {
  return (
    <>
      <Link to="/sims/$icc" params={{ icc }}>
        <Icc value={icc} />
      </Link>
      <span className={`only-on-phone text-tertiary text-small tabular-numbers ${styles.line}`}>{formatMinute(date)}</span>
    </>
  )
}

function Kind({ row: { kind } }: { row: NoticeRow }) {
  const known = NOTICE_KINDS.find((one) => one === kind)
  return known ? <Status {...KIND_STYLE[known]}>{sentence(NOTICE_KIND_WORDS[known])}</Status> : kind
}

function Used({ row: { used, limit } }: { row: NoticeRow }) {
  const { t } = useTranslation()
  const percent = percentOf(used, limitBytes(limit))
  return (
    <span className={styles.usedOfLimit}>
      <span className={`row ${alarmFormStyles.apart} tabular-numbers`}>
        <span className="ellipsis">{t('alarms.notices.usedOf', { used: usedMb(used), limit: formatNumber(limit) })}</span>
        <span className="text-tertiary text-small">{formatPercent(Math.floor(percent))}</span>
      </span>
      <UsageBar percent={percent} tone={usageTone(percent)} />
    </span>
  )
}

function Alarm({ row }: { row: NoticeRow }) {
  return (
    <>
      <span className={`${styles.line} ellipsis`} title={planLabel(row)}>
        {planLabel(row)}
      </span>
      <span className={`${styles.line} text-tertiary text-small ellipsis`} title={row.companyName}>
        {row.companyName}
      </span>
    </>
  )
}

function Mail({ row: { mail } }: { row: NoticeRow }) {
  if (mail === 'waiting') {
    return (
      <Status tone="ready" Icon={IconClock}>
        {sentence(NOTICE_MAIL_WORDS.waiting)}
      </Status>
    )
  }
  if (mail === 'none') {
    return (
      <Status tone="ended" Icon={IconMailOff} muted>
        {sentence(NOTICE_MAIL_WORDS.none)}
      </Status>
    )
  }
  return <MailStatus state={mail} />
}

function Data({ row: { action, restoredAt, muted } }: { row: NoticeRow }) {
  const { t } = useTranslation()
  const known = NOTICE_ACTION_STATES.find((one) => one === action)
  return (
    <>
      {known ? (
        <HighlightOnChange value={known}>
          <Status {...ACTION_STYLE[known]} muted={known === 'none' || known === 'skipped'}>
            {sentence(NOTICE_ACTION_WORDS[known])}
          </Status>
        </HighlightOnChange>
      ) : (
        action
      )}
      {restoredAt ? (
        <span className={`${styles.line} text-tertiary text-small tabular-numbers`}>
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

function Restore({ row, onRestore }: { row: NoticeRow } & Pick<TableProps, 'onRestore'>) {
  const { t } = useTranslation()
  if (!row.canRestore) return null
  return (
    <Button
      size="sm"
      aria-haspopup="dialog"
      aria-label={t('alarms.notices.restoreOf', { icc: row.icc })}
      onClick={() => onRestore(row)}
    >
      {t('alarms.notices.restore')}
    </Button>
  )
}
