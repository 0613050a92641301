import { IconSearch, IconSend, IconWebhook } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WEBHOOK_STATE_WORDS, WEBHOOK_STATES, type WebhookState } from '#contract/webhooks/webhook-messages.ts'
import { sentence } from '#web/lib/sentence.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Select } from '#web/ui/select.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { MessageDetail } from './message-detail.tsx'
import { MessagesTable } from './messages-table.tsx'
import { messagesQuery, usePing, type WebhookEndpoint } from './webhooks.api.ts'
import styles from './webhooks.module.css'
import { endpointName } from './webhooks-table.tsx'

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
  const query = useInfiniteQuery(messagesQuery(endpoint.endpointId, state))
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const rows = data?.pages.flatMap((page) => page.rows)
  return (
    <>
      <div className={styles.logBar}>
        <StateChoice state={state} onState={setState} />
        <PingButton endpoint={endpoint} />
      </div>
      {error && !rows ? (
        <ErrorState title={t('webhooks.messages.failed')} error={error} onRetry={() => void refetch()} />
      ) : rows?.length === 0 ? (
        <NoMessages isFiltered={state !== undefined} onClear={() => setState(undefined)} />
      ) : (
        <MessagesTable rows={rows} onOpen={onOpen} />
      )}
      {hasNextPage ? <LoadMore isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
    </>
  )
}

function StateChoice({ state, onState }: { state: WebhookState | undefined; onState: (state?: WebhookState) => void }) {
  const { t } = useTranslation()
  return (
    <Select
      aria-label={t('webhooks.messages.state')}
      value={state ?? ''}
      data-autofocus
      onChange={({ currentTarget }) => onState(WEBHOOK_STATES.find((one) => one === currentTarget.value))}
    >
      <option value="">{t('webhooks.messages.all')}</option>
      {WEBHOOK_STATES.map((one) => (
        <option key={one} value={one}>
          {sentence(WEBHOOK_STATE_WORDS[one])}
        </option>
      ))}
    </Select>
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

function NoMessages({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useTranslation()
  const clear = (
    <Button size="sm" onClick={onClear}>
      {t('webhooks.messages.clear')}
    </Button>
  )
  if (isFiltered) return <EmptyState Icon={IconSearch} title={t('webhooks.messages.noneFound')} actions={clear} />
  return (
    <EmptyState Icon={IconWebhook} title={t('webhooks.messages.none')}>
      {t('webhooks.messages.noneHint')}
    </EmptyState>
  )
}
