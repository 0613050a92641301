import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ACCOUNTING_ROWS } from '#contract/network-admin/accounting.calls.ts'
import { bytesLike, formatCount, formatMinute, formatNumber } from '#web/lib/format.ts'
import cardStyles from '#web/ui/card.module.css'
import { Problem } from '#web/ui/problem.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { Status } from '#web/ui/status.tsx'
import type { TableColumn } from '#web/ui/table.tsx'
import styles from './accounting.module.css'
import { AccountingClients } from './accounting-clients.tsx'
import { ChargingFiles } from './charging-files.tsx'
import { type Accounting, accountingQuery } from './networks.api.ts'
import { TableCard } from './table-or-none.tsx'

type Refusal = Accounting['refusals'][number]
type Difference = Accounting['differences'][number]
type Unknown = Accounting['unknown'][number]

const FOUND = { tone: 'warning', Icon: IconAlertTriangle } as const

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
      <AccountingClients clients={data?.clients} />
      {data && data.unknown.length > 0 ? <UnknownSims rows={data.unknown} /> : null}
      {data && data.differences.length > 0 ? <Differences rows={data.differences} /> : null}
      {data && data.refusals.length > 0 ? <Refusals rows={data.refusals} /> : null}
      <ChargingFiles files={data?.files} differences={data?.differences} />
    </div>
  )
}

const FINDINGS = ['unknown', 'differences', 'refusals'] as const

/** What was found, also that it is nothing: in a line, so that only what is there takes a card and is marked. */
function Health({ data }: { data: Accounting | undefined }) {
  const { t } = useTranslation()
  const isClear = data !== undefined && data.stuck === 0 && FINDINGS.every((finding) => data[finding].length === 0)
  return (
    <ul className={`${cardStyles.card} ${styles.health}`} aria-label={t('networks.accounting.health.title')}>
      {isClear ? (
        <li>
          <Status tone="active" Icon={IconCircleCheck} filled>
            {t('networks.accounting.health.clear')}
          </Status>
        </li>
      ) : null}
      {FINDINGS.map((finding) => (
        <li key={finding}>{data ? <Finding finding={finding} count={data[finding].length} /> : <Skeleton width={128} />}</li>
      ))}
    </ul>
  )
}

function Finding({ finding, count }: { finding: (typeof FINDINGS)[number]; count: number }) {
  const { t } = useTranslation()
  const words = t(`networks.accounting.health.${finding}`, { count, number: formatCount(count, count === ACCOUNTING_ROWS) })
  return count === 0 ? <span className="text-tertiary">{words}</span> : <Status {...FOUND}>{words}</Status>
}

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
    {
      id: 'apn',
      head: 'APN',
      className: 'hide-on-phone text-secondary',
      title: ({ apn }) => apn,
      cell: ({ apn }) => apn || '—',
    },
    {
      id: 'client',
      head: t('networks.accounting.client'),
      className: 'hide-on-phone text-secondary',
      cell: ({ clientName }) => clientName || '—',
    },
    {
      id: 'records',
      head: t('networks.accounting.records'),
      isNumber: true,
      className: 'tabular-numbers',
      cell: ({ records }) => formatNumber(records),
    },
    {
      id: 'last',
      head: t('networks.accounting.last'),
      className: 'text-secondary tabular-numbers',
      cell: ({ lastAt }) => formatMinute(lastAt),
    },
  ]
  return (
    <TableCard
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
    {
      id: 'session',
      head: t('networks.accounting.session'),
      className: 'hide-on-phone text-secondary',
      title: ({ sessionKey }) => sessionKey,
      cell: ({ sessionKey }) => sessionKey,
    },
    {
      id: 'counted',
      head: t('networks.accounting.counted'),
      isNumber: true,
      className: 'tabular-numbers',
      cell: (row) => bytesOf(row)(row.countedBytes),
    },
    {
      id: 'billed',
      head: t('networks.accounting.billed'),
      isNumber: true,
      className: 'tabular-numbers',
      cell: (row) => bytesOf(row)(row.finalBytes),
    },
    {
      id: 'file',
      head: t('networks.accounting.file'),
      className: 'hide-on-phone text-secondary',
      title: ({ source }) => source,
      cell: ({ source }) => source,
    },
  ]
  return (
    <TableCard
      label={t('networks.accounting.differences')}
      about={t('networks.accounting.differencesAbout')}
      columns={columns}
      rows={rows}
      rowKey={({ icc, sessionKey, foundAt }) => `${icc} ${sessionKey} ${foundAt}`}
    />
  )
}

const REASONS = ['malformed', 'wrong_secret', 'unknown_client', 'unexpected_code', 'overloaded'] as const
const isReason = (name: string): name is (typeof REASONS)[number] => REASONS.some((reason) => reason === name)

function Refusals({ rows }: { rows: readonly Refusal[] }) {
  const { t } = useTranslation()
  const columns: TableColumn<Refusal>[] = [
    {
      id: 'address',
      head: t('networks.accounting.address'),
      isRowHead: true,
      className: 'tabular-numbers',
      cell: ({ address }) => address,
    },
    {
      id: 'why',
      head: t('networks.accounting.why'),
      cell: ({ reason }) => (isReason(reason) ? t(`networks.accounting.refusal.${reason}`) : reason),
    },
    {
      id: 'times',
      head: t('networks.accounting.times'),
      isNumber: true,
      className: 'tabular-numbers',
      cell: ({ times }) => formatNumber(times),
    },
    {
      id: 'last',
      head: t('networks.accounting.last'),
      className: 'text-secondary tabular-numbers',
      cell: ({ lastAt }) => formatMinute(lastAt),
    },
  ]
  return (
    <TableCard
      label={t('networks.accounting.refusals')}
      about={t('networks.accounting.refusalsAbout')}
      columns={columns}
      rows={rows}
      rowKey={({ address, reason }) => `${address} ${reason}`}
    />
  )
}
