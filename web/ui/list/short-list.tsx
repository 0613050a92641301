import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { Card, EmptyCard } from '../card.tsx'
import { ErrorState } from '../states.tsx'
import { Table, type TableColumn } from '../table.tsx'
import type { ListRows } from './list-rows.ts'

interface ShortListProps<Row> {
  readonly title: string
  readonly about?: string | undefined
  /** leads to the whole list */
  readonly all: ReactElement
  readonly data: ListRows<Row>
  readonly columns: readonly TableColumn<Row>[]
  readonly rowKey: (row: Row) => string | number
  /** what is said without any row */
  readonly none: string
}

/** Rows of a short list; all are one link away. */
export const SHORT_LIST_ROWS = 5

/** The first rows of a list, as a card; without rows its head says so. */
export function ShortList<Row>({ title, about, all, data, columns, rowKey, none }: ShortListProps<Row>) {
  const { t } = useTranslation()
  const { rows, error, retry } = data
  if (rows?.length === 0) return <EmptyCard title={title}>{none}</EmptyCard>
  return (
    <Card title={title} about={about} line actions={all}>
      {error && !rows ? (
        <ErrorState title={t('list.failed')} error={error} onRetry={retry} />
      ) : (
        <Table
          label={title}
          columns={columns}
          rows={rows?.slice(0, SHORT_LIST_ROWS)}
          rowKey={rowKey}
          waiting={SHORT_LIST_ROWS}
        />
      )}
    </Card>
  )
}
