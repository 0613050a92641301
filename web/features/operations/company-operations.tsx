import { useTranslation } from 'react-i18next'
import type { OfCompany } from '#web/lib/of-company.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { momentColumn } from '#web/ui/list/columns.tsx'
import { usePages } from '#web/ui/list/list-rows.ts'
import { ShortList } from '#web/ui/list/short-list.tsx'
import { Name, State } from './operation-cells.tsx'
import { type OperationListRow, operationsQuery } from './operations.api.ts'

/** The last operations that users of a company or its tree began. */
export function CompanyOperations(whose: OfCompany) {
  const { t } = useTranslation()
  return (
    <ShortList
      title={t('operations.title')}
      all={
        <ButtonLink isGhost isSmall to="/operations" search={whose}>
          {t('operations.seeAll')}
        </ButtonLink>
      }
      data={usePages(operationsQuery(whose))}
      rowKey={({ operationId }: OperationListRow) => operationId}
      none={t('operations.noneOfCompany')}
      columns={[
        { id: 'name', head: t('operations.operation'), isRowHead: true, phone: 'head', cell: (row) => <Name row={row} /> },
        { id: 'state', head: t('operations.state'), width: 192, phone: 'mark', cell: (row) => <State row={row} /> },
        momentColumn('created', t('operations.created'), ({ createdAt }: OperationListRow) => createdAt, { phone: 'line' }),
      ]}
    />
  )
}
