import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PERMIT_WORDS, USER_WORDS } from '#contract/users/user-messages.ts'
import { PERMITS } from '#domain/permits.ts'
import { USER_STATES } from '#domain/user-states.ts'
import { useAskedForm } from '#web/lib/asked-form.ts'
import { sentence } from '#web/lib/sentence.ts'
import { useCompanyFilter } from '#web/shared/companies/company-filter.ts'
import { CompanyName } from '#web/shared/companies/company-name.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { FileMenu } from '#web/ui/file-menu.tsx'
import { menuColumn, textColumn } from '#web/ui/list/columns.tsx'
import { List, PageHead } from '#web/ui/list/list.tsx'
import { counted, optionsOf } from '#web/ui/list/list-filter.ts'
import { usePages } from '#web/ui/list/list-rows.ts'
import { RowButton } from '#web/ui/row-action.tsx'
import { useBeside } from '#web/ui/side-panel/use-beside.ts'
import { TwoLines } from '#web/ui/table.tsx'
import { ActDialog, type UserActRequest } from './act-dialog.tsx'
import { UserActions } from './user-actions.tsx'
import { Permits, SeenAt, USER_STATE_STYLE, userNameOf } from './user-cells.tsx'
import { UserForm } from './user-form.tsx'
import { UserPanel } from './user-panel.tsx'
import { fetchUsers, type UserAct, type UserRow, userCountsQuery, usersQuery } from './users.api.ts'
import styles from './users.module.css'
import { DEFAULT_USER_ORDER, readUsersSearch, type UsersSearch, userFilterOf } from './users-search.ts'
import { UsersTabs } from './users-tabs.tsx'

/** The dialog that is open over the list. */
type Open = { readonly what: 'form'; readonly user: UserRow | undefined } | ({ readonly what: 'act' } & UserActRequest)

/** The users of the user's company and its subsidiaries. */
export function UsersPage() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/app/users', select: readUsersSearch })
  const navigate = useNavigate()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const data = usePages(usersQuery(userFilterOf(search)))
  const beside = useBeside({
    opened: search.open,
    data,
    keyOf: ({ userId }: UserRow) => userId,
    show: (key, replace) => void navigate({ to: '/users', search: { ...search, open: key }, replace, resetScroll: false }),
  })
  const act = (chosen: UserAct, user: UserRow) => setOpen({ what: 'act', act: chosen, user })
  const edit = (user?: UserRow) => setOpen({ what: 'form', user })
  useAskedForm('user', () => edit())
  return (
    <div className="page">
      <PageHead title={t('users.title')} lead={t('users.lead')}>
        <FileMenu ask={(format) => fetchUsers(userFilterOf(search), format)} />
        <Button variant="primary" aria-haspopup="dialog" onClick={() => edit()}>
          <IconUserPlus className="icon" aria-hidden="true" />
          {t('users.new')}
        </Button>
      </PageHead>
      <UsersTabs chosen="users" search={search}>
        <List
          id="users"
          label={t('users.list')}
          className={styles.list}
          minWidth={1000}
          data={data}
          beside={beside}
          rowKey={({ userId }) => userId}
          search={search}
          onSearch={(next: UsersSearch) => void navigate({ to: '/users', search: next, replace: true })}
          text={{ key: 'search', hint: t('users.searchHint') }}
          order={DEFAULT_USER_ORDER}
          filters={[
            {
              kind: 'choice',
              key: 'state',
              label: sentence(USER_WORDS.state),
              ...counted(
                optionsOf(USER_STATES, (one) => t(`users.chip.${one}`), USER_STATE_STYLE),
                useQuery(userCountsQuery(userFilterOf(search))).data?.counts,
              ),
              isFront: true,
            },
            useCompanyFilter(search.company, search),
            {
              kind: 'choice',
              key: 'permit',
              label: sentence(USER_WORDS.permits),
              options: optionsOf(PERMITS, (one) => sentence(PERMIT_WORDS[one])),
            },
          ]}
          none={{ Icon: IconUsers, title: t('users.none'), hint: t('users.noneHint') }}
          columns={[
            {
              id: 'name',
              head: t('users.user'),
              sort: 'name',
              phone: 'head',
              isRowHead: true,
              cell: (user: UserRow) => (
                <span className="row">
                  <Avatar names={[user.userName, user.userLastname]} />
                  <span className="grow">
                    <TwoLines
                      isStrong
                      first={<RowButton onOpen={() => beside.open(user.userId)}>{userNameOf(user)}</RowButton>}
                      second={user.userEmail}
                    />
                  </span>
                </span>
              ),
            },
            {
              ...textColumn('company', sentence(USER_WORDS.company), ({ companyName }: UserRow) => companyName),
              cell: ({ companyId, companyName }) => <CompanyName companyId={companyId} name={companyName} />,
              sort: 'company',
              width: '24%',
              phone: 'foot',
            },
            textColumn('phone', sentence(USER_WORDS.userPhone), ({ userPhone }: UserRow) => userPhone, {
              width: 152,
              isSpare: true,
            }),
            {
              id: 'permits',
              head: t('users.roles.label'),
              width: '20%',
              phone: 'foot',
              cell: (user) => <Permits user={user} />,
            },
            {
              id: 'seen',
              head: sentence(USER_WORDS.lastSeen),
              width: 148,
              phone: 'mark',
              className: 'text-secondary tabular-numbers',
              cell: (user) => <SeenAt user={user} />,
            },
            menuColumn((user: UserRow) => (
              <UserActions user={user} onEdit={() => edit(user)} onAct={(chosen) => act(chosen, user)} />
            )),
          ]}
        />
      </UsersTabs>
      {search.open === undefined ? null : (
        <UserPanel userId={search.open} data={data} beside={beside} onEdit={edit} onAct={act} />
      )}
      {open?.what === 'form' ? <UserForm user={open.user} company={search.company} onClose={close} /> : null}
      {open?.what === 'act' ? <ActDialog request={open} onClose={close} /> : null}
    </div>
  )
}
