import { IconListDetails, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ACTION_WORDS } from '#contract/operations/operation-messages.ts'
import { OPERATION_KINDS, type OperationKind } from '#domain/eligibility.ts'
import { useAskedForm } from '#web/lib/asked-form.ts'
import { sentence } from '#web/lib/sentence.ts'
import { useSession } from '#web/lib/session.ts'
import { useCompanyFilter } from '#web/shared/companies/company-filter.ts'
import { PersonName, personColumn } from '#web/shared/people/person-name.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { FileMenu } from '#web/ui/file-menu.tsx'
import { momentColumn } from '#web/ui/list/columns.tsx'
import { iccFilter } from '#web/ui/list/icc-filter.ts'
import { List, PageHead } from '#web/ui/list/list.tsx'
import { counted, countOf, optionsOf } from '#web/ui/list/list-filter.ts'
import { usePages } from '#web/ui/list/list-rows.ts'
import { useBeside } from '#web/ui/side-panel/use-beside.ts'
import { TwoLines } from '#web/ui/table.tsx'
import { useLiveOperations } from './live-operations.ts'
import { MassDialog, type MassRequest } from './mass-dialog.tsx'
import { Name, ProgressCell, State } from './operation-cells.tsx'
import { OperationPanel } from './operation-panel.tsx'
import { LISTED_OPERATION_STATES, type OperationsSearch, readOperationsSearch } from './operation-search.ts'
import { KIND_ICON, STATE_STYLE } from './operation-style.ts'
import { fetchOperations, type OperationListRow, operationCountsQuery, operationsQuery } from './operations.api.ts'
import styles from './operations.module.css'

/** All of the company's operations, newest first, live. */
export function OperationsPage() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/app/operations', select: readOperationsSearch })
  const navigate = useNavigate()
  const [request, setRequest] = useState<MassRequest>()
  const add = (kind: OperationKind = 'restart') => setRequest({ kind, count: 0 })
  useAskedForm('operation', (kind) => add((kind || undefined) as OperationKind | undefined))
  useLiveOperations()
  const { open, ...filter } = search
  const data = usePages(operationsQuery(filter))
  const ofCompany = useCompanyFilter(search.company, search)
  const failing = useQuery(operationCountsQuery({ ...filter, failed: 'true' })).data?.counts
  const beside = useBeside({
    opened: open,
    data,
    keyOf: ({ operationId }: OperationListRow) => operationId,
    show: (key, replace) => void navigate({ to: '/operations', search: { ...search, open: key }, replace, resetScroll: false }),
  })
  return (
    <div className={`page ${styles.page}`}>
      <PageHead title={t('operations.title')} lead={t('operations.lead')}>
        <FileMenu ask={(format) => fetchOperations(filter, format)} />
        <Button variant="primary" onClick={() => add()}>
          <IconPlus className="icon" aria-hidden="true" />
          {t('operations.new')}
        </Button>
      </PageHead>
      <List
        id="operations"
        label={t('operations.list')}
        data={data}
        className={styles.list}
        minWidth={1140}
        beside={beside}
        rowKey={({ operationId }) => operationId}
        search={search}
        onSearch={(next: OperationsSearch) => void navigate({ to: '/operations', search: next, replace: true })}
        filters={[
          {
            kind: 'choice',
            key: 'state',
            label: t('operations.state'),
            ...counted(
              optionsOf(LISTED_OPERATION_STATES, (one) => t(`operations.chip.${one}`), STATE_STYLE),
              useQuery(operationCountsQuery(filter)).data?.counts,
            ),
            isFront: true,
            all: t('list.allFeminine'),
          },
          { kind: 'flag', key: 'mine', label: t('operations.mine') },
          { kind: 'flag', key: 'failed', label: t('operations.withFailed'), count: countOf(failing, search.state) },
          {
            kind: 'choice',
            key: 'kind',
            label: t('operations.action'),
            options: OPERATION_KINDS.map((one) => ({
              value: one,
              name: sentence(ACTION_WORDS[one]),
              Icon: KIND_ICON[one],
              tone: 'ended',
            })),
          },
          { kind: 'days', key: 'from', until: 'to', label: t('operations.created') },
          ofCompany,
          iccFilter(t('operations.icc')),
        ]}
        none={{
          Icon: IconListDetails,
          title: t('operations.none'),
          hint: t('operations.noneHint'),
          action: (
            <ButtonLink isSmall to="/sims">
              {t('operations.toSims')}
            </ButtonLink>
          ),
        }}
        columns={[
          {
            id: 'name',
            head: t('operations.operation'),
            phone: 'head',
            isRowHead: true,
            cell: (row) => (
              <TwoLines first={<Name row={row} onOpen={() => beside.open(row.operationId)} />} second={row.reason} />
            ),
          },
          { id: 'state', head: t('operations.state'), width: 224, phone: 'mark', cell: (row) => <State row={row} /> },
          {
            id: 'far',
            head: t('operations.far'),
            phone: 'line',
            className: styles.far,
            cell: (row) => <ProgressCell row={row} />,
          },
          personColumn('user', t('operations.user'), ({ user }: OperationListRow) => user, {
            width: 236,
            isSpare: true,
            cell: (row) => <UserCell row={row} />,
          }),
          momentColumn('created', t('operations.created'), ({ createdAt }: OperationListRow) => createdAt, { isSpare: true }),
        ]}
      />
      {open === undefined ? null : <OperationPanel operationId={open} beside={beside} />}
      <MassDialog request={request} onClose={() => setRequest(undefined)} />
    </div>
  )
}

/** Who began it, and for which company where that is not the reader's. */
function UserCell({ row: { user, companyId, companyName } }: { row: OperationListRow }) {
  const { clientId } = useSession()
  return <TwoLines first={<PersonName email={user} />} second={companyId === clientId ? undefined : companyName} />
}
