import { useTranslation } from 'react-i18next'
import { formatMinute, formatNumber } from '#web/lib/format.ts'
import type { NetworkData } from './networks.api.ts'
import { useNetworkWords } from './use-network-words.ts'

/** The last calls that failed, folded until somebody asks. */
export function NetworkFaults({ network: { faults, health } }: { network: NetworkData }) {
  const { t } = useTranslation()
  const { commandWord, causeWord } = useNetworkWords()
  const day = t('networks.day', { calls: formatNumber(health.dayCalls), failures: formatNumber(health.dayFailures) })
  if (faults.length === 0) {
    return (
      <p className="net-faults t3 s12">
        {day}. {t('networks.noFaults')}
      </p>
    )
  }
  return (
    <details className="net-faults">
      <summary className="s12">
        {t('networks.faults')} <span className="t3">{day}</span>
      </summary>
      <ul>
        {faults.map(({ at, call, cause, text, times }) => (
          <li key={`${at} ${call} ${cause} ${text}`} className="s12">
            <span className="t3 tn nw">{formatMinute(at)}</span>
            <span>
              <span className="b">{commandWord(call)}</span>: {causeWord(cause)}
              {times > 1 ? <span className="t3"> · {t('networks.times', { count: times })}</span> : null}
              {text ? <span className="net-said t2">{text}</span> : null}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
