import i18next from 'i18next'
import type { OperationKind } from '#domain/eligibility.ts'
import { formatNumber } from '#web/lib/format.ts'

/** What is done to how many SIMs: 'Hibernar 302 SIMs'; 'Hibernar 282 de 302 SIMs' where the others are left out. */
export function actionTitle(kind: OperationKind, total: number, accepted = total): string {
  const lines = accepted === total ? formatNumber(total) : i18next.t('operations.part', { accepted, total })
  return i18next.t(`operations.of.${kind}`, { count: total, lines })
}
