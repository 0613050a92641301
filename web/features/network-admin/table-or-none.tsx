import type { ComponentProps } from 'react'
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
