import { useTranslation } from 'react-i18next'
import { formatMinute } from '#web/lib/format.ts'
import type { NetworkData } from './networks.api.ts'
import networksStyles from './networks.module.css'
import styles from './status-list.module.css'
import { useNetworkWords } from './use-network-words.ts'

/** The last failed calls. */
export function NetworkFaults({ network: { faults } }: { network: NetworkData }) {
  const { t } = useTranslation()
  const { commandWord, causeWord } = useNetworkWords()
  if (faults.length === 0) return <p className="text-tertiary text-small">{t('networks.noFaults')}</p>
  return (
    <ul className={styles.incidents}>
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
  )
}
