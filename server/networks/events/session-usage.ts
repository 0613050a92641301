import type { SessionFacts, UsageRecord } from '#server/usage/usage-record.ts'
import type { DataSessionEvent, DataSessionStarted, NetworkEvent } from '../network-events.ts'
import { formatPlmn } from '../network-types.ts'

export const isSessionEvent = (event: NetworkEvent): event is DataSessionEvent => 'sessionKey' in event

const KINDS = { dataSessionStarted: 'started', dataSessionUpdated: 'updated', dataSessionStopped: 'stopped' } as const

/** Converts a data session event to the record that is counted, as from an accounting message. */
export function toUsageRecord(event: DataSessionEvent): UsageRecord {
  const { kind, id, iccid, at, sessionKey, startedAt, dataBytes } = event
  return {
    kind: KINDS[kind],
    clientId: 0,
    nas: '',
    iccid,
    sessionKey,
    startedAtMs: startedAt.getTime(),
    atMs: at.getTime(),
    hasSourceClock: true,
    // networks that report both directions separately use RADIUS
    inputBytes: 0,
    outputBytes: dataBytes,
    ...(kind === 'dataSessionStopped' && { endCause: event.endCause }),
    facts: kind === 'dataSessionStarted' ? factsOf(event) : {},
    fingerprint: id,
  }
}

function factsOf({ apn, ip, imei, sgsnIp, ggsnIp, servingNetwork, radioTechnology, cell }: DataSessionStarted): SessionFacts {
  const plmn = formatPlmn(servingNetwork)
  return {
    ...(apn && { apn }),
    ...(ip && { ip }),
    ...(imei && { imei }),
    ...(sgsnIp && { sgsnIp }),
    ...(ggsnIp && { ggsnIp }),
    ...(plmn && { servingNetwork: plmn }),
    ...(radioTechnology && { radioTechnology }),
    ...(cell && { areaCode: cell.areaCode, cellId: cell.cellId }),
  }
}
