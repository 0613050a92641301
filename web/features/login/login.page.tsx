import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { innerAddress } from '#web/lib/address.ts'
import { PublicPage } from '#web/ui/public-page.tsx'
import { DemoAccounts } from './demo-accounts.tsx'
import { LoginForm } from './login-form.tsx'
import type { Credentials } from './login-rules.ts'
import './login.css'

export function LoginPage() {
  const { t } = useTranslation()
  const router = useRouter()
  const { to } = useSearch({ from: '/login' })
  const [credentials, setCredentials] = useState<Credentials>({ email: '', password: '' })
  return (
    <PublicPage title={t('login.heading')} lead={t('login.lead')}>
      <LoginForm value={credentials} onChange={setCredentials} onLoggedIn={() => router.history.replace(innerAddress(to))} />
      <DemoAccounts onPick={setCredentials} />
    </PublicPage>
  )
}
