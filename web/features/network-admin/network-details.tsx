import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { capitalised } from '#domain/plain-text.ts'
import { formatDecimal, formatMinute, formatNumber, formatPercent, formatTime } from '#web/lib/format.ts'
import { formatDuration } from '#web/lib/format-moments.ts'
import { BarChart } from '#web/ui/chart/bar-chart.tsx'
import { CarriedSims } from './carried-sims.tsx'
import type { NetworkData } from './networks.api.ts'
import networksStyles from './networks.module.css'
import styles from './status-list.module.css'
import { useNetworkWords } from './use-network-words.ts'

interface NetworkProps {
  readonly network: NetworkData
}

/** Curves of 24 hours, incidents, errors, limits, and routes of a network. */
export function NetworkDetails({ network, onImport }: NetworkProps & { onImport(): void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.details}>
      <div className={styles.curves}>
        <Curve network={network} title={t('networks.curve.calls')} of={({ calls }) => calls} format={formatNumber} />
        <Curve
          network={network}
          title={t('networks.curve.p95')}
          of={({ p95Ms }) => p95Ms ?? 0}
          format={(ms) => t('networks.ms', { ms: formatNumber(ms) })}
        />
      </div>
      <div>
        <h3>{t('networks.incidents.title')}</h3>
        <Incidents network={network} />
      </div>
      <div>
        <h3>{t('networks.faults')}</h3>
        <Faults network={network} />
      </div>
      <div>
        <h3>{t('networks.carries.title')}</h3>
        <CarriedSims network={network} onImport={onImport} />
        <h3>{t('networks.limits')}</h3>
        <Limits network={network} />
        <h3>{t('networks.add.id')}</h3>
        <p className="text-small text-secondary">{network.networkId}</p>
      </div>
    </div>
  )
}

type HalfHour = NetworkData['health']['halfHours'][number]

interface CurveProps extends NetworkProps {
  readonly title: string
  readonly of: (halfHour: HalfHour) => number
  readonly format: (value: number) => string
}

/** Hours between two labels of a curve. */
const LABEL_HOURS = 6

function Curve({ network: { name, health }, title, of, format }: CurveProps) {
  const bars = health.halfHours.map((halfHour) => {
    const at = new Date(halfHour.from)
    const isMarked = at.getMinutes() === 0 && at.getHours() % LABEL_HOURS === 0
    const time = formatTime(halfHour.from)
    return { key: halfHour.from, name: time, mark: isMarked ? time : '', value: of(halfHour) }
  })
  return (
    <div>
      <h3>{title}</h3>
      <BarChart bars={bars} format={format} summary={`${title}: ${name}`} what={title} />
    </div>
  )
}

const lengthOf = (start: string, end: string): string => formatDuration(Date.parse(end) - Date.parse(start))

function Incidents({ network: { incidents } }: NetworkProps) {
  const { t } = useTranslation()
  if (incidents.length === 0) return <p className="text-tertiary text-small">{t('networks.incidents.none')}</p>
  return (
    <ul className={styles.incidents}>
      {incidents.map(({ startedAt, endedAt, isOutage, failurePercent }) => (
        <li key={startedAt} className="text-small">
          <span className="text-tertiary tabular-numbers no-wrap">{formatMinute(startedAt)}</span>
          <span>
            <span className={isOutage ? 'medium text-stop' : 'medium text-warning'}>
              {t(isOutage ? 'networks.state.closed' : 'networks.state.warning')}
            </span>
            {' · '}
            {endedAt ? t('networks.incidents.lasted', { time: lengthOf(startedAt, endedAt) }) : t('networks.incidents.open')}
            {failurePercent > 0 ? (
              <span className="text-tertiary">
                {' '}
                · {t('networks.incidents.percent', { percent: formatPercent(failurePercent) })}
              </span>
            ) : null}
          </span>
        </li>
      ))}
    </ul>
  )
}

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
function Faults({ network: { faults } }: NetworkProps) {
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

function Limits({ network }: NetworkProps) {
  const { t } = useTranslation()
  const { requestsPerSecond, maxInFlight, timeoutMs, maxAttempts } = network
  const limits = [
    requestsPerSecond === null ? t('networks.rateNone') : t('networks.rate', { count: requestsPerSecond }),
    t('networks.inFlight', { count: maxInFlight }),
    t('networks.timeOut', { seconds: formatDecimal(timeoutMs / 1000, timeoutMs % 1000 === 0 ? 0 : 1) }),
    t('networks.attempts', { count: maxAttempts }),
  ]
  return (
    <p className="text-small text-secondary">
      <Dotted words={limits} />
    </p>
  )
}

/** Words with dots between them; no word breaks, and no line starts with a dot. */
export function Dotted({ words }: { words: readonly string[] }) {
  return words.map((word, index) => (
    <Fragment key={word}>
      <span className="no-wrap">{index < words.length - 1 ? `${word} ·` : word}</span>{' '}
    </Fragment>
  ))
}
