import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { holds, useSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { AgentsPart } from './agents-part.tsx'
import { SecondFactorPart } from './second-factor-part.tsx'
import styles from './security.module.css'
import { SessionsPart } from './sessions-part.tsx'
import { SignOnSettings } from './sign-on-settings.tsx'

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

/** Single sign-on of an administrator's own company, collapsed: a nested dialog would close both. */
function OwnSignOn() {
  const { t } = useTranslation()
  const { clientId } = useSession()
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={styles.part} aria-labelledby="security-sign-on">
      <h3 id="security-sign-on">{t('security.signOn.own')}</h3>
      <div className={styles.line}>
        <p className="grow text-secondary">{isOpen ? null : t('security.signOn.ownLead')}</p>
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'security.signOn.ownHide' : 'security.signOn.ownShow')}
        </Button>
      </div>
      {isOpen ? <SignOnSettings companyId={clientId} onDone={() => setOpen(false)} /> : null}
    </section>
  )
}
