import { IconList, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WEBHOOK_EVENT_WORDS } from '#contract/webhooks/webhook-messages.ts'
import { sentence } from '#web/lib/sentence.ts'
import type { IntegrationTabProps } from '#web/shared/integration-tab.ts'
import { Button } from '#web/ui/button.tsx'
import { FirstOf } from '#web/ui/first-of.tsx'
import { actionsColumn } from '#web/ui/list/columns.tsx'
import { List } from '#web/ui/list/list.tsx'
import { RowAction } from '#web/ui/row-action.tsx'
import { FirstWebhook } from './first-webhook.tsx'
import { NewWebhook, useWebhooks } from './new-webhook.tsx'
import { RemoveWebhook } from './remove-webhook.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { Delivery, endpointName, OnSwitch, What } from './webhook-cells.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookLog } from './webhook-log.tsx'
import type { WebhookEndpoint } from './webhooks.api.ts'

/** The dialog that is open over the list. */
type Open =
  | { readonly what: 'form'; readonly endpoint: WebhookEndpoint | undefined }
  | { readonly what: 'remove' | 'log'; readonly endpoint: WebhookEndpoint }
  | { readonly what: 'secret'; readonly secret: string }

/** The webhooks of the user's companies, and their messages. */
export function WebhooksTab({ company, onCompany, isCreating, onCreating }: IntegrationTabProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open>()
  const edit = (endpoint: WebhookEndpoint) => setOpen({ what: 'form', endpoint })
  const { data, filter, isEmpty } = useWebhooks(company)
  const turnTo = (next: Open | undefined) => {
    onCreating(false)
    setOpen(next)
  }
  return (
    <>
      {isEmpty ? (
        <FirstWebhook action={<NewWebhook onCreate={() => onCreating(true)} />} />
      ) : (
        <List
          id="webhooks"
          label={t('webhooks.list')}
          hasTitle
          about={t('webhooks.lead')}
          search={{ company }}
          onSearch={(search: { company?: number | undefined }) => onCompany(search.company)}
          filters={[filter]}
          waiting={2}
          minWidth={960}
          data={data}
          rowKey={({ endpointId }) => endpointId}
          columns={[
            {
              id: 'what',
              head: t('webhooks.endpoint'),
              phone: 'head',
              isRowHead: true,
              cell: (endpoint) => <What endpoint={endpoint} onOpen={() => edit(endpoint)} />,
            },
            {
              id: 'events',
              head: t('webhooks.events'),
              width: 216,
              phone: 'line',
              cell: ({ events }) => <FirstOf texts={events.map((event) => sentence(WEBHOOK_EVENT_WORDS[event]))} />,
            },
            {
              id: 'delivery',
              head: t('webhooks.delivery'),
              width: 256,
              phone: 'line',
              cell: (endpoint) => <Delivery endpoint={endpoint} />,
            },
            {
              id: 'state',
              head: t('webhooks.state'),
              width: 156,
              phone: 'foot',
              isLong: true,
              cell: (endpoint) => <OnSwitch endpoint={endpoint} />,
            },
            actionsColumn(190, (endpoint: WebhookEndpoint) => (
              <>
                <Button
                  size="sm"
                  aria-haspopup="dialog"
                  aria-label={t('webhooks.logOf', { name: endpointName(endpoint) })}
                  onClick={() => setOpen({ what: 'log', endpoint })}
                >
                  <IconList className="icon icon-14" aria-hidden="true" />
                  {t('webhooks.log')}
                </Button>
                <RowAction
                  Icon={IconTrash}
                  opensDialog
                  label={t('webhooks.removeOf', { name: endpointName(endpoint) })}
                  onAct={() => setOpen({ what: 'remove', endpoint })}
                />
              </>
            )),
          ]}
        />
      )}
      <OpenDialog open={isCreating ? { what: 'form', endpoint: undefined } : open} onOpen={turnTo} />
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
