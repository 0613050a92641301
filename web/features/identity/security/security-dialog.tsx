import { useTranslation } from 'react-i18next'
import { holds, useSession } from '#web/lib/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { AgentsPart } from './agents-part.tsx'
import { OwnSignOn } from './own-sign-on.tsx'
import { SecondFactorPart } from './second-factor-part.tsx'
import styles from './security.module.css'
import { SessionsPart } from './sessions-part.tsx'

/** Login settings and sessions of the logged-in user. */
export function SecurityDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const session = useSession()
  const managesSignOn = holds(session, 'wholePortal') && holds(session, 'users') && holds(session, 'companies')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('shell.security')} fullScreen>
      <div className={styles.security}>
        <SecondFactorPart />
        <SessionsPart />
        <AgentsPart />
        {managesSignOn ? <OwnSignOn /> : null}
      </div>
    </Dialog>
  )
}
