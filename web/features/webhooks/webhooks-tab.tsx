import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { RemoveWebhook } from './remove-webhook.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookLog } from './webhook-log.tsx'
import { type WebhookEndpoint, webhooksQuery } from './webhooks.api.ts'
import styles from './webhooks.module.css'
import { WebhooksTable } from './webhooks-table.tsx'

/** The dialog that is open over the list. */
type Open =
  | { readonly what: 'form'; readonly endpoint: WebhookEndpoint | undefined }
  | { readonly what: 'remove' | 'log'; readonly endpoint: WebhookEndpoint }
  | { readonly what: 'secret'; readonly secret: string }

/** The webhooks of the user's companies, and their messages. */
export function WebhooksTab() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open>()
  const { data, error, refetch } = useQuery(webhooksQuery)
  const add = () => setOpen({ what: 'form', endpoint: undefined })
  const button = (
    <Button variant="primary" size="sm" aria-haspopup="dialog" onClick={add}>
      <IconPlus className="icon icon-14" aria-hidden="true" />
      {t('webhooks.add')}
    </Button>
  )
  return (
    <>
      <Card title={t('webhooks.list')} about={t('webhooks.lead')} line className={styles.card} actions={button}>
        {error && !data ? (
          <ErrorState title={t('webhooks.failed')} error={error} onRetry={() => void refetch()} />
        ) : data?.endpoints.length === 0 ? (
          <NoEndpoints onFirst={add} />
        ) : (
          <WebhooksTable
            rows={data?.endpoints}
            onLog={(endpoint) => setOpen({ what: 'log', endpoint })}
            onChange={(endpoint) => setOpen({ what: 'form', endpoint })}
            onRemove={(endpoint) => setOpen({ what: 'remove', endpoint })}
          />
        )}
      </Card>
      <OpenDialog open={open} onOpen={setOpen} />
    </>
  )
}

function OpenDialog({ open, onOpen }: { open: Open | undefined; onOpen: (open: Open | undefined) => void }) {
  const close = () => onOpen(undefined)
  const showSecret = (secret: string) => onOpen({ what: 'secret', secret })
  if (open?.what === 'form') return <WebhookForm endpoint={open.endpoint} onSecret={showSecret} onClose={close} />
  if (open?.what === 'remove') return <RemoveWebhook endpoint={open.endpoint} onClose={close} />
  if (open?.what === 'log') return <WebhookLog endpoint={open.endpoint} onClose={close} />
  return open?.what === 'secret' ? <SecretDialog secret={open.secret} onClose={close} /> : null
}

function NoEndpoints({ onFirst }: { onFirst: () => void }) {
  const { t } = useTranslation()
  const first = (
    <Button size="sm" aria-haspopup="dialog" onClick={onFirst}>
      {t('webhooks.first')}
    </Button>
  )
  return (
    <EmptyState Icon={IconWebhook} title={t('webhooks.none')} actions={first}>
      {t('webhooks.noneHint')}
    </EmptyState>
  )
}
