import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { REQUEST_STATE_WORDS } from '#contract/requests/request-messages.ts'
import { isEnded } from '#domain/request-life-cycle.ts'
import { REQUEST_PATH } from '#domain/requests.ts'
import { formatMinute, formatMoment } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { PersonName } from '#web/shared/people/person-name.tsx'
import { Card } from '#web/ui/card.tsx'
import type { StatusStyle } from '#web/ui/status.tsx'
import timelineStyles from '#web/ui/timeline.module.css'
import styles from './request.module.css'
import { REQUEST_STYLE } from './request-style.tsx'
import type { RequestData } from './requests.api.ts'

/** A step that others followed: what its state asked for is done. */
const PAST: StatusStyle = { tone: 'active', Icon: IconCircleCheck }

/** The steps of a request, as a card. */
export function RequestSteps({ request }: { request: RequestData }) {
  const { t } = useTranslation()
  return (
    <Card title={t('requests.steps')} line>
      <div className={styles.stepsCard}>
        <StepList request={request} />
      </div>
    </Card>
  )
}

/** The steps of a request with user and time; below, those to come. */
export function StepList({ request: { steps, status } }: { request: RequestData }) {
  const { t } = useTranslation()
  const done = steps.map((step) => step.status)
  const pending = isEnded(status) ? [] : REQUEST_PATH.filter((state) => !done.includes(state))
  return (
    <ol className={`${timelineStyles.timeline} ${styles.steps}`}>
      {steps.map(({ status: state, at, actor, note }) => {
        const isCurrent = state === status
        const { Icon, tone } = isCurrent ? REQUEST_STYLE[state] : PAST
        return (
          <li key={state} aria-current={isCurrent ? 'step' : undefined}>
            <Icon className={`icon icon-${tone}`} aria-hidden="true" />
            <span className={isCurrent ? 'semibold' : 'medium'}>{sentence(REQUEST_STATE_WORDS[state])}</span>
            <time className="text-tertiary text-small tabular-numbers" dateTime={at} title={formatMoment(at)}>
              {formatMinute(at)}
            </time>
            <p className="text-tertiary text-small">
              <PersonName email={actor} />
            </p>
            {note ? <p className={`${styles.note} text-small`}>{note}</p> : null}
          </li>
        )
      })}
      {pending.map((state) => {
        const { Icon } = REQUEST_STYLE[state]
        return (
          <li key={state} className="text-tertiary">
            <Icon className="icon" aria-hidden="true" />
            <span>
              {sentence(REQUEST_STATE_WORDS[state])}
              <span className="visually-hidden"> ({t('requests.pending')})</span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}
