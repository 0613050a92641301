import type { ComponentProps } from 'react'
import { Card } from '#web/ui/card.tsx'
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

interface TableCardProps<Row> extends ComponentProps<typeof Table<Row>> {
  readonly label: string
  readonly about: string
}

/** A table as a card. */
export const TableCard = <Row,>({ about, ...table }: TableCardProps<Row>) => (
  <Card title={table.label} about={about} line>
    <Table {...table} />
  </Card>
)
