import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { innerAddress } from '#web/lib/address.ts'
import { useBootDone } from '#web/lib/boot.ts'
import { Mark } from '#web/ui/mark.tsx'
import { LanguageChoice, ThemeChoice } from '#web/ui/preference-choices.tsx'
import { DemoAccounts } from './demo-accounts.tsx'
import { LoginForm } from './login-form.tsx'
import type { Credentials } from './login-rules.ts'
import './login.css'

export function LoginPage() {
  const { t } = useTranslation()
  const router = useRouter()
  const { to } = useSearch({ from: '/login' })
  const [credentials, setCredentials] = useState<Credentials>({ email: '', password: '' })
  useBootDone()
  return (
    <div className="login">
      <main>
        <p className="mark">
          <Mark size={28} />
          Enlace
        </p>
        <h1>{t('login.heading')}</h1>
        <p className="t2">{t('login.lead')}</p>
        <LoginForm value={credentials} onChange={setCredentials} onLoggedIn={() => router.history.replace(innerAddress(to))} />
        <DemoAccounts onPick={setCredentials} />
      </main>
      <footer>
        <LanguageChoice />
        <ThemeChoice />
      </footer>
    </div>
  )
}
