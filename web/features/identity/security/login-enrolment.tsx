import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { establishSession } from '#web/features/identity/login/login.api.ts'
import styles from '#web/features/identity/login/login.module.css'
import { Loaded } from '#web/ui/loaded.tsx'
import { AppSetup } from './app-setup.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { loginSecretQuery, useFinishLoginEnrolment } from './security.api.ts'

interface LoginEnrolmentProps {
  onLoggedIn: () => void
  onBack: () => void
}

/** Sets up an app at login, if the company requires a second factor; then shows the recovery codes. */
export function LoginEnrolment({ onLoggedIn, onBack }: LoginEnrolmentProps) {
  const { t } = useTranslation()
  const secretQuery = useQuery(loginSecretQuery)
  const confirm = useFinishLoginEnrolment()
  const [done, setDone] = useState<typeof confirm.data>()
  if (done) {
    const enter = () => {
      establishSession(done.session)
      onLoggedIn()
    }
    return <RecoveryCodes codes={done.recoveryCodes} email={done.session.userEmail} onDone={enter} />
  }
  return (
    <>
      <Loaded query={secretQuery} failed={t('security.setup.failed')} waiting={null}>
        {(secret) => (
          <AppSetup
            secret={secret}
            isPending={confirm.isPending}
            error={confirm.error}
            onConfirm={(code) => confirm.mutate(code, { onSuccess: setDone })}
          />
        )}
      </Loaded>
      <div className={styles.ways}>
        <button type="button" className="underlined" onClick={onBack}>
          {t('login.back')}
        </button>
      </div>
    </>
  )
}
