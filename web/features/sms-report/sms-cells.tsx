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
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SMS_STATES } from '#contract/filter-values.ts'
import { SMS_PLATFORM_WORDS, SMS_STATE_WORDS } from '#contract/sms-report/sms-report-messages.ts'
import { sentence } from '#web/lib/sentence.ts'
import { KnownStatus, type StatusStyle } from '#web/ui/status.tsx'
import { TwoLines } from '#web/ui/table.tsx'
import type { SmsRow } from './sms-report.api.ts'

export const RESULT_STYLE: Readonly<Record<(typeof SMS_STATES)[number], StatusStyle>> = {
  queued: { tone: 'ready', Icon: IconClock },
  sent: { tone: 'ready', Icon: IconCheck },
  buffered: { tone: 'warning', Icon: IconHourglass },
  delivered: { tone: 'active', Icon: IconChecks },
  failed: { tone: 'stop', Icon: IconAlertTriangle },
  expired: { tone: 'stop', Icon: IconClockX },
  unknown: { tone: 'warning', Icon: IconHelpCircle },
  cancelled: { tone: 'ended', Icon: IconBan },
  received: { tone: 'active', Icon: IconMessageDown },
}

export const Result = ({ row: { result } }: { row: SmsRow }) => (
  <KnownStatus state={result} styles={RESULT_STYLE} words={SMS_STATE_WORDS} />
)

/** The text, and below it why it did not arrive: the widest column has room for both. */
export function Message({ row: { message, segments, cause } }: { row: SmsRow }) {
  const { t } = useTranslation()
  return (
    <TwoLines
      first={
        <span className="one-line">
          <span className="clamp">{message}</span>
          {segments > 1 ? (
            <span className="text-tertiary text-small no-wrap">· {t('smsReport.parts', { count: segments })}</span>
          ) : null}
        </span>
      }
      second={cause}
    />
  )
}

export function platformWord(platform: string): string {
  const known = platform === 'portal' || platform === 'api' || platform === 'rule' ? platform : ''
  return sentence(SMS_PLATFORM_WORDS[known])
}
