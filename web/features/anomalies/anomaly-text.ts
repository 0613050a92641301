import type { TFunction } from 'i18next'
import { formatBytes, formatNumber } from '#web/lib/format.ts'
import type { AnomalyRow } from './anomalies.api.ts'

type Lines = readonly [first: string, second: string]

/** Why a row is out of the ordinary, with its figures: the sentence, and what it is compared with beside. */
export function reasonOf(row: AnomalyRow, t: TFunction): Lines {
  switch (row.kind) {
    case 'sessions':
      return sessionsReason(row, t)
    case 'silence':
      return silenceReason(row, t)
    case 'storm':
      return row.measure === 'sessions' ? sessionStorm(row, t) : dataStorm(row, t)
    default:
      return dataReason(row, t)
  }
}

const timesOf = ({ observed, expected }: AnomalyRow): string => formatNumber(Math.round(observed / expected))

function dataReason(row: AnomalyRow, t: TFunction): Lines {
  const { observed, expected, own, peers, device } = row
  const bytes = formatBytes(observed)
  return [
    expected < 1
      ? t('anomalies.usedAlone', { bytes, peers, device })
      : t('anomalies.used', { bytes, times: timesOf(row), peers, device }),
    own === 0 ? t('anomalies.usedNothing') : t('anomalies.usedOwn', { bytes: formatBytes(own) }),
  ]
}

function sessionsReason(row: AnomalyRow, t: TFunction): Lines {
  const { observed, own, peers, device } = row
  return [
    t('anomalies.began', { count: observed, times: timesOf(row), peers, device }),
    own === 0 ? t('anomalies.beganNothing') : t('anomalies.beganOwn', { count: own }),
  ]
}

function silenceReason({ sims, expected, peers, device }: AnomalyRow, t: TFunction): Lines {
  return [t('anomalies.silent', { count: sims, peers, device }), t('anomalies.usuallySilent', { count: Math.round(expected) })]
}

function dataStorm({ sims, observed, expected, peers, device }: AnomalyRow, t: TFunction): Lines {
  return [
    t('anomalies.stormData', { count: sims, peers, device }),
    t('anomalies.stormDataEach', { bytes: formatBytes(observed), usual: formatBytes(expected) }),
  ]
}

function sessionStorm({ sims, observed, expected, peers, device }: AnomalyRow, t: TFunction): Lines {
  return [
    t('anomalies.stormSessions', { count: sims, peers, device }),
    t('anomalies.stormSessionsEach', { sessions: Math.round(observed), count: Math.round(expected) }),
  ]
}
