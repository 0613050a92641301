import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { type Accounting, useRemoveClient } from './networks.api.ts'

interface RemoveProps {
  readonly client: Accounting['clients'][number]
  onClose(): void
}

/** Asks before the packets of an access server are refused. */
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
