import { plmnText } from '../network.ts'
import type { DataSessionEvent } from '../network-events.ts'

/** A data session as it is kept. */
export interface SessionRecord {
  readonly sessionKey: string
  readonly startedAt: Date
  readonly stoppedAt: Date | null
  readonly apn: string
  /** '' when it is not known */
  readonly ip: string
  readonly servingNetwork: string
  readonly radioTechnology: string
  readonly endCause: string
  /** all that was used, also before the network's counter began anew */
  readonly dataBytes: number
  /** what the network's counter said last */
  readonly counterBytes: number
  /** when it said so */
  readonly countedAt: Date | null
}

export interface Advanced {
  readonly record: SessionRecord
  /** what is new since the last message */
  readonly usedBytes: number
}

/**
 * A session after one more message about it. Counters count from the session's beginning: what is above the last value is new
 * usage; a lower value is a counter that began anew, and all of it is new. A message that was overtaken by a later one, and
 * one that comes after the end, add nothing; a beginning that comes late only fills in what was not known.
 */
export function advance(record: SessionRecord | undefined, event: DataSessionEvent): Advanced {
  const known = withFacts(record ?? blank(event), event)
  const isOvertaken = known.countedAt !== null && event.at <= known.countedAt
  const isLate = isOvertaken || (known.stoppedAt !== null && event.kind !== 'dataSessionStopped')
  const usedBytes = isLate ? 0 : growth(known.counterBytes, event.dataBytes)
  const counted = isLate
    ? known
    : { ...known, dataBytes: known.dataBytes + usedBytes, counterBytes: event.dataBytes, countedAt: event.at }
  if (event.kind !== 'dataSessionStopped' || known.stoppedAt) return { record: counted, usedBytes }
  return { record: { ...counted, stoppedAt: event.at, endCause: event.endCause }, usedBytes }
}

const growth = (before: number, now: number): number => (now >= before ? now - before : now)

function blank({ sessionKey, startedAt }: DataSessionEvent): SessionRecord {
  return {
    sessionKey,
    startedAt,
    stoppedAt: null,
    apn: '',
    ip: '',
    servingNetwork: '',
    radioTechnology: '',
    endCause: '',
    dataBytes: 0,
    counterBytes: 0,
    countedAt: null,
  }
}

function withFacts(record: SessionRecord, event: DataSessionEvent): SessionRecord {
  if (event.kind !== 'dataSessionStarted') return record
  return {
    ...record,
    apn: event.apn || record.apn,
    ip: event.ip || record.ip,
    servingNetwork: plmnText(event.servingNetwork) || record.servingNetwork,
    radioTechnology: event.radioTechnology ?? record.radioTechnology,
  }
}
