import { useTranslation } from 'react-i18next'
import type { AssignAnswer } from '#contract/requests/request-steps.calls.ts'
import { ScrollArea } from '#web/ui/scroll-area.tsx'
import styles from './assign.module.css'

/** Why SIMs were not assigned, line by line. */
export function RejectedSims({ answer: { refused, refusedCount } }: { answer: AssignAnswer }) {
  const { t } = useTranslation()
  const sum = t('requests.assign.refused', { count: refusedCount })
  return (
    <div className={styles.refused} role="alert">
      <p className="medium">{sum}</p>
      <ScrollArea className={styles.refusedLines} label={sum}>
        <ul>
          {refused.map(({ line, value, sentence }) => (
            <li key={line}>
              <span className="tabular-numbers">{t('requests.assign.refusedLine', { line, value })}</span>, {sentence}
            </li>
          ))}
        </ul>
      </ScrollArea>
    </div>
  )
}
