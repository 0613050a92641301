import type { TFunction } from 'i18next'
import type { AnomalyFigures, AnomalyKind } from '#domain/anomalies.ts'
import { formatBytes } from '#web/lib/format.ts'
import type { AnomalyRow } from './anomalies.api.ts'

/** The figures of a row, which the server wrote. */
export const figuresOf = (row: AnomalyRow): AnomalyFigures => ({
  ...row,
  kind: row.kind as AnomalyKind,
  measure: row.measure === 'sessions' ? 'sessions' : 'data',
})

/** What a row is compared with. */
export function comparedWith({ kind, measure, observed, expected, own }: AnomalyRow, t: TFunction): string {
  switch (kind) {
    case 'sessions':
      return own === 0 ? t('anomalies.beganNothing') : t('anomalies.beganOwn', { count: own })
    case 'silence':
      return t('anomalies.usuallySilent', { count: Math.round(expected) })
    case 'storm':
      return measure === 'sessions'
        ? t('anomalies.stormSessionsEach', { sessions: Math.round(observed), count: Math.round(expected) })
        : t('anomalies.stormDataEach', { bytes: formatBytes(observed), usual: formatBytes(expected) })
    default:
      return own === 0 ? t('anomalies.usedNothing') : t('anomalies.usedOwn', { bytes: formatBytes(own) })
  }
}
