import { IconSend, IconWebhook } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WEBHOOK_STATES, type WebhookState } from '#contract/webhooks/webhook-messages.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { countColumn, momentColumn, textColumn } from '#web/ui/list/columns.tsx'
import { List } from '#web/ui/list/list.tsx'
import { optionsOf } from '#web/ui/list/list-filter.ts'
import { usePages } from '#web/ui/list/list-rows.ts'
import { RowButton } from '#web/ui/row-action.tsx'
import { TwoLines } from '#web/ui/table.tsx'
import { DeliveryState, eventName, MESSAGE_STATE_STYLE, responseText } from './message-cells.tsx'
import { MessageDetail } from './message-detail.tsx'
import { endpointName } from './webhook-cells.tsx'
import { messagesQuery, usePing, type WebhookEndpoint, type WebhookMessageRow } from './webhooks.api.ts'

/** The messages of an endpoint and their responses; a message opens in the same dialog. */
export function WebhookLog({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<number>()
  return (
    <Dialog opened onClose={onClose} title={t('webhooks.logOf', { name: endpointName(endpoint) })} fullOnPhone>
      {opened === undefined ? (
        <Messages endpoint={endpoint} onOpen={setOpened} />
      ) : (
        <MessageDetail messageId={opened} onBack={() => setOpened(undefined)} />
      )}
    </Dialog>
  )
}

function Messages({ endpoint, onOpen }: { endpoint: WebhookEndpoint; onOpen: (messageId: number) => void }) {
  const { t } = useTranslation()
  const [state, setState] = useState<WebhookState>()
  return (
    <List
      id="webhook-messages"
      label={t('webhooks.messages.list')}
      tools={<PingButton endpoint={endpoint} />}
      waiting={4}
      data={usePages(messagesQuery(endpoint.endpointId, state))}
      rowKey={({ messageId }) => messageId}
      search={{ state }}
      onSearch={(next) => setState(next.state as WebhookState | undefined)}
      filters={[
        {
          kind: 'choice',
          key: 'state',
          label: t('webhooks.messages.state'),
          options: optionsOf(WEBHOOK_STATES, (one) => t(`webhooks.messages.chip.${one}`), MESSAGE_STATE_STYLE),
          isFront: true,
        },
      ]}
      none={{ Icon: IconWebhook, title: t('webhooks.messages.none'), hint: t('webhooks.messages.noneHint') }}
      columns={[
        {
          id: 'event',
          head: t('webhooks.messages.event'),
          phone: 'head',
          isRowHead: true,
          cell: ({ messageId, event, items }) => (
            <TwoLines
              first={<RowButton onOpen={() => onOpen(messageId)}>{eventName(event)}</RowButton>}
              second={items > 1 ? t('webhooks.messages.items', { count: items }) : null}
            />
          ),
        },
        momentColumn('at', t('webhooks.messages.at'), ({ at }: WebhookMessageRow) => at),
        {
          id: 'state',
          head: t('webhooks.messages.state'),
          width: 176,
          phone: 'mark',
          cell: (row) => <DeliveryState row={row} />,
        },
        textColumn(
          'answer',
          t('webhooks.messages.answer'),
          ({ status, problem }: WebhookMessageRow) => responseText(status, problem),
          { width: '26%', phone: 'foot' },
        ),
        countColumn('attempts', t('webhooks.messages.attempts'), ({ attempts }: WebhookMessageRow) => attempts, { width: 80 }),
      ]}
    />
  )
}

function PingButton({ endpoint: { endpointId, active } }: { endpoint: WebhookEndpoint }) {
  const { t } = useTranslation()
  const { mutate, isPending } = usePing()
  const ping = () =>
    mutate(endpointId, {
      onSuccess: ({ message }) => toasts.success(message),
      onError: ({ message }) => toasts.error(message),
    })
  return (
    <Button size="sm" blocked={isPending || !active} onClick={ping}>
      <IconSend className="icon icon-14" aria-hidden="true" />
      {t('webhooks.messages.ping')}
    </Button>
  )
}
