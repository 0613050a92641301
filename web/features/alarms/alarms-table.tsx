import { IconBellRinging, IconPencil, IconPlugConnectedX, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readEmails } from '#domain/alarms.ts'
import { formatMb, formatNumber } from '#web/lib/format.ts'
import { HighlightOnChange } from '#web/ui/highlight-on-change.tsx'
import { RowAction } from '#web/ui/row-action.tsx'
import { Status } from '#web/ui/status.tsx'
import { Table } from '#web/ui/table.tsx'
import { ActiveSwitch } from './active-switch.tsx'
import { alarmName, planLabel } from './alarm-name.ts'
import type { AlarmRow } from './alarms.api.ts'
import styles from './alarms.module.css'
import { type AlarmChange, ImpactDialog } from './impact-step.tsx'

interface TableProps {
  /** undefined while they load */
  readonly rows: readonly AlarmRow[] | undefined
  onChange(alarm: AlarmRow): void
  onRemove(alarm: AlarmRow): void
}

/** Alarms, one a row; cards on a phone. */
export function AlarmsTable({ rows, onChange, onRemove }: TableProps) {
  const { t } = useTranslation()
  const [pending, setPending] = useState<AlarmChange>()
  const actions = (alarm: AlarmRow) => <RowActions alarm={alarm} onChange={onChange} onRemove={onRemove} />
  return (
    <>
      <Table
        label={t('alarms.list')}
        className={styles.list}
        rows={rows}
        waiting={4}
        rowKey={({ alarmId }) => alarmId}
        columns={[
          {
            id: 'alarm',
            head: t('alarms.alarm'),
            className: styles.what,
            isRowHead: true,
            cell: (alarm) => <PlanCell alarm={alarm} />,
          },
          {
            id: 'limit',
            head: t('alarms.limit'),
            className: `${styles.limit} tabular-numbers`,
            isNumber: true,
            cell: ({ limit }) => formatMb(limit),
          },
          { id: 'does', head: t('alarms.atLimit'), className: styles.does, cell: (alarm) => <ActionCell alarm={alarm} /> },
          { id: 'mails', head: t('alarms.mails'), className: styles.mails, cell: (alarm) => <MailsCell alarm={alarm} /> },
          {
            id: 'watched',
            head: t('alarms.watched'),
            className: `${styles.watched} hide-on-phone tabular-numbers`,
            isNumber: true,
            cell: ({ watchedSims }) => formatNumber(watchedSims),
          },
          { id: 'fired', head: t('alarms.fired'), className: styles.fired, cell: (alarm) => <FiredCell alarm={alarm} /> },
          {
            id: 'state',
            head: t('alarms.state'),
            className: styles.isOn,
            cell: (alarm) => <ActiveSwitch alarm={alarm} onConfirm={setPending} />,
          },
          {
            id: 'actions',
            head: <span className="visually-hidden">{t('alarms.actions')}</span>,
            className: styles.act,
            cell: actions,
          },
        ]}
      />
      {pending ? <ImpactDialog change={pending} onClose={() => setPending(undefined)} /> : null}
    </>
  )
}

function PlanCell({ alarm }: { alarm: AlarmRow }) {
  const { planTypeName } = alarm
  return (
    <>
      <span className={`${styles.line} ellipsis`} title={[planLabel(alarm), planTypeName].filter(Boolean).join(', ')}>
        <span className="medium">{planLabel(alarm)}</span>
        {planTypeName ? <span className={`text-tertiary text-small ${styles.type}`}>{planTypeName}</span> : null}
      </span>
      <span className={`${styles.line} text-tertiary text-small ellipsis`} title={alarm.companyName}>
        {alarm.companyName}
      </span>
    </>
  )
}

function ActionCell({ alarm: { action } }: { alarm: AlarmRow }) {
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

/** The first address, and the number of others. */
function MailsCell({ alarm: { email } }: { alarm: AlarmRow }) {
  const { t } = useTranslation()
  const [first, ...others] = readEmails(email)
  return (
    <span className={styles.chips} title={email}>
      <span className={`${styles.chip} ${styles.plain}`}>
        <span className="ellipsis">{first}</span>
      </span>
      {others.length > 0 ? (
        <span className={`${styles.chip} ${styles.plain} tabular-numbers`}>
          <span aria-hidden="true">{t('alarms.moreMails', { count: others.length })}</span>
          <span className="visually-hidden">{others.join(', ')}</span>
        </span>
      ) : null}
    </span>
  )
}

function FiredCell({ alarm }: { alarm: AlarmRow }) {
  const { t } = useTranslation()
  const { alarmId, firedSims, warnedSims } = alarm
  if (firedSims + warnedSims === 0) return <span className="text-tertiary">{t('alarms.firedForNone')}</span>
  const near = warnedSims > 0 ? t('alarms.nearCount', { count: warnedSims }) : ''
  return (
    <Link
      to="/alarm-notified"
      search={{ alarm: alarmId }}
      className={styles.firedLink}
      aria-label={`${[firedSims > 0 ? t('alarms.firedCount', { count: firedSims }) : '', near].filter(Boolean).join(', ')}. ${t('alarms.seeNotices', { name: alarmName(alarm) })}`}
    >
      {firedSims > 0 ? (
        <span className="medium">
          <HighlightOnChange value={firedSims}>{t('alarms.firedCount', { count: firedSims })}</HighlightOnChange>
        </span>
      ) : null}
      {near ? <span className={firedSims > 0 ? 'text-tertiary text-small' : ''}>{near}</span> : null}
    </Link>
  )
}

function RowActions({ alarm, onChange, onRemove }: { alarm: AlarmRow } & Pick<TableProps, 'onChange' | 'onRemove'>) {
  const { t } = useTranslation()
  const name = alarmName(alarm)
  return (
    <span className={styles.rowActions}>
      <RowAction Icon={IconPencil} opensDialog label={t('alarms.changeOf', { name })} onAct={() => onChange(alarm)} />
      <RowAction Icon={IconTrash} opensDialog label={t('alarms.removeOf', { name })} onAct={() => onRemove(alarm)} />
    </span>
  )
}
