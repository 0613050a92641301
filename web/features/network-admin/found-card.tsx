import { IconAlertTriangle } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { Card } from '#web/ui/card.tsx'
import { Table } from '#web/ui/table.tsx'

interface FoundProps<Row> extends ComponentProps<typeof Table<Row>> {
  readonly label: string
  readonly about: string
}

/** What was found amiss, as a table in a card whose head is marked. */
export const FoundCard = <Row,>({ about, ...table }: FoundProps<Row>) => (
  <Card title={table.label} mark={<IconAlertTriangle className="icon icon-warning" aria-hidden="true" />} about={about} line>
    <Table {...table} />
  </Card>
)
