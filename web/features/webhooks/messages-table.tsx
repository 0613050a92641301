import { IconAlertTriangle, IconBan, IconCheck, IconClock, IconSend } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import {
  WEBHOOK_EVENT_WORDS,
  WEBHOOK_PROBLEM_WORDS,
  WEBHOOK_PROBLEMS,
  WEBHOOK_STATE_WORDS,
  WEBHOOK_STATES,
  type WebhookState,
} from '#contract/webhooks/webhook-messages.ts'
import { PING, WEBHOOK_EVENTS } from '#domain/webhooks.ts'
import { formatMinute, formatNumber } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Status } from '#web/ui/status.tsx'
import tableStyles from '#web/ui/table.module.css'
import { Table } from '#web/ui/table.tsx'
import type { WebhookMessageRow } from './webhooks.api.ts'
import styles from './webhooks.module.css'

const STATE_STYLE: Readonly<Record<WebhookState, Pick<ComponentProps<typeof Status>, 'tone' | 'Icon'>>> = {
  waiting: { tone: 'ready', Icon: IconClock },
  sending: { tone: 'ready', Icon: IconSend },
  delivered: { tone: 'active', Icon: IconCheck },
  failed: { tone: 'stop', Icon: IconAlertTriangle },
  cancelled: { tone: 'ended', Icon: IconBan },
}

export function MessageStatus({ state }: { state: string }) {
  const known = WEBHOOK_STATES.find((one) => one === state)
  return known ? <Status {...STATE_STYLE[known]}>{sentence(WEBHOOK_STATE_WORDS[known])}</Status> : state
}

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

interface TableProps {
  readonly rows: readonly WebhookMessageRow[] | undefined
  onOpen(messageId: number): void
}

/** Messages, one a row; each opens. */
export function MessagesTable({ rows, onOpen }: TableProps) {
  const { t } = useTranslation()
  return (
    <Table
      label={t('webhooks.messages.list')}
      className={styles.messages}
      rows={rows}
      waiting={4}
      rowKey={({ messageId }) => messageId}
      columns={[
        {
          id: 'event',
          head: t('webhooks.messages.event'),
          className: styles.event,
          isRowHead: true,
          cell: ({ messageId, event, items }) => (
            <>
              <button type="button" className={`${tableStyles.open} ellipsis`} onClick={() => onOpen(messageId)}>
                {eventName(event)}
              </button>
              {items > 1 ? (
                <span className={`${styles.line} text-tertiary text-small`}>
                  {t('webhooks.messages.items', { count: items })}
                </span>
              ) : null}
            </>
          ),
        },
        {
          id: 'at',
          head: t('webhooks.messages.at'),
          className: `${styles.time} text-secondary tabular-numbers`,
          cell: ({ at }) => formatMinute(at),
        },
        { id: 'state', head: t('webhooks.messages.state'), className: styles.state, cell: (row) => <State row={row} /> },
        {
          id: 'answer',
          head: t('webhooks.messages.answer'),
          className: `${styles.answer} text-secondary`,
          title: ({ status, problem }) => responseText(status, problem),
          cell: ({ status, problem }) => responseText(status, problem) || '—',
        },
        {
          id: 'attempts',
          head: t('webhooks.messages.attempts'),
          isNumber: true,
          className: `${styles.attempts} hide-on-phone tabular-numbers`,
          cell: ({ attempts }) => formatNumber(attempts),
        },
      ]}
    />
  )
}

function State({ row: { state, attempts, dueAt } }: { row: WebhookMessageRow }) {
  const { t } = useTranslation()
  return (
    <>
      <MessageStatus state={state} />
      {attempts > 0 && dueAt ? (
        <span className={`${styles.line} text-tertiary text-small`}>
          {t('webhooks.messages.next', { moment: formatMinute(dueAt) })}
        </span>
      ) : null}
    </>
  )
}
