import { IconShoppingCart } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { REQUEST_TYPE_WORDS, REQUEST_WORDS } from '#contract/requests/request-messages.ts'
import { REQUEST_TYPES } from '#domain/requests.ts'
import { formatNumber } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { useCompanyFilter } from '#web/shared/companies/company-filter.ts'
import { CompanyName } from '#web/shared/companies/company-name.tsx'
import { personColumn } from '#web/shared/people/person-name.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { FileMenu } from '#web/ui/file-menu.tsx'
import { momentColumn, textColumn } from '#web/ui/list/columns.tsx'
import { List } from '#web/ui/list/list.tsx'
import { counted, optionsOf } from '#web/ui/list/list-filter.ts'
import { usePages } from '#web/ui/list/list-rows.ts'
import { opensBeside, useBeside } from '#web/ui/side-panel/use-beside.ts'
import { TwoLines } from '#web/ui/table.tsx'
import { RequestPanel } from './request-panel.tsx'
import { LISTED_REQUEST_STATES, type RequestSearch } from './request-search.ts'
import { REQUEST_STYLE, RequestStatus } from './request-style.tsx'
import { requestTotalText, TotalCell } from './request-total.tsx'
import { fetchRequests, type RequestRow, requestCountsQuery, requestsQuery } from './requests.api.ts'

interface ListProps {
  readonly search: RequestSearch
  onSearch(search: RequestSearch, isReplaced?: boolean): void
}

export const typeWord = ({ type }: RequestRow): string => {
  const known = REQUEST_TYPES.find((one) => one === type)
  return known ? sentence(REQUEST_TYPE_WORDS[known]) : type
}

/** Its number, which opens it, with what it asks for. */
function NumberCell({ row, onOpen }: { row: RequestRow; onOpen: () => void }) {
  const { t } = useTranslation()
  return (
    <TwoLines
      first={
        <Link
          className="medium tabular-numbers"
          to="/requests/$requestId"
          params={{ requestId: String(row.requestId) }}
          onClick={opensBeside(onOpen)}
        >
          {t('requests.number', { id: row.requestId })}
        </Link>
      }
      second={typeWord(row)}
    />
  )
}

/** Requests, newest first. */
export function RequestsList({ search, onSearch }: ListProps) {
  const { t } = useTranslation()
  const { open, ...filter } = search
  const data = usePages(requestsQuery(filter))
  const beside = useBeside({
    opened: open,
    data,
    keyOf: ({ requestId }: RequestRow) => requestId,
    show: (key, isReplaced) => onSearch({ ...search, open: key }, isReplaced),
  })
  return (
    <>
      <List
        id="requests"
        label={t('requests.list')}
        tools={<FileMenu isSmall ask={(format) => fetchRequests(filter, format)} />}
        minWidth={1120}
        data={data}
        beside={beside}
        rowKey={({ requestId }) => requestId}
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
            width: 136,
            phone: 'head',
            isRowHead: true,
            cell: (row) => <NumberCell row={row} onOpen={() => beside.open(row.requestId)} />,
          },
          textColumn('company', sentence(REQUEST_WORDS.company), ({ company }: RequestRow) => company, {
            phone: 'line',
            cell: ({ companyId, company }) => <CompanyName companyId={companyId} name={company} />,
          }),
          personColumn('user', sentence(REQUEST_WORDS.requestingUser), (row: RequestRow) => row.requestingUser, {
            width: '12%',
            phone: undefined,
            isSpare: true,
          }),
          momentColumn('created', sentence(REQUEST_WORDS.creationDate), (row: RequestRow) => row.creationDate, {
            isSpare: true,
          }),
          momentColumn('resolved', sentence(REQUEST_WORDS.resolutionDate), (row: RequestRow) => row.resolutionDate, {
            phone: undefined,
            isSpare: true,
          }),
          {
            id: 'sims',
            head: sentence(REQUEST_WORDS.simQuantity),
            width: 76,
            phone: 'foot',
            isNumber: true,
            cell: ({ simQuantity }) => (
              <>
                <span className="hide-on-phone">{simQuantity > 0 ? formatNumber(simQuantity) : '—'}</span>
                {simQuantity > 0 ? (
                  <span className="only-on-phone">{t('requests.simCount', { count: simQuantity })}</span>
                ) : null}
              </>
            ),
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
            cell: ({ status }) => <RequestStatus state={status} />,
          },
        ]}
      />
      {open === undefined ? null : <RequestPanel requestId={open} beside={beside} />}
    </>
  )
}
