import { IconShoppingCart } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { REQUEST_TYPE_WORDS, REQUEST_WORDS } from '#contract/requests/request-messages.ts'
import { isEnded } from '#domain/request-life-cycle.ts'
import { REQUEST_TYPES } from '#domain/requests.ts'
import { sentence } from '#web/lib/sentence.ts'
import { TIGHT_BESIDE, useMedia } from '#web/lib/use-media.ts'
import { useCompanyFilter } from '#web/shared/companies/company-filter.ts'
import { CompanyName } from '#web/shared/companies/company-name.tsx'
import { PersonName } from '#web/shared/people/person-name.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { actionsColumn, textColumn } from '#web/ui/list/columns.tsx'
import { List } from '#web/ui/list/list.tsx'
import { counted, optionsOf } from '#web/ui/list/list-filter.ts'
import { usePages } from '#web/ui/list/list-rows.ts'
import { useBeside } from '#web/ui/side-panel/use-beside.ts'
import { TwoLines } from '#web/ui/table.tsx'
import styles from './request.module.css'
import { NextStep, NextStepDialog } from './request-actions.tsx'
import { AgeCell, ItemsCell, requestTotalText, SimsCell, TotalCell } from './request-cells.tsx'
import { RequestPanel } from './request-panel.tsx'
import { LISTED_REQUEST_STATES, type RequestSearch } from './request-search.ts'
import { REQUEST_STYLE, RequestWay } from './request-style.tsx'
import { type RequestRow, requestCountsQuery, requestsQuery } from './requests.api.ts'

/** Those that go on have a chip each: with the ended ones, which are behind one, they would have room as words only. */
const OPEN_STATES = LISTED_REQUEST_STATES.filter((state) => !isEnded(state)).length

interface ListProps {
  readonly search: RequestSearch
  onSearch(search: RequestSearch, isReplaced?: boolean): void
}

/** Requests: first those whose next step is the reader's, the oldest first, then the others, newest first. */
export function RequestsList({ search, onSearch }: ListProps) {
  const { t } = useTranslation()
  const { open, ...filter } = search
  const [acting, setActing] = useState<RequestRow>()
  const data = usePages(requestsQuery({ ...filter, order: 'waiting' }))
  const beside = useBeside({
    opened: open,
    data,
    keyOf: ({ requestId }: RequestRow) => requestId,
    show: (key, isReplaced) => onSearch({ ...search, open: key }, isReplaced),
  })
  const isTight = useMedia(TIGHT_BESIDE) && open !== undefined
  const waits = ({ awaited }: RequestRow): boolean => awaited !== ''
  const hasAwaited = data.rows?.some(waits) ?? false
  return (
    <>
      <List
        id="requests"
        label={t('requests.list')}
        className={styles.list}
        minWidth={1160}
        data={data}
        beside={beside}
        rowKey={({ requestId }) => requestId}
        groupOf={
          hasAwaited && !data.rows?.every(waits) ? (row) => t(waits(row) ? 'requests.awaited' : 'requests.others') : undefined
        }
        search={search}
        onSearch={onSearch}
        filters={[
          {
            kind: 'choice',
            key: 'status',
            label: sentence(REQUEST_WORDS.status),
            ...counted(
              optionsOf(LISTED_REQUEST_STATES, (one) => t(`requests.chip.${one}`), REQUEST_STYLE),
              useQuery(requestCountsQuery(filter)).data?.counts,
            ),
            isFront: true,
            all: t('list.allFeminine'),
            chipsMax: OPEN_STATES,
          },
          {
            kind: 'choice',
            key: 'type',
            label: sentence(REQUEST_WORDS.type),
            options: optionsOf(REQUEST_TYPES, (one) => sentence(REQUEST_TYPE_WORDS[one])),
          },
          useCompanyFilter(search.company, search),
          { kind: 'days', key: 'from', until: 'to', label: sentence(REQUEST_WORDS.creationDate) },
        ]}
        none={{
          Icon: IconShoppingCart,
          title: t('requests.none'),
          hint: t('requests.noneHint'),
          action: (
            <ButtonLink isSmall to="/requests" search={{ tab: 'store' }}>
              {t('requests.toStore')}
            </ButtonLink>
          ),
        }}
        columns={[
          {
            id: 'id',
            head: sentence(REQUEST_WORDS.requestId),
            phone: 'head',
            isRowHead: true,
            cell: (row) => <ItemsCell row={row} isTight={isTight} onOpen={() => beside.open(row.requestId)} />,
          },
          textColumn('company', sentence(REQUEST_WORDS.company), ({ company }: RequestRow) => company, {
            width: 208,
            phone: 'line',
            cell: ({ companyId, company, requestingUser }) => (
              <TwoLines
                first={<CompanyName companyId={companyId} name={company} />}
                second={<PersonName email={requestingUser} />}
              />
            ),
          }),
          {
            id: 'created',
            head: sentence(REQUEST_WORDS.creationDate),
            width: 144,
            phone: 'foot',
            isSpare: true,
            cell: (row) => <AgeCell row={row} />,
          },
          {
            id: 'sims',
            head: sentence(REQUEST_WORDS.simQuantity),
            width: 92,
            isNumber: true,
            isSpare: true,
            cell: (row) => <SimsCell row={row} />,
          },
          {
            id: 'total',
            head: t('requests.total'),
            width: 208,
            phone: 'line',
            isNumber: true,
            title: requestTotalText,
            cell: (row) => <TotalCell row={row} />,
          },
          {
            id: 'status',
            head: sentence(REQUEST_WORDS.status),
            width: 152,
            phone: 'mark',
            className: styles.stays,
            cell: ({ requestId, status }) => <RequestWay key={requestId} state={status} />,
          },
          // nothing waits for a reader who only follows requests
          hasAwaited
            ? {
                ...actionsColumn(168, (row: RequestRow) => <NextStep row={row} onAct={() => setActing(row)} />),
                isSpare: true,
                className: styles.stays,
              }
            : undefined,
        ]}
      />
      {acting ? <NextStepDialog row={acting} onClose={() => setActing(undefined)} /> : null}
      {open === undefined ? null : <RequestPanel requestId={open} beside={beside} />}
    </>
  )
}
