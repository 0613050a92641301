import { IconAlertTriangle, IconArrowsDiff, IconInfoCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDecimal, formatMinute, formatNumber, formatTime } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Status } from '#web/ui/status.tsx'
import styles from './cards.module.css'
import { CarriedSims } from './carried-sims.tsx'
import { kindWord } from './kind-words.ts'
import { NetworkFaults } from './network-faults.tsx'
import { NETWORK_STYLE, networkStatus } from './network-status.ts'
import type { NetworkData } from './networks.api.ts'
import { useNetworkWords } from './use-network-words.ts'

interface NetworkProps {
  readonly network: NetworkData
}

interface CardProps extends NetworkProps {
  onSetUp(): void
  onMessages(): void
  onCheck(): void
  onImport(): void
}

/** One network: status, SIMs, limits, capabilities, and last failures. */
export function NetworkCard({ network, onSetUp, onMessages, onCheck, onImport }: CardProps) {
  const { t } = useTranslation()
  const { name, networkId, kind, drifts } = network
  return (
    <Card
      className={styles.card}
      title={name}
      about={`${networkId} · ${kindWord(kind)}`}
      actions={
        <>
          <Button size="sm" aria-haspopup="dialog" aria-label={t('networks.smpp.buttonOf', { name })} onClick={onMessages}>
            {t('networks.smpp.button')}
          </Button>
          <Button size="sm" aria-haspopup="dialog" aria-label={t('networks.setUpOf', { name })} onClick={onSetUp}>
            {t('networks.setUp')}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <State network={network} onCheck={onCheck} />
        <Figures network={network} />
        <Facts network={network} onImport={onImport} />
        {drifts > 0 ? (
          <p>
            <Link className={styles.differences} to="/networks" search={{ tab: 'differences', network: networkId }}>
              <IconArrowsDiff className="icon" aria-hidden="true" />
              {t('networks.differencesOf', { count: drifts })}
            </Link>
          </p>
        ) : null}
        <NetworkFaults network={network} />
      </div>
    </Card>
  )
}

function State({ network, onCheck }: NetworkProps & { onCheck(): void }) {
  const { t } = useTranslation()
  const { health, overrideStatus, overrideText, enabled, capabilities } = network
  const word = networkStatus(network)
  const notes = [
    ...(capabilities ? [] : [t('networks.unreadable')]),
    ...(enabled ? [] : [t('networks.off')]),
    ...(overrideStatus === null ? [] : [t('networks.overridden', { text: overrideText })]),
  ]
  return (
    <div className={styles.state}>
      <div className="row">
        <Status {...NETWORK_STYLE[word]} filled>
          {t(`networks.state.${word}`)}
        </Status>
        {overrideStatus === null && enabled && capabilities ? (
          <span className="text-tertiary text-small tabular-numbers">
            {t('networks.since', { moment: formatMinute(health.since) })}
          </span>
        ) : null}
        <Button
          size="sm"
          className={styles.tryIt}
          aria-haspopup="dialog"
          aria-label={t('networks.try.buttonOf', { name: network.name })}
          onClick={onCheck}
        >
          {t('networks.try.button')}
        </Button>
      </div>
      {notes.map((note) => (
        <p key={note} className={`${styles.note} text-secondary`}>
          <IconInfoCircle className="icon" aria-hidden="true" />
          <span>{note}</span>
        </p>
      ))}
      {health.breakerUntil ? (
        <p className={`${styles.note} text-warning`}>
          <IconAlertTriangle className="icon" aria-hidden="true" />
          <span>{t('networks.breaker', { time: formatTime(health.breakerUntil) })}</span>
        </p>
      ) : null}
    </div>
  )
}

function Figures({ network: { sims, health } }: NetworkProps) {
  const { t } = useTranslation()
  const { calls, failures, p95Ms } = health
  const figures = [
    { id: 'sims', label: t('networks.sims'), value: formatNumber(sims), isFailing: false },
    { id: 'calls', label: t('networks.calls'), value: formatNumber(calls), isFailing: false },
    { id: 'failures', label: t('networks.failures'), value: formatNumber(failures), isFailing: failures > 0 },
    {
      id: 'p95',
      label: t('networks.p95'),
      value: p95Ms === null ? '—' : t('networks.ms', { ms: formatNumber(p95Ms) }),
      isFailing: false,
    },
  ]
  return (
    <dl className={styles.figures}>
      {figures.map(({ id, label, value, isFailing }) => (
        <div key={id}>
          <dt className="text-small text-tertiary">{label}</dt>
          <dd className={isFailing ? 'tabular-numbers semibold text-stop' : 'tabular-numbers semibold'}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Facts({ network, onImport }: NetworkProps & { onImport(): void }) {
  const { t } = useTranslation()
  const { capabilityWords } = useNetworkWords()
  const { requestsPerSecond, maxInFlight, timeoutMs, maxAttempts, capabilities } = network
  const missing = capabilities ? capabilityWords(capabilities, false) : []
  const limits = [
    requestsPerSecond === null ? t('networks.rateNone') : t('networks.rate', { count: requestsPerSecond }),
    t('networks.inFlight', { count: maxInFlight }),
    t('networks.timeOut', { seconds: formatDecimal(timeoutMs / 1000, timeoutMs % 1000 === 0 ? 0 : 1) }),
    t('networks.attempts', { count: maxAttempts }),
  ]
  return (
    <dl className={styles.facts}>
      <div>
        <dt className="text-tertiary">{t('networks.limits')}</dt>
        <dd>
          <Dotted words={limits} />
        </dd>
      </div>
      {capabilities ? (
        <div>
          <dt className="text-tertiary">{t('networks.can')}</dt>
          <dd>
            <Dotted words={capabilityWords(capabilities, true)} />
          </dd>
        </div>
      ) : null}
      {missing.length > 0 ? (
        <div>
          <dt className="text-tertiary">{t('networks.cannot')}</dt>
          <dd className="text-secondary">
            <Dotted words={missing} />
          </dd>
        </div>
      ) : null}
      <div>
        <dt className="text-tertiary">{t('networks.carries.title')}</dt>
        <dd>
          <CarriedSims network={network} onImport={onImport} />
        </dd>
      </div>
    </dl>
  )
}

/** Words with dots between them; no word breaks, and no line starts with a dot. */
function Dotted({ words }: { words: readonly string[] }) {
  return words.map((word, place) => (
    <Fragment key={word}>
      <span className="no-wrap">{place < words.length - 1 ? `${word} ·` : word}</span>{' '}
    </Fragment>
  ))
}
