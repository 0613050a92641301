import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { formatNumber } from '#web/lib/format.ts'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import styles from './mass-dialog.module.css'
import { type OperationCost, operationCostQuery } from './operations.api.ts'

/** Plans that are listed; the rest is in the total. */
const SHOWN = 5

/** Cost of an activation in a cycle: in total and by plan. */
export function CostLine({ operationId }: { operationId: number }) {
  const { t } = useTranslation()
  const { data, error } = useQuery(operationCostQuery(operationId))
  if (error) return t('operations.costFailed')
  if (!data) return t('operations.costWaiting')
  return (
    <>
      <Trans i18nKey="operations.cost" components={[<Totals key="totals" totals={data.totals} />]} />
      <ul className={`${styles.cost} text-secondary`}>
        {data.plans.slice(0, SHOWN).map(({ planCode, planName, lines, amountMinor, currency }) => (
          <li key={planCode}>
            {formatNumber(lines)} × {planName}, <MoneyAmount amountMinor={amountMinor} currency={currency} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Totals({ totals }: { totals: OperationCost['totals'] }) {
  return totals.map(({ amountMinor, currency }, place) => (
    <Fragment key={currency}>
      {place > 0 ? ' + ' : null}
      <b className="semibold">
        <MoneyAmount amountMinor={amountMinor} currency={currency} />
      </b>
    </Fragment>
  ))
}
