import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconChecks,
  IconClock,
  IconClockX,
  IconHelpCircle,
  IconHourglass,
  IconMessageDown,
  IconMessageForward,
  IconMessages,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SMS_PLATFORMS, type SMS_STATES } from '#contract/filter-values.ts'
import { SMS_PLATFORM_WORDS, SMS_REPORT_WORDS, SMS_STATE_WORDS } from '#contract/sms-report/sms-report-messages.ts'
import { formatTime } from '#web/lib/format.ts'
import { formatDayHeading } from '#web/lib/format-moments.ts'
import { sentence } from '#web/lib/sentence.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { DOCKED, PHONE, useMedia, WIDE } from '#web/lib/use-media.ts'
import { useNow } from '#web/lib/use-now.ts'
import { operationRequest } from '#web/shared/operations/operation-request.ts'
import { personColumn } from '#web/shared/people/person-name.tsx'
import { SimCell, simColumn } from '#web/shared/sims/sim-cell.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { FileMenu } from '#web/ui/file-menu.tsx'
import { actionsColumn, momentColumn, textColumn } from '#web/ui/list/columns.tsx'
import { iccFilter } from '#web/ui/list/icc-filter.ts'
import { List, PageHead } from '#web/ui/list/list.tsx'
import { counted, optionsOf } from '#web/ui/list/list-filter.ts'
import { usePages } from '#web/ui/list/list-rows.ts'
import { RowAction } from '#web/ui/row-action.tsx'
import { KnownStatus, type StatusStyle } from '#web/ui/status.tsx'
import { TwoLines } from '#web/ui/table.tsx'
import { fetchSmsReport, type SmsRow, smsCountsQuery, smsListQuery } from './sms-report.api.ts'
import { readSmsSearch, type SmsSearch } from './sms-search.ts'

type SmsResult = (typeof SMS_STATES)[number]

/** In the order of their chips: failures are first, so that a phone shows them without scrolling. */
const RESULT_STYLE: Readonly<Record<SmsResult, StatusStyle>> = {
  failed: { tone: 'stop', Icon: IconAlertTriangle },
  expired: { tone: 'stop', Icon: IconClockX },
  unknown: { tone: 'warning', Icon: IconHelpCircle },
  buffered: { tone: 'warning', Icon: IconHourglass },
  queued: { tone: 'ready', Icon: IconClock },
  sent: { tone: 'ready', Icon: IconCheck },
  delivered: { tone: 'active', Icon: IconChecks },
  received: { tone: 'ended', Icon: IconMessageDown },
  cancelled: { tone: 'ended', Icon: IconBan },
}
const RESULTS = Object.keys(RESULT_STYLE) as SmsResult[]

/** All messages to and from the company's SIMs, newest first, live. */
export function SmsReportPage() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/app/sms-report', select: readSmsSearch })
  const navigate = useNavigate()
  const canSend = holds(useSession(), 'sims')
  const isWide = useMedia(WIDE)
  const isDocked = useMedia(DOCKED)
  const isPhone = useMedia(PHONE)
  const now = useNow()
  const days = { today: t('list.today'), yesterday: t('list.yesterday') }
  return (
    <div className="page">
      <PageHead title={t('smsReport.title')} lead={t('smsReport.lead')}>
        <FileMenu ask={(format) => fetchSmsReport(search, format)} />
      </PageHead>
      <List
        id="sms"
        label={t('smsReport.list')}
        minWidth={1040}
        data={usePages(smsListQuery(search))}
        rowKey={({ messageId }) => messageId}
        groupOf={({ date }) => formatDayHeading(date, now, days)}
        search={search}
        onSearch={(next: SmsSearch) => void navigate({ to: '/sms-report', search: next, replace: true })}
        filters={[
          {
            kind: 'choice',
            key: 'result',
            label: sentence(SMS_REPORT_WORDS.result),
            ...counted(
              optionsOf(RESULTS, (state) => t(`smsReport.chip.${state}`), RESULT_STYLE),
              useQuery(smsCountsQuery(search)).data?.counts,
            ),
            isFront: true,
          },
          { kind: 'flag', key: 'mine', label: t('smsReport.mine') },
          {
            kind: 'choice',
            key: 'platform',
            label: sentence(SMS_REPORT_WORDS.platform),
            options: optionsOf(SMS_PLATFORMS, (one) => sentence(SMS_PLATFORM_WORDS[one === 'device' ? '' : one])),
          },
          { kind: 'days', key: 'from', until: 'to', label: sentence(SMS_REPORT_WORDS.date) },
          iccFilter(sentence(SMS_REPORT_WORDS.icc)),
        ]}
        none={{
          Icon: IconMessages,
          title: t('smsReport.none'),
          hint: t('smsReport.noneHint'),
          action: canSend ? (
            <ButtonLink isSmall to="/sims">
              {t('smsReport.toSims')}
            </ButtonLink>
          ) : null,
        }}
        columns={[
          momentColumn('date', t('smsReport.time'), ({ date }: SmsRow) => date, {
            width: 80,
            cell: ({ date }) => formatTime(date),
          }),
          {
            ...simColumn(({ icc, label }: SmsRow) => <SimCell isOneLine={isDocked} icc={icc} label={label} />),
            width: isWide ? '19%' : '25.5%',
          },
          textColumn('platform', sentence(SMS_REPORT_WORDS.platform), ({ platform }: SmsRow) => platformWord(platform), {
            width: 104,
            phone: 'foot',
          }),
          {
            id: 'result',
            head: sentence(SMS_REPORT_WORDS.result),
            width: 144,
            phone: 'mark',
            cell: ({ result }) => <KnownStatus state={result} styles={RESULT_STYLE} words={SMS_STATE_WORDS} />,
          },
          {
            id: 'message',
            head: sentence(SMS_REPORT_WORDS.message),
            width: isWide ? '38%' : undefined,
            phone: 'line',
            title: ({ message }) => message,
            cell: (row) => <Message row={row} isPhone={isPhone} />,
          },
          personColumn('user', sentence(SMS_REPORT_WORDS.user), ({ user }: SmsRow) => user, { width: 132 }),
          canSend
            ? actionsColumn(116, ({ icc, message, result }: SmsRow) =>
                result === 'expired' || result === 'failed' ? (
                  <RowAction
                    Icon={IconMessageForward}
                    word={t('smsReport.resend')}
                    label={`${t('smsReport.resend')}: ${icc}`}
                    opensDialog
                    onAct={() => operationRequest.open({ kind: 'sms', source: { icc: [icc] }, count: 1, details: { message } })}
                  />
                ) : null,
              )
            : undefined,
        ]}
      />
    </div>
  )
}

/** The text, and below it why it did not arrive. Its segments are said there, or else in short at the end of the only line. */
function Message({ row: { message, segments, cause }, isPhone }: { row: SmsRow; isPhone: boolean }) {
  const { t } = useTranslation()
  const parts = segments > 1 ? t('smsReport.parts', { count: segments }) : ''
  const why = [cause, parts].filter(Boolean).join(' · ')
  return (
    <TwoLines
      first={
        <span className="one-line">
          <span className="clamp">{message}</span>
          {parts && !cause && !isPhone ? (
            <span className="text-tertiary text-small no-wrap" title={parts}>
              <span aria-hidden="true">{t('smsReport.asSms', { count: segments })}</span>
              <span className="visually-hidden">{parts}</span>
            </span>
          ) : null}
        </span>
      }
      second={cause ? <span title={why}>{why}</span> : isPhone ? parts : undefined}
    />
  )
}

function platformWord(platform: string): string {
  const known = platform === 'portal' || platform === 'api' || platform === 'rule' ? platform : ''
  return sentence(SMS_PLATFORM_WORDS[known])
}
