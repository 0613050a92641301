import { useTranslation } from 'react-i18next'
import { useSession } from '#web/lib/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { OwnSignOn } from './own-sign-on.tsx'
import { SecondFactorPart } from './second-factor-part.tsx'
import { SessionsPart } from './sessions-part.tsx'
import './security.css'

/** How the person at the screen logs in, and where they are logged in. */
export function SecurityDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { admin } = useSession()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('shell.security')} fullScreen>
      <div className="security">
        <SecondFactorPart />
        <SessionsPart />
        {admin === '1' ? <OwnSignOn /> : null}
      </div>
    </Dialog>
  )
}
