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

interface TableCardProps<Row> extends TableOrNoneProps<Row> {
  readonly label: string
  readonly about: string
}

/** A table as a card; without rows a single line says so. */
export function TableCard<Row>({ about, none, ...table }: TableCardProps<Row>) {
  const isEmpty = table.rows?.length === 0
  return (
    <Card title={table.label} about={about} line={!isEmpty} actions={isEmpty ? <p className="text-secondary">{none}</p> : null}>
      {isEmpty ? null : <Table waiting={2} {...table} />}
    </Card>
  )
}
