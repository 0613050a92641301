import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './security.module.css'
import { SignOnSettings } from './sign-on-settings.tsx'

/** Single sign-on of an administrator's own company, collapsed: a nested dialog would close both. */
export function OwnSignOn() {
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
