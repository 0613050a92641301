import { useTranslation } from 'react-i18next'
import { Dialog } from '#web/ui/dialog.tsx'
import { SignOnSettings } from './sign-on-settings.tsx'

interface DialogProps {
  readonly companyId: number
  readonly companyName: string
  onClose(): void
}

/** Single sign-on of a company, for administrators. */
export function SignOnDialog({ companyId, companyName, onClose }: DialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog opened onClose={onClose} title={t('security.signOn.title', { company: companyName })} fullOnPhone>
      <SignOnSettings companyId={companyId} isAlone onDone={onClose} />
    </Dialog>
  )
}
