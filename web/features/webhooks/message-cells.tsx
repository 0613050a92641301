import { IconAlertTriangle, IconBan, IconCheck, IconClock, IconSend } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import {
  WEBHOOK_EVENT_WORDS,
  WEBHOOK_PROBLEM_WORDS,
  WEBHOOK_PROBLEMS,
  WEBHOOK_STATE_WORDS,
  type WebhookState,
} from '#contract/webhooks/webhook-messages.ts'
import { PING, WEBHOOK_EVENTS } from '#domain/webhooks.ts'
import { formatMinute } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { KnownStatus, type StatusStyle } from '#web/ui/status.tsx'
import { TwoLines } from '#web/ui/table.tsx'
import type { WebhookMessageRow } from './webhooks.api.ts'

export const MESSAGE_STATE_STYLE: Readonly<Record<WebhookState, StatusStyle>> = {
  waiting: { tone: 'ready', Icon: IconClock },
  sending: { tone: 'ready', Icon: IconSend },
  delivered: { tone: 'active', Icon: IconCheck },
  failed: { tone: 'stop', Icon: IconAlertTriangle },
  cancelled: { tone: 'ended', Icon: IconBan },
}

export const MessageStatus = ({ state }: { state: string }) => (
  <KnownStatus state={state} styles={MESSAGE_STATE_STYLE} words={WEBHOOK_STATE_WORDS} />
)

const EVENT_NAMES = [...WEBHOOK_EVENTS, PING] as const

/** The name of an event; an unsupported one is shown as it is. */
export function eventName(event: string): string {
  const known = EVENT_NAMES.find((one) => one === event)
  return known ? sentence(WEBHOOK_EVENT_WORDS[known]) : event
}

/** The response to an attempt, in short. */
export function responseText(status: number | null, problem: string): string {
  const known = WEBHOOK_PROBLEMS.find((one) => one === problem)
  const why = known && known !== 'refused' ? sentence(WEBHOOK_PROBLEM_WORDS[known]) : ''
  return [status === null ? '' : `HTTP ${status}`, why].filter(Boolean).join(' · ')
}

export function DeliveryState({ row: { state, attempts, dueAt } }: { row: WebhookMessageRow }) {
  const { t } = useTranslation()
  const next = attempts > 0 && dueAt ? t('webhooks.messages.next', { moment: formatMinute(dueAt) }) : null
  return <TwoLines first={<MessageStatus state={state} />} second={next} />
}
