import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, linkOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { getAlarms } from '#contract/alarms/alarms.calls.ts'
import { getApiKeys } from '#contract/api-keys/api-keys.calls.ts'
import type { SessionData } from '#contract/identity/identity.calls.ts'
import { getSecondFactor } from '#contract/identity/security.calls.ts'
import { getUsers } from '#contract/users/users.calls.ts'
import { listWebhooks } from '#contract/webhooks/webhooks.calls.ts'
import { call } from '#web/lib/call.ts'
import { useDismissed } from '#web/lib/dismissed.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { HideChecklist, StepMark } from '#web/ui/checklist-parts.tsx'
import styles from './first-steps.module.css'
import needStyles from './needs.module.css'

interface FirstStepsProps {
  /** in place of the steps when all are taken, or were put away */
  readonly children: ReactNode
}

/** What a new customer does first, each for those who may; where nothing else requires attention. */
export function FirstSteps({ children }: FirstStepsProps) {
  const { t } = useTranslation()
  const session = useSession()
  const [isDismissed, dismiss] = useDismissed(`steps.${session.userEmail}`)
  const isShown = !isDismissed && session.admin === '0' && session.viewedBy === '' && session.worksIn !== 'one'
  const { data } = useQuery({ ...firstStepsQuery(session), enabled: isShown })
  if (!isShown || !data || data.every(({ isDone }) => isDone)) return children
  const done = data.filter(({ isDone }) => isDone).length
  return (
    <section className={styles.steps} aria-label={t('firstSteps.title')}>
      <p className={styles.head}>
        <span className="medium">{t('firstSteps.title')}</span>
        <span className="grow text-small text-tertiary">{t('common.stepsDone', { done, count: data.length })}</span>
        <HideChecklist onHide={dismiss} />
      </p>
      <ol className={needStyles.needs}>
        {data.map((step) => (
          <Step key={step.id} step={step} />
        ))}
      </ol>
    </section>
  )
}

const PLACES = {
  colleague: linkOptions({ to: '/users' }),
  alarm: linkOptions({ to: '/alarm' }),
  names: linkOptions({ to: '/companies' }),
  integration: linkOptions({ to: '/integrations' }),
} as const

function Step({ step: { id, isDone } }: { step: FirstStep }) {
  const { t } = useTranslation()
  const content = (
    <>
      <StepMark isDone={isDone} />
      <span className={needStyles.text}>
        <span className={isDone ? 'text-secondary' : 'medium'}>{t(`firstSteps.${id}`)}</span>
        {isDone ? null : <span className="text-small text-tertiary">{t(`firstSteps.${id}Text`)}</span>}
      </span>
    </>
  )
  return (
    <li>
      {isDone || id === 'secondFactor' ? (
        <div className={needStyles.need}>{content}</div>
      ) : (
        <Link className={needStyles.need} {...PLACES[id]}>
          {content}
        </Link>
      )}
    </li>
  )
}

type StepId = 'colleague' | 'alarm' | 'names' | 'integration' | 'secondFactor'

interface FirstStep {
  readonly id: StepId
  readonly isDone: boolean
}

type Fact = (session: SessionData, signal: AbortSignal) => Promise<boolean>

/** Whether each step is taken: by the user's company, the last one by the user. */
const FACTS: Readonly<Record<StepId, Fact>> = {
  colleague: async ({ clientId }, signal) => {
    return (await call(getUsers, { query: { company: clientId, limit: 2 } }, { signal })).rows.length > 1
  },
  alarm: async ({ clientId }, signal) => {
    return (await call(getAlarms, { query: { company: clientId, limit: 1 } }, { signal })).rows.length > 0
  },
  names: async ({ customField1Name, customField2Name }) => customField1Name + customField2Name !== '',
  integration: async ({ clientId: company }, signal) => {
    const [{ total }, { endpoints }] = await Promise.all([
      call(getApiKeys, { query: { company } }, { signal }),
      call(listWebhooks, { query: { company } }, { signal }),
    ])
    return total + endpoints.length > 0
  },
  secondFactor: async (_, signal) => (await call(getSecondFactor, {}, { signal })).confirmedAt !== null,
}

const PERMITS = { colleague: 'users', alarm: 'alarmas', names: 'companies', integration: 'users', secondFactor: null } as const

/** The steps that the user may take, each with whether it is taken. */
const firstStepsQuery = (session: SessionData) =>
  queryOptions({
    queryKey: ['dashboard', 'first-steps', session],
    queryFn: ({ signal }): Promise<FirstStep[]> => {
      const ids = (Object.keys(FACTS) as StepId[]).filter((id) => holds(session, PERMITS[id]))
      return Promise.all(ids.map(async (id) => ({ id, isDone: await FACTS[id](session, signal) })))
    },
  })
