import { useTranslation } from 'react-i18next'
import type { AssignAnswer } from '#contract/request-steps.calls.ts'

/** Why SIMs were not assigned, line by line. */
export function Refusals({ answer: { refused, refusedCount } }: { answer: AssignAnswer }) {
  const { t } = useTranslation()
  return (
    <div className="rq-refused" role="alert">
      <p className="b">{t('requests.assign.refused', { count: refusedCount })}</p>
      <ul>
        {refused.map(({ line, value, sentence }) => (
          <li key={line}>
            <span className="tn">{t('requests.assign.refusedLine', { line, value })}</span>, {sentence}
          </li>
        ))}
      </ul>
    </div>
  )
}
