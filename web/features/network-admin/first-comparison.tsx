import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { StartCard } from '#web/ui/start-card.tsx'
import { Status } from '#web/ui/status.tsx'
import styles from './comparison.module.css'
import { NETWORK_STYLE, networkStatus } from './network-status.ts'
import type { NetworkData } from './networks.api.ts'

interface FirstComparisonProps {
  readonly networks: readonly NetworkData[]
  /** how long it takes, in a sentence; '' when that is not known */
  readonly takes: string
  /** its button */
  readonly start: ReactNode
}

/** What is compared, and with what a difference is settled. */
const COMPARED = ['state', 'profile', 'device'] as const

/** Before any comparison has ended: what it is for, and what can be done about a difference. */
export function FirstComparison({ networks, takes, start }: FirstComparisonProps) {
  const { t } = useTranslation()
  return (
    <StartCard
      title={t('networks.comparison.title')}
      none={{ title: t('networks.differences.notCompared'), text: t('networks.comparison.what') }}
      steps={[
        { title: t('networks.comparison.when'), text: t('networks.comparison.whenText') },
        { title: t('networks.comparison.duration'), text: `${takes} ${t('networks.comparison.rate')}` },
      ]}
      action={
        <>
          <SilentNetworks networks={networks} />
          {start}
        </>
      }
      examples={{
        title: t('networks.comparison.compares'),
        about: t('networks.comparison.except'),
        points: COMPARED.map((thing) => ({
          title: t(`networks.comparison.thing.${thing}.name`),
          text: t(`networks.comparison.thing.${thing}.settle`),
        })),
      }}
    />
  )
}

/** Networks whose SIMs will not answer now. */
function SilentNetworks({ networks }: Pick<FirstComparisonProps, 'networks'>) {
  const { t } = useTranslation()
  const silent = networks
    .map((network) => ({ ...network, status: networkStatus(network) }))
    .filter(({ status, sims }) => sims > 0 && status !== 'ok' && status !== 'warning')
  if (silent.length === 0) return null
  return (
    <ul className={styles.silent}>
      {silent.map(({ networkId, name, sims, status }) => (
        <li key={networkId}>
          <Status {...NETWORK_STYLE[status]} filled>
            {t(`networks.state.${status}`)}
          </Status>
          <span className="text-secondary">{t('networks.comparison.silent', { name, count: sims })}</span>
        </li>
      ))}
    </ul>
  )
}
