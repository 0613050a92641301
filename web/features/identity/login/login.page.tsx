import { useRouter, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SIGN_ON_SENTENCES } from '#contract/identity/sign-on-messages.ts'
import { isSignOnFailure } from '#domain/sign-on.ts'
import { loadScreenWords } from '#web/i18n/i18n.ts'
import { safeReturnPath } from '#web/lib/address.ts'
import { loadChunk } from '#web/lib/chunk.ts'
import { sentence } from '#web/lib/sentence.ts'
import fieldStyles from '#web/ui/field.module.css'
import { PublicPage } from '#web/ui/public-page.tsx'
import { CodeForm } from './code-form.tsx'
import { DemoAccounts } from './demo-accounts.tsx'
import type { Credentials } from './login.api.ts'
import styles from './login.module.css'
import { LoginFace } from './login-face.tsx'
import { LoginForm } from './login-form.tsx'
import { type LoginStep, stepOf } from './login-step.ts'

/** Few users need it: its code, with the QR code's, loads on demand. */
const Enrolment = lazy(async () => {
  const [module] = await Promise.all([loadChunk(() => import('../security/login-enrolment.tsx')), loadScreenWords()])
  return { default: module.LoginEnrolment }
})

const HEADINGS = { password: 'login.heading', code: 'login.codeHeading', enrolment: 'login.enrolHeading' } as const

const LEADS = { password: 'login.lead', enrolment: 'login.enrolLead' } as const

/** Why a sign-on at the company's provider failed. */
function SignOnFailed({ failure }: { failure: string | undefined }) {
  if (!isSignOnFailure(failure)) return null
  return (
    <p className={`${styles.failure} ${fieldStyles.message}`} role="alert">
      {sentence(SIGN_ON_SENTENCES[failure])}
    </p>
  )
}

export function LoginPage() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/login' })
  const [step, setStep] = useState<LoginStep>(stepOf(search.step))
  return (
    <PublicPage title={t(HEADINGS[step])} lead={step === 'code' ? null : t(LEADS[step])} face={<LoginFace />}>
      {step === 'password' ? <SignOnFailed failure={search.signOn} /> : null}
      <Steps step={step} to={safeReturnPath(search.to)} onStep={setStep} />
    </PublicPage>
  )
}

interface StepsProps {
  step: LoginStep
  to: string
  onStep: (step: LoginStep) => void
}

function Steps({ step, to, onStep }: StepsProps) {
  const router = useRouter()
  const [credentials, setCredentials] = useState<Credentials>({ email: '', password: '' })
  const enter = () => router.history.replace(to)
  const back = () => {
    setCredentials({ ...credentials, password: '' })
    onStep('password')
  }
  if (step === 'code') return <CodeForm onLoggedIn={enter} onBack={back} />
  if (step === 'enrolment') {
    return (
      <Suspense>
        <Enrolment onLoggedIn={enter} onBack={back} />
      </Suspense>
    )
  }
  return (
    <>
      <LoginForm value={credentials} to={to} onChange={setCredentials} onLoggedIn={enter} onStep={onStep} />
      <DemoAccounts onPick={setCredentials} />
    </>
  )
}
