import type { TFunction } from 'i18next'
import type { Fact } from '#web/ui/facts.tsx'
import type { RequestData } from './requests.api.ts'

/** Delivery address and carrier, as far as they are known. */
export function deliveryFacts({ deliveryAddress, note, carrier, tracking }: RequestData, t: TFunction): Fact[] {
  return [
    { name: t('requests.address'), value: deliveryAddress },
    { name: t('requests.note'), value: note },
    { name: t('requests.carrier'), value: carrier },
    { name: t('requests.tracking'), value: tracking },
  ].filter(({ value }) => value !== '')
}

/** How many of the SIMs of a line have been assigned; '' for hardware, and before it is approved. */
export function assignedText({ status }: RequestData, line: RequestData['lines'][number], t: TFunction): string {
  if (line.kind !== 'sims' || status === 'submitted') return ''
  return `${t('requests.assigned')}: ${t('requests.assignedOf', { done: line.assigned, count: line.quantity })}`
}
