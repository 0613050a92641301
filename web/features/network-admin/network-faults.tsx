import { useTranslation } from 'react-i18next'
import { capitalised } from '#domain/plain-text.ts'
import { formatMinute, formatTime } from '#web/lib/format.ts'
import type { NetworkData } from './networks.api.ts'
import networksStyles from './networks.module.css'
import styles from './status-list.module.css'
import { useNetworkWords } from './use-network-words.ts'

type Fault = NetworkData['faults'][number]

/** Those alike as one, with their number and the moment of the last. @param faults newest first */
function alikeFolded(faults: readonly Fault[]): Fault[] {
  const folded = new Map<string, Fault>()
  for (const fault of faults) {
    const key = `${fault.call} ${fault.cause} ${fault.text}`
    const last = folded.get(key)
    folded.set(key, last ? { ...last, times: last.times + fault.times } : fault)
  }
  return [...folded.values()]
}

/** The last failed calls. */
export function NetworkFaults({ network: { faults } }: { network: NetworkData }) {
  const { t } = useTranslation()
  const { callWord, causeWord } = useNetworkWords()
  if (faults.length === 0) return <p className="text-tertiary text-small">{t('networks.noFaults')}</p>
  return (
    <ul className={styles.incidents}>
      {alikeFolded(faults).map(({ at, call, cause, text, times }) => (
        <li key={`${at} ${call} ${cause} ${text}`} className="text-small">
          <span className="text-tertiary tabular-numbers no-wrap">{formatMinute(at)}</span>
          <span>
            <span className="medium">{capitalised(callWord(call))}</span> {causeWord(cause)}
            {times > 1 ? (
              <span className="text-tertiary"> · {t('networks.times', { count: times, time: formatTime(at) })}</span>
            ) : null}
            {text ? <span className={`${networksStyles.said} text-secondary`}>{text}</span> : null}
          </span>
        </li>
      ))}
    </ul>
  )
}
