import { useTranslation } from 'react-i18next'
import { Dialog } from '#web/ui/dialog.tsx'
import { ImportSteps } from './import-dialog.tsx'
import { type ListingNetwork, NetworkImportForm } from './network-import-form.tsx'

/** Imports SIMs from a network's list: properties of new ones, preview, import. */
export function NetworkImportDialog({ network, onClose }: { network: ListingNetwork; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog opened onClose={onClose} title={t('imports.fromNetwork', { name: network.name })} fullOnPhone>
      <ImportSteps
        onClose={onClose}
        restartLabel={t('imports.again')}
        first={(onStarted) => <NetworkImportForm network={network} onStarted={onStarted} />}
      />
    </Dialog>
  )
}
