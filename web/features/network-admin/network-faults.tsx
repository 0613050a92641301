import { useTranslation } from 'react-i18next'
import { formatMinute, formatNumber } from '#web/lib/format.ts'
import styles from './cards.module.css'
import type { NetworkData } from './networks.api.ts'
import networksStyles from './networks.module.css'
import { useNetworkWords } from './use-network-words.ts'

/** The last failed calls, collapsed. */
export function NetworkFaults({ network: { faults, health } }: { network: NetworkData }) {
  const { t } = useTranslation()
  const { commandWord, causeWord } = useNetworkWords()
  const day = t('networks.day', { calls: formatNumber(health.dayCalls), failures: formatNumber(health.dayFailures) })
  if (faults.length === 0) {
    return (
      <p className={`${styles.faults} text-tertiary text-small`}>
        {day}. {t('networks.noFaults')}
      </p>
    )
  }
  return (
    <details className={styles.faults}>
      <summary className="text-small">
        {t('networks.faults')} <span className="text-tertiary">{day}</span>
      </summary>
      <ul>
        {faults.map(({ at, call, cause, text, times }) => (
          <li key={`${at} ${call} ${cause} ${text}`} className="text-small">
            <span className="text-tertiary tabular-numbers no-wrap">{formatMinute(at)}</span>
            <span>
              <span className="medium">{commandWord(call)}</span>: {causeWord(cause)}
              {times > 1 ? <span className="text-tertiary"> · {t('networks.times', { count: times })}</span> : null}
              {text ? <span className={`${networksStyles.said} text-secondary`}>{text}</span> : null}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
