import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { type Accounting, useRemoveClient } from './networks.api.ts'

interface RemoveProps {
  readonly client: Accounting['clients'][number]
  onClose(): void
}

/** Confirms the removal of an access server, whose packets are refused from then on. */
export function RemoveClient({ client, onClose }: RemoveProps) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      title={t('networks.accounting.removeOf', { name: client.name })}
      button={t('networks.accounting.remove')}
      mutation={useRemoveClient()}
      variables={client.clientId}
      onClose={onClose}
    >
      <p>{t('networks.accounting.removeWhat', { count: client.openSessions })}</p>
    </ConfirmDialog>
  )
}
