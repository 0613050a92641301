import { IconBuildingCommunity, IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { COMPANY_WORDS } from '#contract/companies/company-messages.ts'
import { useAskedForm } from '#web/lib/asked-form.ts'
import { isEmptySearch } from '#web/lib/define-search.ts'
import { sentence } from '#web/lib/sentence.ts'
import { useSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { FileMenu } from '#web/ui/file-menu.tsx'
import { ListFrame, PageHead } from '#web/ui/list/list.tsx'
import { counted, optionsOf } from '#web/ui/list/list-filter.ts'
import type { ListRows } from '#web/ui/list/list-rows.ts'
import { type ListBeside, useBeside } from '#web/ui/side-panel/use-beside.ts'
import { EmptyState } from '#web/ui/states.tsx'
import {
  type CompaniesFilter,
  type CompanyRow,
  companyCountsQuery,
  companySearchQuery,
  fetchCompanies,
} from './companies.api.ts'
import { readCompaniesSearch } from './companies-search.ts'
import { CompanyActions } from './company-actions.tsx'
import type { SignOnDialogOf } from './company-buttons.tsx'
import { COMPANY_STATE_STYLE } from './company-cells.tsx'
import { CompanyForm, type FormTarget } from './company-form.tsx'
import { CompanyGrid } from './company-grid.tsx'
import { CompanyPanel, type PanelFiguresOf } from './company-panel.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { OWN, type TreeRow, treeRows } from './tree-rows.ts'
import { useBranches } from './use-branches.ts'

interface CompaniesPageProps {
  readonly SignOnDialog: SignOnDialogOf
  /** figures of other features in the panel of a company */
  readonly Figures: PanelFiguresOf
}

/** The subsidiaries as a tree; search results are a flat list with their parents. One of them opens beside. */
export function CompaniesPage({ SignOnDialog, Figures }: CompaniesPageProps) {
  const { t } = useTranslation()
  const { clientId } = useSession()
  const { open: opened, subsidiaries: _, ...filter } = useSearch({ from: '/app/companies', select: readCompaniesSearch })
  const [open, setOpen] = useState<FormTarget>()
  const [signingOn, setSigningOn] = useState<CompanyRow>()
  const [deleted, setDeleted] = useState<CompanyRow>()
  const add = () => setOpen({ parentId: clientId })
  useAskedForm('company', add)
  const list: ListProps = {
    opened,
    panelOf: (companyId, beside) => (
      <CompanyPanel companyId={companyId} beside={beside} Figures={Figures} SignOnDialog={SignOnDialog} />
    ),
    actions: (company, isActive) => (
      <CompanyActions
        company={company}
        isActive={isActive}
        onEdit={() => setOpen({ companyId: company.companyId })}
        onBelow={() => setOpen({ parentId: company.companyId })}
        onSignOn={() => setSigningOn(company)}
        onDelete={() => setDeleted(company)}
      />
    ),
  }
  return (
    <div className="page">
      <PageHead title={t('companies.title')} lead={t('companies.lead')}>
        <FileMenu ask={(format) => fetchCompanies(filter, format)} />
        <Button variant="primary" aria-haspopup="dialog" onClick={add}>
          <IconPlus className="icon" aria-hidden="true" />
          {t('companies.new')}
        </Button>
      </PageHead>
      {isEmptySearch(filter) ? <Tree {...list} /> : <FoundCompanies filter={filter} {...list} />}
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

interface ListProps {
  /** the company that is open beside the list */
  readonly opened: number | undefined
  readonly panelOf: (companyId: number, beside: ListBeside) => ReactNode
  /** what can be done with a company */
  readonly actions: (company: CompanyRow, isActive: boolean) => ReactNode
}

/** The frame of both: search, and states. */
function Frame({ filter, children, ...data }: { filter: CompaniesFilter; children: ReactNode } & ListRows<unknown>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <ListFrame
      label={t('companies.list')}
      data={data}
      search={filter}
      onSearch={(search: CompaniesFilter) => void navigate({ to: '/companies', search, replace: true })}
      text={{ key: 'search', hint: t('companies.searchHint') }}
      filters={[
        {
          kind: 'choice',
          key: 'state',
          label: sentence(COMPANY_WORDS.state),
          ...counted(
            optionsOf(['active', 'blocked'] as const, (state) => t(`companies.chip.${state}`), COMPANY_STATE_STYLE),
            useQuery(companyCountsQuery(filter)).data?.counts,
          ),
          isFront: true,
          all: t('list.allFeminine'),
        },
      ]}
    >
      {children}
    </ListFrame>
  )
}

/** Opens a company of the list beside it. */
function useOpened(rows: readonly TreeRow[], filter: CompaniesFilter, opened: number | undefined): ListBeside {
  const navigate = useNavigate()
  return useBeside({
    opened,
    data: { rows: rows.flatMap((row) => (row.kind === 'company' ? [row.company] : [])) },
    keyOf: ({ companyId }: CompanyRow) => companyId,
    show: (open, replace) => void navigate({ to: '/companies', search: { ...filter, open }, replace, resetScroll: false }),
  })
}

const NO_FILTER: CompaniesFilter = {}

function Tree(list: ListProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { branches, open, turn, more, failure } = useBranches(useSession().clientId)
  const again = () =>
    void client.refetchQueries({ queryKey: ['companies', 'branch'], predicate: ({ state }) => state.status === 'error' })
  const rows = treeRows(branches, open)
  const beside = useOpened(rows, NO_FILTER, list.opened)
  const error = branches.get(OWN)?.[0]?.data ? null : (failure?.error ?? null)
  const isAlone = rows.length === 1 && rows[0]?.kind === 'company' && rows[0].company.children === 0
  return (
    <Frame filter={NO_FILTER} rows={error ? undefined : rows} error={error} retry={again}>
      <CompanyGrid rows={rows} isTree onToggle={turn} onMore={more} onRetry={again} beside={beside} actions={list.actions} />
      {list.opened === undefined ? null : list.panelOf(list.opened, beside)}
      {isAlone ? (
        <EmptyState Icon={IconBuildingCommunity} title={t('companies.none')}>
          {t('companies.noneHint')}
        </EmptyState>
      ) : null}
    </Frame>
  )
}

function FoundCompanies({ filter, ...list }: ListProps & { filter: CompaniesFilter }) {
  const { data, error, refetch, fetchNextPage, hasNextPage } = useInfiniteQuery(companySearchQuery(filter))
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage])
  const found = data?.pages.flatMap((page) => page.rows)
  const rows = [
    ...(found ?? []).map((company) => ({ kind: 'company', company, level: 1, isOpen: false }) as const),
    ...(found ? [] : [{ kind: 'waiting', parent: OWN, level: 1 } as const]),
    ...(hasNextPage ? [{ kind: 'more', parent: OWN, level: 1, shown: found?.length ?? 0 } as const] : []),
  ]
  const beside = useOpened(rows, filter, list.opened)
  return (
    <Frame filter={filter} rows={found} error={error} retry={() => void refetch()}>
      <CompanyGrid
        rows={rows}
        isTree={false}
        onToggle={() => undefined}
        onMore={more}
        onRetry={() => void refetch()}
        beside={beside}
        actions={list.actions}
      />
      {list.opened === undefined ? null : list.panelOf(list.opened, beside)}
    </Frame>
  )
}
