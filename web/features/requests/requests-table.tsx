import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { REQUEST_TYPE_WORDS, REQUEST_WORDS } from '#contract/requests/request-messages.ts'
import { REQUEST_TYPES } from '#domain/requests.ts'
import { formatMinute, formatNumber } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { HighlightOnChange } from '#web/ui/highlight-on-change.tsx'
import { Table } from '#web/ui/table.tsx'
import { RequestStatus } from './request-status.tsx'
import type { RequestRow } from './requests.api.ts'
import styles from './requests.module.css'

/** Requests, one a row; cards on a phone. */
export function RequestsTable({ rows }: { rows: readonly RequestRow[] | undefined }) {
  const { t } = useTranslation()
  return (
    <Table
      label={t('requests.list')}
      className={styles.list}
      rows={rows}
      rowKey={({ requestId }) => requestId}
      columns={[
        {
          id: 'id',
          head: sentence(REQUEST_WORDS.requestId),
          className: styles.requestId,
          isRowHead: true,
          cell: ({ requestId }) => (
            <Link className="medium tabular-numbers" to="/requests/$requestId" params={{ requestId: String(requestId) }}>
              {t('requests.number', { id: requestId })}
            </Link>
          ),
        },
        {
          id: 'company',
          head: sentence(REQUEST_WORDS.company),
          className: styles.company,
          title: ({ company }) => company,
          cell: ({ company }) => company,
        },
        {
          id: 'user',
          head: sentence(REQUEST_WORDS.requestingUser),
          className: `${styles.user} text-secondary hide-on-phone`,
          title: ({ requestingUser }) => requestingUser,
          cell: ({ requestingUser }) => requestingUser,
        },
        {
          id: 'created',
          head: sentence(REQUEST_WORDS.creationDate),
          className: `${styles.created} text-secondary tabular-numbers`,
          cell: ({ creationDate }) => formatMinute(creationDate),
        },
        {
          id: 'resolved',
          head: sentence(REQUEST_WORDS.resolutionDate),
          className: `${styles.resolved} text-secondary tabular-numbers hide-on-phone`,
          cell: ({ resolutionDate }) => (resolutionDate ? formatMinute(resolutionDate) : '—'),
        },
        { id: 'type', head: sentence(REQUEST_WORDS.type), className: styles.type, cell: (row) => <Type row={row} /> },
        {
          id: 'sims',
          head: sentence(REQUEST_WORDS.simQuantity),
          className: `${styles.sims} tabular-numbers hide-on-phone`,
          isNumber: true,
          cell: ({ simQuantity }) => formatNumber(simQuantity),
        },
        {
          id: 'status',
          head: sentence(REQUEST_WORDS.status),
          className: styles.status,
          cell: ({ status }) => (
            <HighlightOnChange value={status}>
              <RequestStatus state={status} />
            </HighlightOnChange>
          ),
        },
      ]}
    />
  )
}

/** On a phone, which has no column for SIMs, their number is beside the type. */
function Type({ row: { type, simQuantity } }: { row: RequestRow }) {
  const known = REQUEST_TYPES.find((one) => one === type)
  return (
    <>
      {known ? sentence(REQUEST_TYPE_WORDS[known]) : type}
      {simQuantity > 0 ? (
        <span className="only-on-phone text-tertiary tabular-numbers"> {formatNumber(simQuantity)}</span>
      ) : null}
    </>
  )
}
