import { useQuery } from '@tanstack/react-query'
import { Link, linkOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDismissed } from '#web/lib/dismissed.ts'
import { useSession } from '#web/lib/session.ts'
import { HideChecklist, StepMark } from '#web/ui/checklist-parts.tsx'
import { type FirstStep, firstStepsQuery } from './first-steps.api.ts'
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
