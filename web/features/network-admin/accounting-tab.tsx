import { IconAlertTriangle, IconCircleCheck, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ACCOUNTING_ROWS } from '#contract/network-admin/accounting.calls.ts'
import { bytesLike, formatCount, formatMinute, formatNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import cardStyles from '#web/ui/card.module.css'
import { Card } from '#web/ui/card.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { Status } from '#web/ui/status.tsx'
import tableStyles from '#web/ui/table.module.css'
import type { TableColumn } from '#web/ui/table.tsx'
import styles from './accounting.module.css'
import { AccountingForm } from './accounting-form.tsx'
import { ChargingFiles } from './charging-files.tsx'
import { type Accounting, accountingQuery } from './networks.api.ts'
import { RemoveClient } from './remove-client.tsx'
import { TableCard, TableOrNone } from './table-or-none.tsx'

type Client = Accounting['clients'][number]
type Refusal = Accounting['refusals'][number]
type Difference = Accounting['differences'][number]
type Unknown = Accounting['unknown'][number]

const CLEAR = { tone: 'active', Icon: IconCircleCheck } as const
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
      <Clients clients={data?.clients} />
      {data && data.unknown.length > 0 ? <UnknownSims rows={data.unknown} /> : null}
      {data && data.differences.length > 0 ? <Differences rows={data.differences} /> : null}
      {data && data.refusals.length > 0 ? <Refusals rows={data.refusals} /> : null}
      <ChargingFiles files={data?.files} differences={data?.differences} />
    </div>
  )
}

const FINDINGS = ['unknown', 'differences', 'refusals'] as const

/** What was found, also that it is nothing: in a line, so that only what is there takes a card. */
function Health({ data }: { data: Accounting | undefined }) {
  const { t } = useTranslation()
  return (
    <ul className={`${cardStyles.card} ${styles.health}`} aria-label={t('networks.accounting.health.title')}>
      {FINDINGS.map((finding) => {
        const count = data?.[finding].length
        return (
          <li key={finding}>
            {count === undefined ? (
              <Skeleton width={128} />
            ) : (
              <Status {...(count > 0 ? FOUND : CLEAR)}>
                {t(`networks.accounting.health.${finding}`, { count, number: formatCount(count, count === ACCOUNTING_ROWS) })}
              </Status>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Clients({ clients }: { clients: readonly Client[] | undefined }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Client | 'new'>()
  const [leaving, setLeaving] = useState<Client>()
  const actions: TableColumn<Client> = {
    id: 'actions',
    head: <span className="visually-hidden">{t('networks.accounting.actions')}</span>,
    className: styles.act,
    phone: 'menu',
    cell: (client) => (
      <span className={tableStyles.actions}>
        <RowMenu
          label={t('networks.accounting.actionsOf', { name: client.name })}
          items={[
            { text: t('networks.accounting.change'), Icon: IconPencil, onAct: () => setOpen(client) },
            { text: t('networks.accounting.remove'), Icon: IconTrash, isDanger: true, onAct: () => setLeaving(client) },
          ]}
        />
      </span>
    ),
  }
  const columns: TableColumn<Client>[] = [
    {
      id: 'name',
      head: t('networks.accounting.name'),
      isRowHead: true,
      phone: 'head',
      title: ({ name }) => name,
      cell: ({ name }) => name,
    },
    {
      id: 'addresses',
      head: t('networks.accounting.addresses'),
      className: 'tabular-numbers',
      phone: 'line',
      title: ({ addresses }) => addresses,
      cell: ({ addresses }) => addresses,
    },
    {
      id: 'sessions',
      head: t('networks.accounting.sessions'),
      isNumber: true,
      className: 'tabular-numbers',
      phone: 'foot',
      isNamed: true,
      cell: ({ openSessions }) => formatNumber(openSessions),
    },
    {
      id: 'disconnect',
      head: t('networks.accounting.disconnect'),
      className: 'text-secondary tabular-numbers',
      cell: ({ disconnectPort }) => disconnectPort ?? t('networks.accounting.no'),
    },
    actions,
  ]
  return (
    <Card
      title={t('networks.accounting.clients')}
      about={t('networks.accounting.clientsAbout')}
      line
      actions={
        <Button size="sm" aria-haspopup="dialog" onClick={() => setOpen('new')}>
          {t('networks.accounting.add')}
        </Button>
      }
    >
      <TableOrNone
        label={t('networks.accounting.clients')}
        columns={columns}
        rows={clients}
        rowKey={({ clientId }) => clientId}
        none={t('networks.accounting.noClients')}
      />
      {open ? <AccountingForm client={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} /> : null}
      {leaving ? <RemoveClient client={leaving} onClose={() => setLeaving(undefined)} /> : null}
    </Card>
  )
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
