import type { ListColumn } from '#web/ui/list/list.tsx'
import { NoValue } from '#web/ui/table.tsx'
import { usePersonName } from './person-names.api.ts'

/** A person by first and last name; the e-mail is in the tooltip. */
export function PersonName({ email }: { email: string }) {
  return <span title={email}>{usePersonName(email)}</span>
}

/** The column of who did something. */
export const personColumn = <Row,>(
  id: string,
  head: string,
  emailOf: (row: Row) => string,
  about: Partial<ListColumn<Row>> = {},
): ListColumn<Row> => ({
  id,
  head,
  className: 'text-secondary',
  phone: 'foot',
  cell: (row) => (emailOf(row) === '' ? <NoValue /> : <PersonName email={emailOf(row)} />),
  ...about,
})
