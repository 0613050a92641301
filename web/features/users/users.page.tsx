import { IconSearch, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PERMIT_WORDS, USER_STATE_WORDS, USER_WORDS } from '#contract/users/user-messages.ts'
import { PERMITS } from '#domain/permits.ts'
import { USER_STATES } from '#domain/users.ts'
import { isEmptySearch, orderOfParam, sortParam } from '#web/lib/define-search.ts'
import { sentence } from '#web/lib/sentence.ts'
import { CompanyFilterField } from '#web/shared/companies/company-finder.tsx'
import buttonStyles from '#web/ui/button.module.css'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FileMenu } from '#web/ui/file-menu.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { FilterSelect } from '#web/ui/filter-select.tsx'
import { ListSearchField } from '#web/ui/list-search-field.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { ActDialog, type UserActRequest } from './act-dialog.tsx'
import { UserForm } from './user-form.tsx'
import { fetchUsers, type UserRow, usersQuery } from './users.api.ts'
import styles from './users.module.css'
import { DEFAULT_USER_ORDER, readUsersSearch, type UsersSearch, userFilterOf } from './users-search.ts'
import { UsersTable } from './users-table.tsx'

/** The dialog that is open over the list. */
type Open = { readonly what: 'form'; readonly user: UserRow | undefined } | ({ readonly what: 'act' } & UserActRequest)

/** The users of the user's company and its sub-companies. */
export function UsersPage() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/app/users', select: readUsersSearch })
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <div className="page">
      <div className="page-head">
        <div className="grow">
          <h1>{t('users.title')}</h1>
          <p className="text-secondary">{t('users.lead')}</p>
        </div>
        <div className={`${styles.tools} row`}>
          <FileMenu ask={(format) => fetchUsers(userFilterOf(search), format)} />
          <Link className={buttonStyles.button} to="/users/permissions">
            {t('users.permits')}
          </Link>
          <Button variant="primary" aria-haspopup="dialog" onClick={() => setOpen({ what: 'form', user: undefined })}>
            <IconUserPlus className="icon" aria-hidden="true" />
            {t('users.new')}
          </Button>
        </div>
      </div>
      <Users search={search} onOpen={setOpen} />
      {open?.what === 'form' ? <UserForm user={open.user} onClose={close} /> : null}
      {open?.what === 'act' ? <ActDialog request={open} onClose={close} /> : null}
    </div>
  )
}

function Users({ search, onOpen }: { search: UsersSearch; onOpen: (open: Open) => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const change = (next: UsersSearch) => void navigate({ to: '/users', search: next, replace: true })
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    usersQuery(userFilterOf(search)),
  )
  const rows = data?.pages.flatMap((page) => page.rows)
  return (
    <Card title={t('users.list')} line>
      <Filters search={search} onChange={change} />
      {error && !rows ? (
        <ErrorState title={t('users.failed')} error={error} onRetry={() => void refetch()} />
      ) : rows?.length === 0 ? (
        <NoUsers isFiltered={!isEmptySearch({ ...search, sort: undefined })} onClear={() => change({})} />
      ) : (
        <UsersTable
          rows={rows}
          order={orderOfParam(search.sort, DEFAULT_USER_ORDER)}
          onOrder={(order) => change({ ...search, sort: sortParam(order, DEFAULT_USER_ORDER) })}
          onEdit={(user) => onOpen({ what: 'form', user })}
          onAct={(asked) => onOpen({ what: 'act', ...asked })}
        />
      )}
      {hasNextPage ? <LoadMore isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
    </Card>
  )
}

interface FiltersProps {
  readonly search: UsersSearch
  onChange(search: UsersSearch): void
}

function Filters({ search, onChange }: FiltersProps) {
  const { t } = useTranslation()
  return (
    <FilterBar>
      <ListSearchField
        text={search.search ?? ''}
        label={t('users.search')}
        hint={t('users.searchHint')}
        onText={(text) => onChange({ ...search, search: text })}
      />
      <CompanyFilterField company={search.company} onCompany={(company) => onChange({ ...search, company })} />
      <FilterSelect
        label={sentence(USER_WORDS.state)}
        all={t('users.allStates')}
        values={USER_STATES}
        value={search.state}
        wordOf={(one) => sentence(USER_STATE_WORDS[one])}
        onValue={(state) => onChange({ ...search, state })}
      />
      <FilterSelect
        label={sentence(USER_WORDS.permits)}
        all={t('users.allPermits')}
        values={PERMITS}
        value={search.permit}
        wordOf={(one) => sentence(PERMIT_WORDS[one])}
        onValue={(permit) => onChange({ ...search, permit })}
      />
    </FilterBar>
  )
}

function NoUsers({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useTranslation()
  if (!isFiltered) {
    return (
      <EmptyState Icon={IconUsers} title={t('users.none')}>
        {t('users.noneHint')}
      </EmptyState>
    )
  }
  const clear = (
    <Button size="sm" onClick={onClear}>
      {t('users.clear')}
    </Button>
  )
  return <EmptyState Icon={IconSearch} title={t('users.noneFound')} actions={clear} />
}
