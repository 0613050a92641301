import type { TFunction } from 'i18next'

const END_CAUSES = ['device', 'idle', 'lost_carrier', 'network', 'reset', 'barred', 'unknown'] as const

/** The end cause of a data session in words; an unsupported cause is shown as it is. */
export function causeWords(cause: string, t: TFunction): string {
  const known = END_CAUSES.find((one) => one === cause)
  return known ? t(`simDetail.endCause.${known}`) : cause
}
