import { IconKey, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TABLET, useMedia } from '#web/lib/use-media.ts'
import { Ago } from '#web/ui/ago.tsx'
import { Button } from '#web/ui/button.tsx'
import { countColumn } from '#web/ui/list/columns.tsx'
import { type TableColumn, TwoLines } from '#web/ui/table.tsx'
import { AccountingForm } from './accounting-form.tsx'
import { clientOfAddress } from './client-reports.ts'
import { FoundCard } from './found-card.tsx'
import type { Accounting } from './networks.api.ts'

type Refusal = Accounting['refusals'][number]

const REASONS = ['malformed', 'wrong_secret', 'unknown_client', 'unexpected_code', 'overloaded'] as const
const isReason = (name: string): name is (typeof REASONS)[number] => REASONS.some((reason) => reason === name)

/** The id of the card that counts of dropped packets lead to. */
export const DROPPED_PACKETS = 'accounting-dropped'

interface DroppedPacketsProps {
  readonly rows: readonly Refusal[]
  readonly clients: Accounting['clients']
}

/** Dropped packets by address and reason, each address with its client and the way out: a client for it, or its right secret. */
export function DroppedPackets({ rows, clients }: DroppedPacketsProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Refusal>()
  // wider, its columns stand below those of the clients above
  const isTablet = useMedia(TABLET)
  const clientOf = ({ address }: Refusal) => clientOfAddress(address, clients)
  const hasWayOut = (row: Refusal): boolean => !clientOf(row) || row.reason === 'wrong_secret'
  const actions: TableColumn<Refusal> = {
    id: 'actions',
    head: <span className="visually-hidden">{t('networks.accounting.actions')}</span>,
    width: isTablet ? 168 : undefined,
    className: 'numeric',
    phone: 'act',
    cell: (row) => (hasWayOut(row) ? <WayOut row={row} client={clientOf(row)} onOpen={() => setOpen(row)} /> : null),
  }
  const columns: TableColumn<Refusal>[] = [
    {
      id: 'address',
      head: t('networks.accounting.address'),
      isRowHead: true,
      width: isTablet ? undefined : '16%',
      className: 'tabular-numbers',
      phone: 'head',
      cell: ({ address }) => <TwoLines first={address} second={clientOfAddress(address, clients)?.name} />,
    },
    {
      id: 'why',
      head: t('networks.accounting.why'),
      width: isTablet ? undefined : '29%',
      phone: 'line',
      cell: ({ reason }) => (isReason(reason) ? t(`networks.accounting.refusal.${reason}`) : reason),
    },
    {
      id: 'last',
      head: t('networks.accounting.last'),
      width: isTablet ? undefined : '12%',
      className: 'text-secondary tabular-numbers',
      phone: 'foot',
      isNamed: true,
      cell: ({ lastAt }) => <Ago at={lastAt} />,
    },
    countColumn('times', t('networks.accounting.times'), ({ times }) => times, {
      width: isTablet ? undefined : '12%',
      phone: 'foot',
      isNamed: true,
    }),
    ...(rows.some(hasWayOut) ? [actions] : []),
  ]
  return (
    <div id={DROPPED_PACKETS}>
      <FoundCard
        label={t('networks.accounting.refusals')}
        about={t('networks.accounting.refusalsAbout')}
        columns={columns}
        rows={rows}
        rowKey={({ address, reason }) => `${address} ${reason}`}
      />
      {open ? <AccountingForm client={clientOf(open)} addresses={open.address} onClose={() => setOpen(undefined)} /> : null}
    </div>
  )
}

interface WayOutProps {
  readonly row: Refusal
  readonly client: Accounting['clients'][number] | undefined
  onOpen(): void
}

function WayOut({ row: { address }, client, onOpen }: WayOutProps) {
  const { t } = useTranslation()
  const Icon = client ? IconKey : IconPlus
  return (
    <Button
      size="sm"
      aria-haspopup="dialog"
      aria-label={
        client
          ? t('networks.accounting.changeSecretOf', { name: client.name, address })
          : t('networks.accounting.addOf', { address })
      }
      onClick={onOpen}
    >
      <Icon className="icon icon-14" aria-hidden="true" />
      {t(client ? 'networks.accounting.changeSecret' : 'networks.accounting.add')}
    </Button>
  )
}
