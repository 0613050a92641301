import { IconSearch, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PERMIT_WORDS, USER_STATE_WORDS, USER_WORDS } from '#contract/users/user-messages.ts'
import { PERMITS } from '#domain/permits.ts'
import { USER_STATES } from '#domain/users.ts'
import { sentence } from '#web/lib/sentence.ts'
import { CompanyFilter } from '#web/shared/companies/company-finder.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FileMenu } from '#web/ui/file-menu.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { More } from '#web/ui/more.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { ActDialog, type AskedAct } from './act-dialog.tsx'
import { UserForm } from './user-form.tsx'
import { fetchUsers, type UserRow, usersQuery } from './users.api.ts'
import { filterOf, isUnfiltered, orderOf, sortWord, type UsersSearch } from './users-search.ts'
import { UsersTable } from './users-table.tsx'
import './users.css'

/** What is open over the list. */
type Open = { readonly what: 'form'; readonly user: UserRow | undefined } | ({ readonly what: 'act' } & AskedAct)

/** The users of one's own company and those below it. */
export function UsersPage() {
  const { t } = useTranslation()
  const search: UsersSearch = useSearch({ strict: false })
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <div className="page">
      <div className="page-head">
        <div className="grow">
          <h1>{t('users.title')}</h1>
          <p className="text-secondary">{t('users.lead')}</p>
        </div>
        <div className="us-tools row">
          <FileMenu ask={(format) => fetchUsers(filterOf(search), format)} />
          <Link className="btn" to="/users/permissions">
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
      {open?.what === 'act' ? <ActDialog asked={open} onClose={close} /> : null}
    </div>
  )
}

function Users({ search, onOpen }: { search: UsersSearch; onOpen: (open: Open) => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const change = (next: UsersSearch) => {
    const kept = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== ''))
    void navigate({ to: '/users', search: kept, replace: true })
  }
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    usersQuery(filterOf(search)),
  )
  const rows = data?.pages.flatMap((page) => page.rows)
  return (
    <Card title={t('users.list')} line>
      <Filters search={search} onChange={change} />
      {error && !rows ? (
        <ErrorState title={t('users.failed')} error={error} onRetry={() => void refetch()} />
      ) : rows?.length === 0 ? (
        <NoUsers isFiltered={!isUnfiltered(search)} onClear={() => change({})} />
      ) : (
        <UsersTable
          rows={rows}
          order={orderOf(search)}
          onOrder={(order) => change({ ...search, sort: sortWord(order) })}
          onEdit={(user) => onOpen({ what: 'form', user })}
          onAct={(asked) => onOpen({ what: 'act', ...asked })}
        />
      )}
      {hasNextPage ? <More isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
    </Card>
  )
}

interface FiltersProps {
  readonly search: UsersSearch
  onChange(search: UsersSearch): void
}

function Filters({ search, onChange }: FiltersProps) {
  const { t } = useTranslation()
  const { company, state = '', permit = '', search: wanted = '' } = filterOf(search)
  return (
    <FilterBar>
      <SearchField
        text={wanted}
        label={t('users.search')}
        hint={t('users.searchHint')}
        onText={(text) => onChange({ ...search, search: text })}
      />
      <CompanyFilter company={company} onCompany={(id) => onChange({ ...search, company: id })} />
      <Select
        aria-label={sentence(USER_WORDS.state)}
        value={state}
        onChange={(event) => onChange({ ...search, state: event.currentTarget.value })}
      >
        <option value="">{t('users.allStates')}</option>
        {USER_STATES.map((one) => (
          <option key={one} value={one}>
            {sentence(USER_STATE_WORDS[one])}
          </option>
        ))}
      </Select>
      <Select
        aria-label={sentence(USER_WORDS.permits)}
        value={permit}
        onChange={(event) => onChange({ ...search, permit: event.currentTarget.value })}
      >
        <option value="">{t('users.allPermits')}</option>
        {PERMITS.map((one) => (
          <option key={one} value={one}>
            {sentence(PERMIT_WORDS[one])}
          </option>
        ))}
      </Select>
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
