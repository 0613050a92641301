import type { TFunction } from 'i18next'
import { type AnomalyFigures, type AnomalyKind, isMeasure } from '#domain/anomalies.ts'
import { bytesLike, formatBytes, formatCompact, formatNumber } from '#web/lib/format.ts'
import type { AnomalyRow } from './anomalies.api.ts'

/** The figures of a row, which the server wrote. */
export const figuresOf = (row: AnomalyRow): AnomalyFigures => ({
  ...row,
  kind: row.kind as AnomalyKind,
  measure: isMeasure(row.measure) ? row.measure : 'data',
})

/** Above this a factor has no room in its column: SIMs that report a few octets are exceeded millions of times. */
const EXACT_UP_TO = 9999

/** How many times as much as the others a SIM did: '×187'; '' where there is nothing to divide by. */
export function factorOf(row: AnomalyRow): string {
  const { kind, observed, expected } = row
  if (kind === 'silence' || kind === 'storm' || (kind === 'data' ? expected < 1 : expected === 0)) return ''
  const times = Math.round(observed / expected)
  return `×${times <= EXACT_UP_TO ? formatNumber(times) : formatCompact(times)}`
}

/** What a row is compared with. */
export function comparedWith({ kind, measure, observed, expected, own }: AnomalyRow, t: TFunction): string {
  switch (kind) {
    case 'sessions':
      return own === 0 ? t('anomalies.beganNothing') : t('anomalies.beganOwn', { count: own })
    case 'messages':
      return own === 0 ? t('anomalies.sentNothing') : t('anomalies.sentOwn', { count: own })
    case 'silence':
      return t('anomalies.usuallySilent', { count: Math.round(expected) })
    case 'storm':
      return measure === 'data'
        ? t('anomalies.stormDataEach', { bytes: formatBytes(observed), usual: bytesLike(observed)(expected) })
        : t(`anomalies.stormEach.${measure as 'sessions' | 'messages'}`, {
            each: Math.round(observed),
            count: Math.round(expected),
          })
    default:
      return own === 0 ? t('anomalies.usedNothing') : t('anomalies.usedOwn', { bytes: bytesLike(observed)(own) })
  }
}
