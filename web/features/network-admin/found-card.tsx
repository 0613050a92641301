import { IconAlertTriangle } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { Card } from '#web/ui/card.tsx'
import { Table } from '#web/ui/table.tsx'
import styles from './networks.module.css'

interface FoundProps<Row> extends ComponentProps<typeof Table<Row>> {
  readonly label: string
  readonly about: string
}

/** What was found amiss, as a table in a card whose head is marked. */
export const FoundCard = <Row,>({ about, ...table }: FoundProps<Row>) => (
  <Card
    title={table.label}
    about={
      <>
        <IconAlertTriangle className={`icon icon-14 icon-warning ${styles.found}`} aria-hidden="true" />
        {about}
      </>
    }
    line
  >
    <Table {...table} />
  </Card>
)
