import { IconAlertTriangle, IconCheck, IconClock, IconList, IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { WEBHOOK_EVENT_WORDS, WEBHOOK_OFF_WORDS } from '#contract/webhooks/webhook-messages.ts'
import { formatMinute } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { RowAction } from '#web/ui/row-action.tsx'
import { Status } from '#web/ui/status.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Table } from '#web/ui/table.tsx'
import { useChangeWebhook, type WebhookEndpoint } from './webhooks.api.ts'
import styles from './webhooks.module.css'

interface TableProps {
  /** undefined while they load */
  readonly rows: readonly WebhookEndpoint[] | undefined
  onLog(endpoint: WebhookEndpoint): void
  onChange(endpoint: WebhookEndpoint): void
  onRemove(endpoint: WebhookEndpoint): void
}

/** The name of an endpoint. */
export const endpointName = ({ description, url }: WebhookEndpoint): string => description || url

/** Endpoints, one a row; cards on a phone. */
export function WebhooksTable({ rows, ...acts }: TableProps) {
  const { t } = useTranslation()
  return (
    <Table
      label={t('webhooks.list')}
      className={styles.list}
      rows={rows}
      waiting={2}
      rowKey={({ endpointId }) => endpointId}
      columns={[
        {
          id: 'what',
          head: t('webhooks.endpoint'),
          className: styles.what,
          isRowHead: true,
          cell: (row) => <What endpoint={row} />,
        },
        { id: 'events', head: t('webhooks.events'), className: styles.events, cell: (row) => <Events endpoint={row} /> },
        {
          id: 'delivery',
          head: t('webhooks.delivery'),
          className: styles.delivery,
          cell: (row) => <Delivery endpoint={row} />,
        },
        { id: 'state', head: t('webhooks.state'), className: styles.isOn, cell: (row) => <OnSwitch endpoint={row} /> },
        {
          id: 'actions',
          head: <span className="visually-hidden">{t('webhooks.actions')}</span>,
          className: styles.act,
          cell: (row) => <Actions endpoint={row} {...acts} />,
        },
      ]}
    />
  )
}

function What({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { t } = useTranslation()
  const { description, url, companyName, includesBelow } = endpoint
  const whose = includesBelow ? `${companyName} ${t('webhooks.below')}` : companyName
  return (
    <>
      <span className={`${styles.line} medium ellipsis`} title={endpointName(endpoint)}>
        {endpointName(endpoint)}
      </span>
      <span className={`${styles.line} text-tertiary text-small ellipsis`} title={description ? `${url} · ${whose}` : whose}>
        {description ? `${url} · ${whose}` : whose}
      </span>
    </>
  )
}

/** The first event, and the number of others. */
function Events({ endpoint: { events } }: { endpoint: WebhookEndpoint }) {
  const { t } = useTranslation()
  const [first, ...others] = events.map((event) => sentence(WEBHOOK_EVENT_WORDS[event]))
  return (
    <span className={styles.chips} title={[first, ...others].join(', ')}>
      <span className={styles.chip}>
        <span className="ellipsis">{first}</span>
      </span>
      {others.length > 0 ? (
        <span className={`${styles.chip} ${styles.more} tabular-numbers`}>
          <span aria-hidden="true">{t('webhooks.moreEvents', { count: others.length })}</span>
          <span className="visually-hidden">{others.join(', ')}</span>
        </span>
      ) : null}
    </span>
  )
}

function Delivery({ endpoint: { failingSince, lastDeliveredAt, waiting } }: { endpoint: WebhookEndpoint }) {
  const { t } = useTranslation()
  return (
    <>
      {failingSince ? (
        <Status tone="stop" Icon={IconAlertTriangle}>
          {t('webhooks.failing', { moment: formatMinute(failingSince) })}
        </Status>
      ) : lastDeliveredAt ? (
        <Status tone="active" Icon={IconCheck}>
          {t('webhooks.lastAt', { moment: formatMinute(lastDeliveredAt) })}
        </Status>
      ) : (
        <Status tone="ended" Icon={IconClock}>
          {t('webhooks.never')}
        </Status>
      )}
      {waiting > 0 ? (
        <span className={`${styles.line} text-tertiary text-small`}>{t('webhooks.waiting', { count: waiting })}</span>
      ) : null}
    </>
  )
}

/** Turns an endpoint on and off; one that was disabled automatically shows why. */
function OnSwitch({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useChangeWebhook()
  const { endpointId, url, description, events, includesBelow, active, offReason } = endpoint
  const toggle = () =>
    mutate(
      { endpointId, url, description, events, includesBelow, active: !active },
      { onSuccess: ({ message }) => toasts.success(message), onError: ({ message }) => toasts.error(message) },
    )
  const isByItself = offReason === 'gone' || offReason === 'failing'
  return (
    <>
      <Switch on={active} label={t('webhooks.turnOf', { name: endpointName(endpoint) })} isBusy={isPending} onToggle={toggle}>
        {t(active ? 'webhooks.on' : 'webhooks.off')}
      </Switch>
      {isByItself ? (
        <span className={`${styles.line} text-warning text-small`}>{sentence(WEBHOOK_OFF_WORDS[offReason])}</span>
      ) : null}
    </>
  )
}

function Actions({ endpoint, onLog, onChange, onRemove }: { endpoint: WebhookEndpoint } & Omit<TableProps, 'rows'>) {
  const { t } = useTranslation()
  const name = endpointName(endpoint)
  return (
    <span className={styles.rowActions}>
      <Button size="sm" aria-haspopup="dialog" aria-label={t('webhooks.logOf', { name })} onClick={() => onLog(endpoint)}>
        <IconList className="icon icon-14" aria-hidden="true" />
        {t('webhooks.log')}
      </Button>
      <RowAction Icon={IconPencil} opensDialog label={t('webhooks.changeOf', { name })} onAct={() => onChange(endpoint)} />
      <RowAction Icon={IconTrash} opensDialog label={t('webhooks.removeOf', { name })} onAct={() => onRemove(endpoint)} />
    </span>
  )
}
