import { useTranslation } from 'react-i18next'
import { DRIFT_KINDS, type DriftKind } from '#domain/network-alignment.ts'
import { Card } from '#web/ui/card.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Status } from '#web/ui/status.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { WAY_ICONS, WAYS_OF } from './drift-ways.ts'
import styles from './first-comparison.module.css'
import { NETWORK_STYLE, networkStatus } from './network-status.ts'
import type { NetworkData } from './networks.api.ts'
import { StartComparison } from './start-comparison.tsx'

interface FirstComparisonProps {
  readonly networks: readonly NetworkData[]
  /** how long it takes, as 'unos 12 minutos'; '' when that is not known */
  readonly time: string
}

/** Before any comparison has ended: what it is for, what it compares, and beside its button what it takes. */
export function FirstComparison({ networks, time }: FirstComparisonProps) {
  const { t } = useTranslation()
  const silent = networks.filter((network) => network.sims > 0 && !['ok', 'warning'].includes(networkStatus(network)))
  return (
    <Card title={t('networks.comparison.title')} about={t('networks.differences.notCompared')} line>
      <div className={styles.first}>
        <div className={styles.purpose}>
          <p>{t('networks.comparison.what')}</p>
          <p className="text-secondary">{t('networks.comparison.whenText')}</p>
          <p className="text-secondary">{t('networks.comparison.except')}</p>
        </div>
        <Compared />
      </div>
      <div className={styles.ready}>
        <StartComparison networks={networks} />
        <Facts
          className={styles.facts}
          names="above"
          facts={[
            { name: t('networks.comparison.duration'), value: time },
            { name: t('networks.comparison.pace'), value: t('networks.comparison.paceText') },
            { name: t('networks.comparison.silent'), value: silent.length > 0 && <SilentNetworks networks={silent} /> },
          ]}
        />
      </div>
    </Card>
  )
}

/** What is compared, when it differs, and the ways out of that. */
function Compared() {
  const { t } = useTranslation()
  const columns: TableColumn<DriftKind>[] = [
    {
      id: 'kind',
      head: t('networks.comparison.compares'),
      isRowHead: true,
      width: '22%',
      isLong: true,
      phone: 'head',
      cell: (kind) => <span className="medium">{t(`networks.differences.kind.${kind}`)}</span>,
    },
    {
      id: 'differs',
      head: t('networks.comparison.differs'),
      isLong: true,
      phone: 'line',
      cell: (kind) => <span className="text-secondary">{t(`networks.comparison.differsIf.${kind}`)}</span>,
    },
    {
      id: 'ways',
      head: t('networks.comparison.ways'),
      width: '30%',
      isLong: true,
      phone: 'line',
      cell: (kind) => <Ways kind={kind} />,
    },
  ]
  return <Table label={t('networks.comparison.compares')} columns={columns} rows={DRIFT_KINDS} rowKey={(kind) => kind} />
}

function Ways({ kind }: { kind: DriftKind }) {
  const { t } = useTranslation()
  return (
    <ul className={styles.ways}>
      {WAYS_OF[kind].map((way) => {
        const Icon = WAY_ICONS[way]
        return (
          <li key={way} className="row">
            <Icon className="icon icon-14" aria-hidden="true" />
            {t(`networks.differences.way.${way}`)}
          </li>
        )
      })}
    </ul>
  )
}

/** Networks whose SIMs will not answer now, each with its SIMs. */
function SilentNetworks({ networks }: Pick<FirstComparisonProps, 'networks'>) {
  const { t } = useTranslation()
  return (
    <ul>
      {networks.map((network) => (
        <li key={network.networkId}>
          <Status {...NETWORK_STYLE[networkStatus(network)]}>
            {t('networks.comparison.silentSims', { name: network.name, count: network.sims })}
          </Status>
        </li>
      ))}
    </ul>
  )
}
