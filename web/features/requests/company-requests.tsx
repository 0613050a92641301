import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { REQUEST_WORDS } from '#contract/requests/request-messages.ts'
import type { OfCompany } from '#web/lib/of-company.ts'
import { sentence } from '#web/lib/sentence.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { momentColumn } from '#web/ui/list/columns.tsx'
import { usePages } from '#web/ui/list/list-rows.ts'
import { ShortList } from '#web/ui/list/short-list.tsx'
import { typeWord } from './request-cells.tsx'
import { RequestStatus } from './request-style.tsx'
import { type RequestRow, requestsQuery } from './requests.api.ts'

/** The last requests of a company or its tree. */
export function CompanyRequests(whose: OfCompany) {
  const { t } = useTranslation()
  return (
    <ShortList
      title={t('requests.title')}
      all={
        <ButtonLink isGhost isSmall to="/requests" search={whose}>
          {t('requests.seeAll')}
        </ButtonLink>
      }
      data={usePages(requestsQuery(whose))}
      rowKey={({ requestId }: RequestRow) => requestId}
      none={t('requests.noneOfCompany')}
      columns={[
        {
          id: 'id',
          head: sentence(REQUEST_WORDS.requestId),
          isRowHead: true,
          phone: 'head',
          cell: (row) => (
            <>
              <Link className="medium tabular-numbers" to="/requests/$requestId" params={{ requestId: String(row.requestId) }}>
                {t('requests.number', { id: row.requestId })}
              </Link>
              <span className="text-tertiary text-small"> {whose.subsidiaries ? row.company : typeWord(row)}</span>
            </>
          ),
        },
        {
          id: 'status',
          head: sentence(REQUEST_WORDS.status),
          width: 168,
          phone: 'mark',
          cell: ({ status }) => <RequestStatus state={status} />,
        },
        momentColumn('created', sentence(REQUEST_WORDS.creationDate), ({ creationDate }: RequestRow) => creationDate, {
          phone: 'line',
        }),
      ]}
    />
  )
}
