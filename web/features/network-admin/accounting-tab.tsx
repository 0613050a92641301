import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ACCOUNTING_ROWS } from '#contract/network-admin/accounting.calls.ts'
import { bytesLike, formatCount, formatMinute } from '#web/lib/format.ts'
import { useNow } from '#web/lib/use-now.ts'
import cardStyles from '#web/ui/card.module.css'
import { countColumn, textColumn } from '#web/ui/list/columns.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { Status } from '#web/ui/status.tsx'
import type { TableColumn } from '#web/ui/table.tsx'
import styles from './accounting.module.css'
import { AccountingClients } from './accounting-clients.tsx'
import { ChargingFiles } from './charging-files.tsx'
import { reportState } from './client-reports.ts'
import { DroppedPackets } from './dropped-packets.tsx'
import { FoundCard } from './found-card.tsx'
import { type Accounting, accountingQuery } from './networks.api.ts'

type Difference = Accounting['differences'][number]
type Unknown = Accounting['unknown'][number]

/** Usage over RADIUS: access servers, unknown SIMs, and refused packets. */
export function AccountingTab() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(accountingQuery)
  if (error && !data) {
    return (
      <div className={cardStyles.card}>
        <ErrorState title={t('networks.accounting.failed')} error={error} onRetry={() => void refetch()} />
      </div>
    )
  }
  return (
    <div className={styles.accounting}>
      {data && data.stuck > 0 ? <Problem isAlert>{t('networks.accounting.stuck', { count: data.stuck })}</Problem> : null}
      <Health data={data} />
      <div className={styles.reported}>
        <AccountingClients clients={data?.clients} />
        {data && data.unknown.length > 0 ? (
          <div id={PLACES.unknown}>
            <UnknownSims rows={data.unknown} />
          </div>
        ) : null}
        {data && data.differences.length > 0 ? (
          <div id={PLACES.differences}>
            <Differences rows={data.differences} />
          </div>
        ) : null}
        {data && data.refusals.length > 0 ? <DroppedPackets rows={data.refusals} clients={data.clients} /> : null}
      </div>
      <ChargingFiles files={data?.files} differences={data?.differences} />
    </div>
  )
}

/** The ids of the cards that a finding leads to. */
const PLACES = { unknown: 'accounting-unknown', differences: 'accounting-differences' } as const

/** That all is well, in one sentence; or what was found that is not in view: silent clients and dropped packets are marked below. */
function Health({ data }: { data: Accounting | undefined }) {
  const { t } = useTranslation()
  const now = useNow()
  const linked = (['unknown', 'differences'] as const).filter((finding) => data && data[finding].length > 0)
  const isFound = linked.length > 0
  const isSilent = data?.clients.some((client) => reportState(client, now) === 'silent')
  // batches that are stuck have an alert of their own
  const isClear = data?.stuck === 0 && !isFound && !isSilent && data.refusals.length === 0
  if (data && !isClear && !isFound) return null
  return (
    <ul className={`${cardStyles.card} ${styles.health}`} aria-label={t('networks.accounting.health.title')} aria-busy={!data}>
      {data ? null : (
        <li>
          <Skeleton width={320} />
        </li>
      )}
      {isClear ? (
        <li>
          <Status tone="active" Icon={IconCircleCheck} filled>
            {t('networks.accounting.health.clear')}
          </Status>
          <span className="text-secondary">{t('networks.accounting.health.none')}</span>
        </li>
      ) : null}
      {data && linked.map((finding) => <Finding key={finding} finding={finding} count={data[finding].length} />)}
    </ul>
  )
}

function Finding({ finding, count }: { finding: keyof typeof PLACES; count: number }) {
  const { t } = useTranslation()
  return (
    <li className={styles.finding}>
      <IconAlertTriangle className="icon icon-warning" aria-hidden="true" />
      <a href={`#${PLACES[finding]}`} className="underlined">
        {t(`networks.accounting.health.${finding}`, { count, number: formatCount(count, count === ACCOUNTING_ROWS) })}
      </a>
    </li>
  )
}

/** What a phone leaves out. */
const SECONDARY = 'hide-on-phone text-secondary'

function UnknownSims({ rows }: { rows: readonly Unknown[] }) {
  const { t } = useTranslation()
  const columns: TableColumn<Unknown>[] = [
    {
      id: 'imsi',
      head: 'IMSI',
      isRowHead: true,
      className: 'tabular-numbers',
      cell: ({ imsi, msisdn }) => imsi || msisdn || '—',
    },
    { id: 'why', head: t('networks.accounting.why'), cell: ({ reason }) => t(`networks.accounting.reason.${reason}`) },
    { id: 'apn', head: 'APN', className: SECONDARY, title: ({ apn }) => apn, cell: ({ apn }) => apn || '—' },
    {
      id: 'client',
      head: t('networks.accounting.client'),
      className: SECONDARY,
      cell: ({ clientName }) => clientName || '—',
    },
    countColumn('records', t('networks.accounting.records'), ({ records }) => records),
    {
      id: 'last',
      head: t('networks.accounting.last'),
      className: 'text-secondary tabular-numbers',
      cell: ({ lastAt }) => formatMinute(lastAt),
    },
  ]
  return (
    <FoundCard
      label={t('networks.accounting.unknown')}
      about={t('networks.accounting.unknownAbout')}
      columns={columns}
      rows={rows}
      rowKey={({ imsi, msisdn, clientName }) => `${imsi} ${msisdn} ${clientName}`}
    />
  )
}

/** Both sides of a difference in one unit. */
const bytesOf = ({ countedBytes, finalBytes }: Difference) => bytesLike(Math.max(countedBytes, finalBytes))

function Differences({ rows }: { rows: readonly Difference[] }) {
  const { t } = useTranslation()
  const columns: TableColumn<Difference>[] = [
    { id: 'icc', head: 'ICC', isRowHead: true, className: 'tabular-numbers', title: ({ icc }) => icc, cell: ({ icc }) => icc },
    textColumn('session', t('networks.accounting.session'), ({ sessionKey }) => sessionKey, { className: SECONDARY }),
    { id: 'counted', head: t('networks.accounting.counted'), isNumber: true, cell: (row) => bytesOf(row)(row.countedBytes) },
    { id: 'billed', head: t('networks.accounting.billed'), isNumber: true, cell: (row) => bytesOf(row)(row.finalBytes) },
    textColumn('file', t('networks.accounting.file'), ({ source }) => source, { className: SECONDARY }),
  ]
  return (
    <FoundCard
      label={t('networks.accounting.differences')}
      about={t('networks.accounting.differencesAbout')}
      columns={columns}
      rows={rows}
      rowKey={({ icc, sessionKey, foundAt }) => `${icc} ${sessionKey} ${foundAt}`}
    />
  )
}
