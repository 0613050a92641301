import { IconAlertTriangle, IconCircleCheck, IconCircleOff, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#web/lib/format.ts'
import { formatAge } from '#web/lib/format-moments.ts'
import { TABLET, useMedia } from '#web/lib/use-media.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Ago } from '#web/ui/ago.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { countColumn } from '#web/ui/list/columns.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { Status } from '#web/ui/status.tsx'
import tableStyles from '#web/ui/table.module.css'
import { NoValue, Table, type TableColumn } from '#web/ui/table.tsx'
import styles from './accounting.module.css'
import { AccountingForm } from './accounting-form.tsx'
import { Amiss } from './amiss.tsx'
import { byUrgency, reportState } from './client-reports.ts'
import { DROPPED_PACKETS } from './dropped-packets.tsx'
import type { Accounting } from './networks.api.ts'
import networksStyles from './networks.module.css'
import { RemoveClient } from './remove-client.tsx'

type Client = Accounting['clients'][number]

/** Access servers that may send accounting: whether they do, and what was dropped of them. */
export function AccountingClients({ clients }: { clients: readonly Client[] | undefined }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Client | 'new'>()
  const [leaving, setLeaving] = useState<Client>()
  const now = useNow()
  const isTablet = useMedia(TABLET)
  const silence = (client: Client): string =>
    reportState(client, now) === 'silent'
      ? t('networks.accounting.silence', {
          count: client.openSessions,
          name: client.name,
          age: formatAge(now - Date.parse(client.lastReportAt ?? '')),
        })
      : ''
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
  const addressesColumn: TableColumn<Client> = {
    id: 'addresses',
    head: t('networks.accounting.addresses'),
    width: '16%',
    className: 'tabular-numbers',
    phone: 'line',
    title: ({ addresses }) => addresses,
    cell: ({ addresses }) => addresses,
  }
  const portColumn: TableColumn<Client> = {
    id: 'disconnect',
    head: t('networks.accounting.disconnect'),
    className: 'text-secondary tabular-numbers',
    cell: (client) =>
      client.disconnectPort ?? (
        <button
          type="button"
          className="text-button underlined text-secondary"
          aria-haspopup="dialog"
          aria-label={t('networks.accounting.setUpOf', { name: client.name })}
          onClick={() => setOpen(client)}
        >
          {t('networks.accounting.setUp')}
        </button>
      ),
  }
  const columns: TableColumn<Client>[] = [
    {
      id: 'name',
      head: t('networks.accounting.name'),
      isRowHead: true,
      width: isTablet ? undefined : '16%',
      phone: 'head',
      isLong: isTablet,
      title: ({ name }) => name,
      cell: ({ name, addresses }) => (
        <>
          {name}
          {isTablet ? <span className="block ellipsis text-tertiary text-small tabular-numbers">{addresses}</span> : null}
        </>
      ),
    },
    ...(isTablet ? [] : [addressesColumn]),
    {
      id: 'state',
      head: t('networks.accounting.health.title'),
      width: isTablet ? '18%' : '13%',
      phone: 'mark',
      title: silence,
      cell: (client) => <ReportState client={client} />,
    },
    {
      id: 'last',
      head: t('networks.accounting.lastReport'),
      width: isTablet ? '16%' : '12%',
      className: 'text-secondary tabular-numbers',
      phone: 'foot',
      isNamed: true,
      cell: (client) => <LastReport client={client} />,
    },
    countColumn('sessions', t('networks.accounting.sessions'), ({ openSessions }) => openSessions, {
      width: isTablet ? '18%' : '12%',
      phone: 'foot',
      isNamed: true,
    }),
    {
      id: 'dropped',
      head: t('networks.accounting.dropped'),
      width: isTablet ? '16%' : '11%',
      isNumber: true,
      phone: 'foot',
      isNamed: true,
      cell: ({ name, droppedPackets }) => <Dropped name={name} count={droppedPackets} />,
    },
    // the dialog of a client has its port, too
    ...(isTablet ? [] : [portColumn]),
    actions,
  ]
  return (
    <Card
      title={t('networks.accounting.clients')}
      about={t('networks.accounting.clientsAbout')}
      line
      actions={
        <Button size="sm" aria-haspopup="dialog" onClick={() => setOpen('new')}>
          <IconPlus className="icon icon-14" aria-hidden="true" />
          {t('networks.accounting.add')}
        </Button>
      }
    >
      {clients?.length === 0 ? (
        <p className={`${networksStyles.lead} text-secondary`}>{t('networks.accounting.noClients')}</p>
      ) : (
        <Table
          label={t('networks.accounting.clients')}
          columns={columns}
          rows={clients && byUrgency(clients, now)}
          rowKey={({ clientId }) => clientId}
          waiting={2}
        />
      )}
      {open ? <AccountingForm client={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} /> : null}
      {leaving ? <RemoveClient client={leaving} onClose={() => setLeaving(undefined)} /> : null}
    </Card>
  )
}

const REPORT_STYLES = {
  reporting: { tone: 'active', Icon: IconCircleCheck },
  silent: { tone: 'warning', Icon: IconAlertTriangle },
  idle: { tone: 'ended', Icon: IconCircleOff },
} as const

/** Leads to the packets by address and reason. */
function Dropped({ name, count }: { name: string; count: number }) {
  const { t } = useTranslation()
  const number = <Amiss count={count} />
  if (count === 0) return number
  return (
    <a
      href={`#${DROPPED_PACKETS}`}
      className="text-warning underlined"
      aria-label={`${t('networks.accounting.refusals')}, ${name}: ${formatNumber(count)}`}
    >
      {number}
    </a>
  )
}

function LastReport({ client }: { client: Client }) {
  const isSilent = reportState(client, useNow()) === 'silent'
  if (!client.lastReportAt) return <NoValue />
  return (
    <span className={isSilent ? 'text-warning' : undefined}>
      <Ago at={client.lastReportAt} />
    </span>
  )
}

function ReportState({ client }: { client: Client }) {
  const { t } = useTranslation()
  const state = reportState(client, useNow())
  return <Status {...REPORT_STYLES[state]}>{t(`networks.accounting.reports.${state}`)}</Status>
}
