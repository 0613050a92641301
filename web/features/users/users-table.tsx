import { IconCircleCheck, IconCircleOff, IconMail, IconShieldCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PERMIT_WORDS, USER_STATE_WORDS, USER_WORDS } from '#contract/users/user-messages.ts'
import { PERMITS } from '#domain/permits.ts'
import type { UserState } from '#domain/users.ts'
import type { Order } from '#web/lib/define-search.ts'
import { formatDate, formatMoment } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { SortHead, sortedAs } from '#web/ui/sort-head.tsx'
import { Status, type Tone } from '#web/ui/status.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import type { UserActRequest } from './act-dialog.tsx'
import { UserActions } from './user-actions.tsx'
import { permitsOf } from './user-rights.ts'
import type { UserRow } from './users.api.ts'
import styles from './users.module.css'
import type { UserSort } from './users-search.ts'

interface TableProps {
  /** undefined while they load */
  readonly rows: readonly UserRow[] | undefined
  readonly order: Order<UserSort>
  onOrder(order: Order<UserSort>): void
  onEdit(user: UserRow): void
  onAct(asked: UserActRequest): void
}

/** Users, one a row; cards on a phone. */
export function UsersTable({ rows, order, onOrder, onEdit, onAct }: TableProps) {
  const { t } = useTranslation()
  const sortable = (id: UserSort, word: string): Pick<TableColumn<UserRow>, 'id' | 'head' | 'sorted'> => ({
    id,
    head: (
      <SortHead name={id} order={order} onOrder={onOrder}>
        {word}
      </SortHead>
    ),
    sorted: sortedAs(id, order),
  })
  return (
    <Table
      label={t('users.list')}
      className={styles.list}
      rows={rows}
      rowKey={({ userId }) => userId}
      columns={[
        {
          ...sortable('name', t('users.user')),
          className: styles.who,
          isRowHead: true,
          cell: (user) => <UserCell user={user} />,
        },
        {
          ...sortable('company', sentence(USER_WORDS.company)),
          className: styles.company,
          cell: (user) => <Company user={user} />,
        },
        { id: 'contact', head: t('users.contact'), className: styles.contact, cell: (user) => <Contact user={user} /> },
        {
          id: 'permits',
          head: sentence(USER_WORDS.permits),
          className: styles.permits,
          cell: (user) => <Permits user={user} />,
        },
        { id: 'state', head: sentence(USER_WORDS.state), className: styles.state, cell: (user) => <State user={user} /> },
        {
          id: 'seen',
          head: sentence(USER_WORDS.lastSeen),
          className: `${styles.seen} text-secondary tabular-numbers`,
          title: ({ lastSeenAt }) => (lastSeenAt ? formatMoment(lastSeenAt) : ''),
          cell: ({ lastSeenAt }) => (lastSeenAt ? formatDate(lastSeenAt) : <span className="text-tertiary">—</span>),
        },
        {
          id: 'actions',
          head: <span className="visually-hidden">{t('users.actions')}</span>,
          className: styles.act,
          cell: (user) => <UserActions user={user} onEdit={() => onEdit(user)} onAct={(act) => onAct({ act, user })} />,
        },
      ]}
    />
  )
}

export const userNameOf = ({ userName, userLastname }: Pick<UserRow, 'userName' | 'userLastname'>): string =>
  `${userName} ${userLastname}`.trim()

function UserCell({ user }: { user: UserRow }) {
  return (
    <>
      <span className={`${styles.line} medium ellipsis`} title={userNameOf(user)}>
        {userNameOf(user)}
      </span>
      <span className={`${styles.line} text-tertiary text-small ellipsis`} title={user.userEmail}>
        {user.userEmail}
      </span>
    </>
  )
}

const Company = ({ user: { companyName } }: { user: UserRow }) => (
  <span className={`${styles.line} ellipsis`} title={companyName}>
    {companyName}
  </span>
)

function Contact({ user: { userPhone, userTin } }: { user: UserRow }) {
  if (!userPhone && !userTin) return <span className="text-tertiary">—</span>
  return (
    <>
      {userPhone ? <span className={`${styles.line} tabular-numbers ellipsis`}>{userPhone}</span> : null}
      {userTin ? <span className={`${styles.line} text-tertiary text-small tabular-numbers ellipsis`}>{userTin}</span> : null}
    </>
  )
}

/** The number of permits; their names are in the tooltip and announced. */
function Permits({ user }: { user: UserRow }) {
  const { t } = useTranslation()
  const permits = permitsOf(user)
  const names = permits.map((permit) => sentence(PERMIT_WORDS[permit])).join(', ')
  const isAll = permits.length === PERMITS.length
  return (
    <span title={names}>
      <span className={`${styles.line} ellipsis`}>
        {isAll ? t('users.permitsAll') : permits.length === 0 ? t('users.permitsNone') : names}
      </span>
      {user.admin === '1' ? (
        <span className={`${styles.line} text-small text-tertiary ${styles.mark}`}>
          <IconShieldCheck className="icon icon-14" aria-hidden="true" />
          {sentence(USER_WORDS.admin)}
        </span>
      ) : user.canHibernate === '1' ? (
        <span className={`${styles.line} text-small text-tertiary`}>{sentence(USER_WORDS.canHibernate)}</span>
      ) : null}
    </span>
  )
}

const STATE_STYLE: Readonly<Record<UserState, { readonly tone: Tone; readonly Icon: typeof IconMail }>> = {
  active: { tone: 'active', Icon: IconCircleCheck },
  invited: { tone: 'ready', Icon: IconMail },
  deactivated: { tone: 'ended', Icon: IconCircleOff },
}

function State({ user: { state, invitedAt } }: { user: UserRow }) {
  const { t } = useTranslation()
  const known = state as UserState
  return (
    <>
      <Status {...STATE_STYLE[known]}>{sentence(USER_STATE_WORDS[known])}</Status>
      {known === 'invited' && invitedAt ? (
        <span className={`${styles.line} text-tertiary text-small`}>
          {t('users.invitedOn', { day: formatDate(invitedAt) })}
        </span>
      ) : null}
    </>
  )
}
