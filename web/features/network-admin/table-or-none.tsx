import type { ComponentProps } from 'react'
import { Card, EmptyCard } from '#web/ui/card.tsx'
import { Table } from '#web/ui/table.tsx'
import styles from './networks.module.css'

interface TableOrNoneProps<Row> extends ComponentProps<typeof Table<Row>> {
  /** sentence in place of a table without rows */
  readonly none: string
}

export function TableOrNone<Row>({ none, ...table }: TableOrNoneProps<Row>) {
  if (table.rows?.length === 0) return <p className={`${styles.lead} text-secondary`}>{none}</p>
  return <Table waiting={2} {...table} />
}

interface TableCardProps<Row> extends TableOrNoneProps<Row> {
  readonly label: string
  readonly about: string
}

/** A table as a card; without rows its head with the sentence. */
export function TableCard<Row>({ about, ...table }: TableCardProps<Row>) {
  if (table.rows?.length === 0) return <EmptyCard title={table.label}>{table.none}</EmptyCard>
  return (
    <Card title={table.label} about={about} line>
      <TableOrNone {...table} />
    </Card>
  )
}
