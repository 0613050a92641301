import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AGENT_SCOPE_WORDS } from '#contract/agents/agent-messages.ts'
import type { AgentScope } from '#domain/agents.ts'
import { sentence } from '#web/lib/sentence.ts'
import { useSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckLine } from '#web/ui/checkbox.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { PublicPage } from '#web/ui/public-page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type AgentRequest, type ShownRequest, useAgentRequest, useDecision } from './consent.api.ts'
import styles from './consent.module.css'

/** /authorize, where a program sends a person to let it in (OAuth 2.1). The answer takes the browser back to the program. */
export function ConsentPage() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/authorize' })
  const request: AgentRequest = { ...search, client_id: search.client_id ?? '' }
  const { data, error } = useAgentRequest(request)
  const redirect = data?.redirect
  useEffect(() => {
    if (redirect) location.replace(redirect)
  }, [redirect])
  if (error) return <Refused error={error} />
  if (!data || redirect) {
    return (
      <PublicPage title={t('security.consent.loading')} lead={null}>
        <Skeleton width="100%" />
      </PublicPage>
    )
  }
  return <Consent request={request} shown={data} />
}

/** The request can not be answered: where the answer would go is not known. */
function Refused({ error }: { error: Error }) {
  const { t } = useTranslation()
  return (
    <PublicPage title={t('security.consent.failed')} lead={error.message}>
      <p className={styles.back}>
        <Link className="text-secondary underlined" to="/">
          {t('security.consent.home')}
        </Link>
      </p>
    </PublicPage>
  )
}

function Consent({ request, shown }: { request: AgentRequest; shown: ShownRequest }) {
  const { t } = useTranslation()
  const session = useSession()
  const [scopes, setScopes] = useState<readonly AgentScope[]>(shown.scopes)
  const { mutate, isPending, isSuccess, error } = useDecision()
  const decide = (allow: boolean) =>
    mutate({ ...request, allow, scopes: [...scopes] }, { onSuccess: (answer) => location.assign(answer.redirect) })
  const toggle = (scope: AgentScope) =>
    setScopes((before) => (before.includes(scope) ? before.filter((one) => one !== scope) : [...before, scope]))
  const isBusy = isPending || isSuccess
  return (
    <PublicPage
      isLong
      title={t('security.consent.title', { name: shown.clientName })}
      lead={t('security.consent.lead', { user: session.userEmail, company: session.companyName })}
    >
      <fieldset className={styles.scopes}>
        <legend className="medium">{t('security.consent.may')}</legend>
        {shown.scopes.map((scope) => (
          <CheckLine
            key={scope}
            labelClass={styles.scope}
            checked={scopes.includes(scope)}
            disabled={isBusy}
            onChange={() => toggle(scope)}
          >
            <span>
              <span className="medium">{sentence(AGENT_SCOPE_WORDS[scope].title)}</span>
              <span className={styles.what}>{sentence(AGENT_SCOPE_WORDS[scope].what)}</span>
            </span>
          </CheckLine>
        ))}
      </fieldset>
      <Facts
        className={styles.facts}
        facts={[
          { name: t('security.consent.goesTo'), value: shown.redirectHost },
          { name: t('security.consent.describedAt'), value: shown.clientHost },
        ]}
      />
      <p className={styles.note}>
        {shown.isLoopback ? t('security.consent.loopback') : t('security.consent.elsewhere', { host: shown.redirectHost })}{' '}
        {shown.clientHost === null ? t('security.consent.unchecked') : null} {t('security.consent.endIt')}
      </p>
      <Failure error={error} />
      <div className={styles.ways}>
        <Button variant="primary" disabled={isBusy || scopes.length === 0} onClick={() => decide(true)}>
          {t(isBusy ? 'security.consent.deciding' : 'security.consent.allow')}
        </Button>
        <Button disabled={isBusy} onClick={() => decide(false)}>
          {t('security.consent.refuse')}
        </Button>
      </div>
    </PublicPage>
  )
}
