import { useTranslation } from 'react-i18next'
import { REQUEST_STATE_WORDS } from '#contract/requests/request-messages.ts'
import { isEnded, REQUEST_PATH } from '#domain/requests.ts'
import { formatMinute, formatMoment } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Card } from '#web/ui/card.tsx'
import { REQUEST_LOOK } from './request-look.ts'
import type { RequestData } from './requests.api.ts'

/** What happened to a request, who did it and when; below, what is still to come. */
export function RequestSteps({ request: { steps, status } }: { request: RequestData }) {
  const { t } = useTranslation()
  const done = steps.map((step) => step.status)
  const pending = isEnded(status) ? [] : REQUEST_PATH.filter((state) => !done.includes(state))
  return (
    <Card title={t('requests.steps')} line>
      <ol className="rq-steps">
        {steps.map(({ status: state, at, actor, note }) => {
          const { Icon, tone } = REQUEST_LOOK[state]
          return (
            <li key={state}>
              <Icon className={`i ${tone}-i`} aria-hidden="true" />
              <span className={state === status ? 'sb' : 'b'}>{sentence(REQUEST_STATE_WORDS[state])}</span>
              <time className="t3 s12 tn" dateTime={at} title={formatMoment(at)}>
                {formatMinute(at)}
              </time>
              <p className="t3 s12">{actor}</p>
              {note ? <p className="rq-note s12">{note}</p> : null}
            </li>
          )
        })}
        {pending.map((state) => {
          const { Icon } = REQUEST_LOOK[state]
          return (
            <li key={state} className="pending t3">
              <Icon className="i" aria-hidden="true" />
              <span>
                {sentence(REQUEST_STATE_WORDS[state])}
                <span className="vh"> ({t('requests.pending')})</span>
              </span>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
