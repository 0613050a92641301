import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { WEBHOOK_OFF_WORDS } from '#contract/webhooks/webhook-messages.ts'
import { formatMinute } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { RowButton } from '#web/ui/row-action.tsx'
import { Status } from '#web/ui/status.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TwoLines } from '#web/ui/table.tsx'
import { useChangeWebhook, type WebhookEndpoint } from './webhooks.api.ts'

/** The name of an endpoint. */
export const endpointName = ({ description, url }: WebhookEndpoint): string => description || url

/** Its name opens it. */
export function What({ endpoint, onOpen }: { endpoint: WebhookEndpoint; onOpen: () => void }) {
  const { t } = useTranslation()
  const { description, url, companyName, includesBelow } = endpoint
  const whose = includesBelow ? `${companyName} ${t('webhooks.below')}` : companyName
  const where = description ? `${url} · ${whose}` : whose
  const name = endpointName(endpoint)
  return (
    <TwoLines
      first={
        <RowButton label={t('webhooks.changeOf', { name })} onOpen={onOpen}>
          {name}
        </RowButton>
      }
      second={where}
    />
  )
}

export function Delivery({ endpoint: { failingSince, lastDeliveredAt, waiting } }: { endpoint: WebhookEndpoint }) {
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
      {waiting > 0 ? <span className="block text-tertiary text-small">{t('webhooks.waiting', { count: waiting })}</span> : null}
    </>
  )
}

/** Turns an endpoint on and off; one that was turned off automatically shows why. */
export function OnSwitch({ endpoint }: { endpoint: WebhookEndpoint }) {
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
      {isByItself ? <span className="block text-warning text-small">{sentence(WEBHOOK_OFF_WORDS[offReason])}</span> : null}
    </>
  )
}
