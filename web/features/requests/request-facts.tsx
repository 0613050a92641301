import type { TFunction } from 'i18next'
import { isFilling } from '#domain/request-life-cycle.ts'
import { formatMoney } from '#web/lib/format.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import type { Fact } from '#web/ui/facts.tsx'
import type { RequestData } from './requests.api.ts'

/** Delivery address and carrier, as far as they are known. */
export function deliveryFacts({ deliveryAddress, note, carrier, tracking }: RequestData, t: TFunction): Fact[] {
  return [
    { name: t('requests.address'), value: deliveryAddress },
    { name: t('requests.note'), value: note },
    { name: t('requests.carrier'), value: carrier },
    { name: t('requests.tracking'), value: tracking && <Tracking number={tracking} name={t('requests.tracking')} /> },
  ].filter(({ value }) => value !== '')
}

/** It is pasted into the carrier's page. */
function Tracking({ number, name }: { number: string; name: string }) {
  return (
    <span className="row">
      {number}
      <CopyButton text={number} what={name} />
    </span>
  )
}

/** What one costs where a line has several, and how many of its SIMs have been assigned while they can be. */
export function aboutLine({ status }: RequestData, line: RequestData['lines'][number], t: TFunction): string {
  const { kind, quantity, unitMinor, currency, assigned } = line
  const hasAssigned = kind === 'sims' && isFilling(status)
  return [
    quantity > 1 && t('requests.eachCosts', { amount: formatMoney(unitMinor, currency) }),
    hasAssigned && `${t('requests.assigned')}: ${t('requests.assignedOf', { done: assigned, count: quantity })}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
