import type { TFunction } from 'i18next'
import type { AnomalyFigures } from '#domain/anomalies.ts'
import { formatBytes, formatNumber } from '#web/lib/format.ts'

/** Why something is out of the ordinary, with its figures. */
export function anomalyReason(of: AnomalyFigures, t: TFunction): string {
  const { kind, measure, sims, peers, device } = of
  switch (kind) {
    case 'data':
      return dataReason(of, t)
    case 'sessions':
      return t('anomalies.began', { count: of.observed, times: timesOf(of), peers, device })
    case 'messages':
      return t('anomalies.sent', { count: of.observed, times: timesOf(of), peers, device })
    case 'silence':
      return t('anomalies.silent', { count: sims, peers, device })
    case 'storm':
      return t(`anomalies.storm.${measure}`, { count: sims, peers, device })
  }
}

const timesOf = ({ observed, expected }: AnomalyFigures): string => formatNumber(Math.round(observed / expected))

function dataReason(of: AnomalyFigures, t: TFunction): string {
  const { observed, expected, peers, device } = of
  const bytes = formatBytes(observed)
  if (expected < 1) return t('anomalies.usedAlone', { bytes, peers, device })
  return t('anomalies.used', { bytes, times: timesOf(of), peers, device })
}
