import type { TFunction } from 'i18next'
import { type AnomalyFigures, type AnomalyKind, isMeasure } from '#domain/anomalies.ts'
import { bytesLike, formatBytes, formatCompact, formatDecimal } from '#web/lib/format.ts'
import type { AnomalyRow } from './anomalies.api.ts'

/** The figures of a row, which the server wrote. */
export const figuresOf = (row: AnomalyRow): AnomalyFigures => ({
  ...row,
  kind: row.kind as AnomalyKind,
  measure: isMeasure(row.measure) ? row.measure : 'data',
})

/** Above this a factor has no room in its column: SIMs that report a few octets are exceeded millions of times. */
const EXACT_UP_TO = 9999

/** How far something is from what is usual, in times. */
export interface Departure {
  readonly times: number
  /** the most that the SIM itself had done; 0 of a batch and a storm */
  readonly own: number
}

/** Undefined where there is nothing to divide by. Where no SIM is silent usually, one is taken. */
export function departureOf({ kind, observed, expected, own }: AnomalyRow): Departure | undefined {
  const usual = kind === 'silence' ? Math.max(1, expected) : expected
  return usual < 1 ? undefined : { times: observed / usual, own: own / usual }
}

/** From 9.95 on a decimal would make it 10.0. */
const timesText = (times: number): string => formatDecimal(times, times < 9.95 ? 1 : 0)

/** '×187', '×2,4' */
export const factorText = ({ times }: Departure): string =>
  `×${times > EXACT_UP_TO ? formatCompact(Math.round(times)) : timesText(times)}`

/** '40 veces lo habitual; la SIM había llegado a 6,7' */
export const departureText = ({ times, own }: Departure, t: TFunction): string =>
  own > 1
    ? t('anomalies.scaleOwn', { times: timesText(times), own: timesText(own) })
    : t('anomalies.scale', { times: timesText(times) })

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
