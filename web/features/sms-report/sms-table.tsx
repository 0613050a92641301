import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconChecks,
  IconClock,
  IconHelpCircle,
  IconHourglass,
  IconMessageDown,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { SMS_STATES } from '#contract/filter-values.ts'
import { SMS_PLATFORM_WORDS, SMS_REPORT_WORDS, SMS_STATE_WORDS } from '#contract/sms-report/sms-report-messages.ts'
import { formatMinute } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Icc } from '#web/ui/icc.tsx'
import { Status } from '#web/ui/status.tsx'
import { Table } from '#web/ui/table.tsx'
import type { SmsRow } from './sms-report.api.ts'
import styles from './sms-report.module.css'

type ResultStyle = Pick<ComponentProps<typeof Status>, 'tone' | 'Icon'>

const RESULT_STYLE: Readonly<Record<(typeof SMS_STATES)[number], ResultStyle>> = {
  queued: { tone: 'ready', Icon: IconClock },
  sent: { tone: 'ready', Icon: IconCheck },
  buffered: { tone: 'warning', Icon: IconHourglass },
  delivered: { tone: 'active', Icon: IconChecks },
  failed: { tone: 'stop', Icon: IconAlertTriangle },
  expired: { tone: 'stop', Icon: IconAlertTriangle },
  unknown: { tone: 'warning', Icon: IconHelpCircle },
  cancelled: { tone: 'ended', Icon: IconBan },
  received: { tone: 'active', Icon: IconMessageDown },
}

/** Messages, one a row. */
export function SmsTable({ rows }: { rows: readonly SmsRow[] | undefined }) {
  const { t } = useTranslation()
  return (
    <Table
      label={t('smsReport.list')}
      className={styles.list}
      rows={rows}
      rowKey={({ messageId }) => messageId}
      columns={[
        {
          id: 'date',
          head: sentence(SMS_REPORT_WORDS.date),
          className: `${styles.when} hide-on-phone text-secondary tabular-numbers`,
          cell: ({ date }) => formatMinute(date),
        },
        {
          id: 'icc',
          head: sentence(SMS_REPORT_WORDS.icc),
          className: styles.sim,
          isRowHead: true,
          cell: (row) => <Sim row={row} />,
        },
        {
          id: 'platform',
          head: sentence(SMS_REPORT_WORDS.platform),
          className: `${styles.platform} text-secondary`,
          cell: ({ platform }) => platformWord(platform),
        },
        {
          id: 'result',
          head: sentence(SMS_REPORT_WORDS.result),
          className: styles.result,
          cell: (row) => <Result row={row} />,
        },
        {
          id: 'message',
          head: sentence(SMS_REPORT_WORDS.message),
          className: styles.text,
          title: ({ message }) => message,
          cell: (row) => <Message row={row} />,
        },
        {
          id: 'user',
          head: sentence(SMS_REPORT_WORDS.user),
          className: styles.who,
          title: ({ user }) => user,
          cell: ({ user }) => user || <span className="text-tertiary hide-on-phone">—</span>,
        },
      ]}
    />
  )
}

/** On a phone, which has no date column, the date is below the SIM. */
function Sim({ row: { icc, date } }: { row: SmsRow }) {
  return (
    <>
      <Link to="/sims/$icc" params={{ icc }}>
        <Icc value={icc} />
      </Link>
      <span className={`only-on-phone text-tertiary text-small tabular-numbers ${styles.below}`}>{formatMinute(date)}</span>
    </>
  )
}

function Result({ row: { result, cause } }: { row: SmsRow }) {
  const state = SMS_STATES.find((one) => one === result)
  if (!state) return result
  return (
    <>
      <Status {...RESULT_STYLE[state]}>{sentence(SMS_STATE_WORDS[state])}</Status>
      {cause ? <span className={`${styles.below} text-tertiary text-small`}>{cause}</span> : null}
    </>
  )
}

function Message({ row: { message, segments } }: { row: SmsRow }) {
  const { t } = useTranslation()
  return (
    <>
      <span className={styles.smsText}>{message}</span>
      {segments > 1 ? (
        <span className={`${styles.below} text-tertiary text-small`}>{t('smsReport.parts', { count: segments })}</span>
      ) : null}
    </>
  )
}

function platformWord(platform: string): string {
  const known = platform === 'portal' || platform === 'api' || platform === 'rule' ? platform : ''
  return sentence(SMS_PLATFORM_WORDS[known])
}
