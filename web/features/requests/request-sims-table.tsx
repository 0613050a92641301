import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatMsisdn } from '#domain/identifiers.ts'
import { unassignProblem } from '#domain/requests.ts'
import { formatDate } from '#web/lib/format.ts'
import { originLabel } from '#web/lib/origin-word.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { providersQuery } from '#web/shared/plans/plan-choices.api.ts'
import { Icc } from '#web/ui/icc.tsx'
import { RowAction } from '#web/ui/row-action.tsx'
import { SimStatus } from '#web/ui/status.tsx'
import { Table } from '#web/ui/table.tsx'
import styles from './request.module.css'
import type { RequestData, RequestSim } from './requests.api.ts'

interface TableProps {
  readonly rows: readonly RequestSim[] | undefined
  readonly request: RequestData
  onUnassign(icc: string): void
}

/** The SIMs of a request, one a row; those that can go back into stock have a button. */
export function RequestSimsTable({ rows, request, onUnassign }: TableProps) {
  const { t } = useTranslation()
  const { data: origins } = useQuery(providersQuery)
  const action = {
    id: 'action',
    head: <span className="visually-hidden">{t('requests.unassign.head')}</span>,
    className: styles.action,
    cell: (row: RequestSim) => <TakeBack row={row} state={request.status} onUnassign={onUnassign} />,
  }
  const originOf = (id: number) => originLabel(origins?.find(({ providerId }) => providerId === id)?.providerName ?? String(id))
  return (
    <Table
      label={t('requests.sims')}
      className={styles.sims}
      rows={rows}
      rowKey={({ requestSimId }) => requestSimId}
      columns={[
        { id: 'icc', head: t('requests.icc'), className: styles.iccOf, isRowHead: true, cell: (row) => <SimIcc row={row} /> },
        {
          id: 'msisdn',
          head: t('requests.msisdn'),
          className: `${styles.msisdn} tabular-numbers`,
          cell: ({ msisdn }) => formatMsisdn(msisdn) || '—',
        },
        {
          id: 'origin',
          head: t('requests.origin'),
          className: `${styles.origin} hide-on-phone`,
          cell: ({ providerId }) => originOf(providerId),
        },
        {
          id: 'type',
          head: t('requests.planType'),
          className: `${styles.type} hide-on-phone`,
          cell: ({ planTypeName }) => planTypeName,
        },
        {
          id: 'plan',
          head: t('requests.plan'),
          className: styles.plan,
          title: ({ planName, planCode }) => `${planName} (${planCode})`,
          cell: ({ planName }) => planName,
        },
        {
          id: 'code',
          head: t('requests.planCode'),
          className: `${styles.code} text-secondary hide-on-phone`,
          cell: ({ planCode }) => planCode,
        },
        {
          id: 'activated',
          head: t('requests.activated'),
          className: `${styles.activated} text-secondary tabular-numbers hide-on-phone`,
          cell: ({ activationDate }) => (activationDate ? formatDate(activationDate) : '—'),
        },
        { id: 'status', head: t('requests.status'), className: styles.status, cell: (row) => <StatusOf row={row} /> },
        ...(request.canUnassign ? [action] : []),
      ]}
    />
  )
}

function SimIcc({ row: { icc, status } }: { row: RequestSim }) {
  const session = useSession()
  if (status === null || !holds(session, 'sims')) return <Icc value={icc} />
  return (
    <Link to="/sims/$icc" params={{ icc }}>
      <Icc value={icc} />
    </Link>
  )
}

function StatusOf({ row: { status } }: { row: RequestSim }) {
  const { t } = useTranslation()
  return status === null ? <span className="text-tertiary">{t('requests.moved')}</span> : <SimStatus status={status} />
}

interface TakeBackProps {
  readonly row: RequestSim
  readonly state: RequestData['status']
  onUnassign(icc: string): void
}

/** Unassigns a SIM that can return to stock; only the server can check for an operation in progress. */
function TakeBack({ row: { icc, status, activationDate }, state, onUnassign }: TakeBackProps) {
  const { t } = useTranslation()
  if (unassignProblem(state, { status, wasActive: activationDate !== null, isBusy: false })) return null
  return <RowAction Icon={IconTrash} opensDialog label={t('requests.unassign.of', { icc })} onAct={() => onUnassign(icc)} />
}
