import type { TFunction } from 'i18next'

const END_CAUSES = ['device', 'idle', 'lost_carrier', 'network', 'reset', 'barred', 'unknown'] as const

/** Why a data session ended, in words; a cause that the page does not know is shown as it is. */
export function causeWords(cause: string, t: TFunction): string {
  const known = END_CAUSES.find((one) => one === cause)
  return known ? t(`simDetail.endCause.${known}`) : cause
}
