import { IconBan, IconCircleCheck, IconClock, IconUserOff } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiKeyData } from '#contract/api-keys/api-keys.calls.ts'
import { formatDate, formatMinute } from '#web/lib/format.ts'
import { useSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Status } from '#web/ui/status.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import styles from './api-keys.module.css'

const STATE_STYLE: Readonly<Record<ApiKeyData['state'], Pick<ComponentProps<typeof Status>, 'tone' | 'Icon'>>> = {
  active: { tone: 'active', Icon: IconCircleCheck },
  expired: { tone: 'ended', Icon: IconClock },
  orphaned: { tone: 'warning', Icon: IconUserOff },
  revoked: { tone: 'ended', Icon: IconBan },
}

interface TableProps {
  readonly rows: readonly ApiKeyData[] | undefined
  onRevoke(key: ApiKeyData): void
}

/** The permits of a key in one line. */
function usePermitNames(): (key: ApiKeyData) => string {
  const { t } = useTranslation()
  return ({ permits, canHibernate }) =>
    [...permits.map((permit) => t(`apiKeys.permit.${permit}`)), ...(canHibernate ? [t('apiKeys.canHibernate')] : [])].join(', ')
}

function useExpiry(): (key: ApiKeyData) => string {
  const { t } = useTranslation()
  return ({ expiresAt }) => (expiresAt ? formatDate(expiresAt) : t('apiKeys.expiresNever'))
}

function KeyState({ apiKey }: { apiKey: ApiKeyData }) {
  const { t } = useTranslation()
  return <Status {...STATE_STYLE[apiKey.state]}>{t(`apiKeys.states.${apiKey.state}`)}</Status>
}

function KeyName({ apiKey }: { apiKey: ApiKeyData }) {
  const { company, companyName, name, hint } = apiKey
  const isForeign = company !== useSession().clientId
  return (
    <>
      <span className={`${styles.name} ellipsis medium`}>{name}</span>
      <span className={`${styles.below} ellipsis text-tertiary text-small`}>
        <code>{hint}…</code>
        {isForeign ? ` · ${companyName}` : null}
      </span>
      <span className={`${styles.below} ${styles.onPhone}`}>
        <KeyState apiKey={apiKey} />
      </span>
    </>
  )
}

function LastUse({ apiKey: { lastUsedAt, lastAddress } }: { apiKey: ApiKeyData }) {
  const { t } = useTranslation()
  if (!lastUsedAt) return <span className="text-tertiary">{t('apiKeys.never')}</span>
  return (
    <>
      <span className={`${styles.name} ellipsis tabular-numbers`}>{formatMinute(lastUsedAt)}</span>
      <span className={`${styles.below} ellipsis text-tertiary text-small`}>
        {t('apiKeys.usedFrom', { address: lastAddress })}
      </span>
    </>
  )
}

function useColumns(onRevoke: TableProps['onRevoke']): TableColumn<ApiKeyData>[] {
  const { t } = useTranslation()
  const permitsOf = usePermitNames()
  const expiryOf = useExpiry()
  const whereOf = ({ addresses }: ApiKeyData) => addresses.join(', ') || t('apiKeys.anywhere')
  return [
    {
      id: 'name',
      head: t('apiKeys.name'),
      isRowHead: true,
      className: styles.who,
      title: ({ name, maker }) => `${name}. ${t('apiKeys.madeBy', { maker })}`,
      cell: (key) => <KeyName apiKey={key} />,
    },
    {
      id: 'permits',
      head: t('apiKeys.permits'),
      className: 'hide-on-phone',
      title: (key) => `${permitsOf(key)}. ${whereOf(key)}`,
      cell: (key) => (
        <>
          <span className={`${styles.name} ellipsis`}>{permitsOf(key)}</span>
          <span className={`${styles.below} ellipsis text-tertiary text-small`}>{whereOf(key)}</span>
        </>
      ),
    },
    {
      id: 'used',
      head: t('apiKeys.lastUsed'),
      className: `${styles.when} hide-on-phone`,
      cell: (key) => <LastUse apiKey={key} />,
    },
    {
      id: 'expires',
      head: t('apiKeys.expires'),
      className: `${styles.until} hide-on-phone text-secondary tabular-numbers`,
      cell: expiryOf,
    },
    {
      id: 'state',
      head: t('apiKeys.state'),
      className: `${styles.state} hide-on-phone`,
      title: ({ state, maker }) => (state === 'orphaned' ? t('apiKeys.orphanedHint', { maker }) : ''),
      cell: (key) => <KeyState apiKey={key} />,
    },
    {
      id: 'actions',
      head: <span className="visually-hidden">{t('apiKeys.actions')}</span>,
      className: styles.act,
      cell: (key) =>
        key.state === 'revoked' || key.state === 'expired' ? null : (
          <Button
            size="sm"
            aria-haspopup="dialog"
            aria-label={t('apiKeys.revokeOf', { name: key.name })}
            onClick={() => onRevoke(key)}
          >
            {t('apiKeys.revoke')}
          </Button>
        ),
    },
  ]
}

/** Keys, one a row; revoked and expired ones are last. */
export function KeysTable({ rows, onRevoke }: TableProps) {
  const { t } = useTranslation()
  const columns = useColumns(onRevoke)
  return (
    <Table
      label={t('apiKeys.title')}
      className={styles.list}
      columns={columns}
      rows={rows}
      rowKey={({ apiKeyId }) => apiKeyId}
      rowClass={({ state }) => (state === 'active' ? undefined : styles.over)}
      waiting={3}
    />
  )
}
