import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDay, formatNumber } from '#web/lib/format.ts'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import { TextWithParts } from '#web/ui/text-with-parts.tsx'
import { type OperationCost, operationCostQuery } from './operations.api.ts'

/** Plans that are listed; the rest is in the total. */
const SHOWN = 5

/** Cost of an activation in a cycle, or what a hibernation saves: in total and by plan. */
export function CostLine({ operationId }: { operationId: number }) {
  const { t } = useTranslation()
  const { data, error } = useQuery(operationCostQuery(operationId))
  if (error) return t('operations.costFailed')
  if (!data) return t('operations.costWaiting')
  const { savesFrom, plans } = data
  const isSaving = plans.some(({ hibernatedMinor }) => hibernatedMinor !== null)
  const day = savesFrom ? formatDay(savesFrom) : t('operations.nextCycle')
  return (
    <>
      <TextWithParts
        text={t(isSaving ? 'operations.saving' : 'operations.cost', { day })}
        parts={[<Totals key="totals" totals={data.totals} />]}
      />
      <ul className="tabular-numbers text-secondary">
        {plans.slice(0, SHOWN).map(({ planCode, planName, group, lines, amountMinor, hibernatedMinor, currency }) => (
          <li key={`${planCode} ${group} ${amountMinor} ${hibernatedMinor}`}>
            {formatNumber(lines)} × {group === '' ? planName : t('operations.planOfGroup', { plan: planName, path: group })},{' '}
            {hibernatedMinor === null ? (
              <MoneyAmount amountMinor={amountMinor} currency={currency} />
            ) : (
              <InsteadOf amountMinor={amountMinor} hibernatedMinor={hibernatedMinor} currency={currency} />
            )}
          </li>
        ))}
      </ul>
      {isSaving && plans.some(({ pooled }) => pooled) ? t('operations.poolShrinks') : null}
    </>
  )
}

/** '$120 en lugar de $1.190' */
function InsteadOf({ currency, ...of }: { amountMinor: number; hibernatedMinor: number; currency: string }) {
  const { t } = useTranslation()
  const money = (amountMinor: number) => <MoneyAmount key={amountMinor} amountMinor={amountMinor} currency={currency} />
  return <TextWithParts text={t('operations.insteadOf')} parts={[money(of.hibernatedMinor), money(of.amountMinor)]} />
}

function Totals({ totals }: { totals: OperationCost['totals'] }) {
  return totals.map(({ amountMinor, currency }, index) => (
    <Fragment key={currency}>
      {index > 0 ? ' + ' : null}
      <b className="semibold">
        <MoneyAmount amountMinor={amountMinor} currency={currency} />
      </b>
    </Fragment>
  ))
}
