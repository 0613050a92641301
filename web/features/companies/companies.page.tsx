import { IconBuildingCommunity, IconPlus, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentType, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { COMPANY_STATE_WORDS, COMPANY_WORDS } from '#contract/companies/company-messages.ts'
import { isEmptySearch } from '#web/lib/define-search.ts'
import { sentence } from '#web/lib/sentence.ts'
import { useSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FileMenu } from '#web/ui/file-menu.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { FilterSelect } from '#web/ui/filter-select.tsx'
import { ListSearchField } from '#web/ui/list-search-field.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { type CompaniesFilter, type CompanyRow, companySearchQuery, fetchCompanies } from './companies.api.ts'
import styles from './companies.module.css'
import { readCompaniesSearch } from './companies-search.ts'
import { CompanyActions } from './company-actions.tsx'
import { CompanyForm, type FormTarget } from './company-form.tsx'
import { CompanyGrid } from './company-grid.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { OWN, treeRows } from './tree-rows.ts'
import { useBranches } from './use-branches.ts'

interface CompaniesPageProps {
  /** the settings of a company's own sign-on */
  readonly SignOnDialog: ComponentType<{ companyId: number; companyName: string; onClose(): void }>
}

/** The sub-companies as a tree; search results are a flat list with their parents. */
export function CompaniesPage({ SignOnDialog }: CompaniesPageProps) {
  const { t } = useTranslation()
  const { clientId, companyName } = useSession()
  const filter = useSearch({ from: '/app/companies', select: readCompaniesSearch })
  const [open, setOpen] = useState<FormTarget>()
  const [signingOn, setSigningOn] = useState<CompanyRow>()
  const [deleted, setDeleted] = useState<CompanyRow>()
  const below = ({ companyId, businessName }: Pick<CompanyRow, 'companyId' | 'businessName'>) =>
    setOpen({ parentId: companyId, parentName: businessName })
  return (
    <div className="page">
      <div className="page-head">
        <div className="grow">
          <h1>{t('companies.title')}</h1>
          <p className="text-secondary">{t('companies.lead')}</p>
        </div>
        <div className={`${styles.tools} row`}>
          <FileMenu ask={(format) => fetchCompanies(filter, format)} />
          <Button
            variant="primary"
            aria-haspopup="dialog"
            onClick={() => below({ companyId: clientId, businessName: companyName })}
          >
            <IconPlus className="icon" aria-hidden="true" />
            {t('companies.new')}
          </Button>
        </div>
      </div>
      <Card title={t('companies.list')} line>
        <Filters filter={filter} />
        <List
          filter={filter}
          onEdit={({ companyId }) => setOpen({ companyId })}
          onBelow={below}
          onSignOn={setSigningOn}
          onDelete={setDeleted}
        />
      </Card>
      {open ? <CompanyForm target={open} onClose={() => setOpen(undefined)} /> : null}
      {deleted ? <DeleteDialog company={deleted} onClose={() => setDeleted(undefined)} /> : null}
      {signingOn ? (
        <SignOnDialog
          companyId={signingOn.companyId}
          companyName={signingOn.businessName}
          onClose={() => setSigningOn(undefined)}
        />
      ) : null}
    </div>
  )
}

function useShow() {
  const navigate = useNavigate()
  return (search: CompaniesFilter) => void navigate({ to: '/companies', search, replace: true })
}

function Filters({ filter }: { filter: CompaniesFilter }) {
  const { t } = useTranslation()
  const show = useShow()
  return (
    <FilterBar>
      <ListSearchField
        text={filter.search ?? ''}
        label={t('companies.search')}
        hint={t('companies.searchHint')}
        onText={(text) => show({ ...filter, search: text })}
      />
      <FilterSelect
        label={sentence(COMPANY_WORDS.state)}
        all={t('companies.allStates')}
        values={['active', 'blocked']}
        value={filter.state}
        wordOf={(state) => sentence(COMPANY_STATE_WORDS[state])}
        onValue={(state) => show({ ...filter, state })}
      />
    </FilterBar>
  )
}

interface ListProps {
  onEdit(company: CompanyRow): void
  onBelow(company: CompanyRow): void
  onSignOn(company: CompanyRow): void
  onDelete(company: CompanyRow): void
}

function List({ filter, ...acts }: ListProps & { filter: CompaniesFilter }) {
  return isEmptySearch(filter) ? <Tree {...acts} /> : <FoundCompanies filter={filter} {...acts} />
}

const actionsFor =
  ({ onEdit, onBelow, onSignOn, onDelete }: ListProps) =>
  (company: CompanyRow, isActive: boolean) => (
    <CompanyActions
      company={company}
      isActive={isActive}
      onEdit={() => onEdit(company)}
      onBelow={() => onBelow(company)}
      onSignOn={() => onSignOn(company)}
      onDelete={() => onDelete(company)}
    />
  )

function Tree(acts: ListProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { branches, open, turn, more, failure } = useBranches(useSession().clientId)
  const again = () =>
    void client.refetchQueries({ queryKey: ['companies', 'branch'], predicate: ({ state }) => state.status === 'error' })
  const rows = treeRows(branches, open)
  if (failure?.error && !branches.get(OWN)?.[0]?.data) {
    return <ErrorState title={t('companies.failed')} error={failure.error} onRetry={again} />
  }
  const isAlone = rows.length === 1 && rows[0]?.kind === 'company' && rows[0].company.children === 0
  return (
    <>
      <CompanyGrid
        rows={rows}
        isTree
        onToggle={turn}
        onMore={more}
        onRetry={again}
        onOpen={acts.onEdit}
        actions={actionsFor(acts)}
      />
      {isAlone ? (
        <EmptyState Icon={IconBuildingCommunity} title={t('companies.none')}>
          {t('companies.noneHint')}
        </EmptyState>
      ) : null}
    </>
  )
}

function FoundCompanies({ filter, ...acts }: ListProps & { filter: CompaniesFilter }) {
  const { t } = useTranslation()
  const show = useShow()
  const { data, error, refetch, fetchNextPage, hasNextPage } = useInfiniteQuery(companySearchQuery(filter))
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage])
  if (error && !data) return <ErrorState title={t('companies.failed')} error={error} onRetry={() => void refetch()} />
  const found = data?.pages.flatMap((page) => page.rows)
  if (found?.length === 0) {
    const clear = (
      <Button size="sm" onClick={() => show({})}>
        {t('companies.clear')}
      </Button>
    )
    return <EmptyState Icon={IconSearch} title={t('companies.noneFound')} actions={clear} />
  }
  const rows = [
    ...(found ?? []).map((company) => ({ kind: 'company', company, level: 1, isOpen: false }) as const),
    ...(found ? [] : [{ kind: 'waiting', parent: OWN, level: 1 } as const]),
    ...(hasNextPage ? [{ kind: 'more', parent: OWN, level: 1, shown: found?.length ?? 0 } as const] : []),
  ]
  return (
    <CompanyGrid
      rows={rows}
      isTree={false}
      onToggle={() => undefined}
      onMore={more}
      onRetry={() => void refetch()}
      onOpen={acts.onEdit}
      actions={actionsFor(acts)}
    />
  )
}
