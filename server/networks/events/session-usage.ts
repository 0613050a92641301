import type { SessionFacts, UsageRecord } from '../../usage/usage-record.ts'
import { plmnText } from '../network.ts'
import type { DataSessionEvent, DataSessionStarted, NetworkEvent } from '../network-events.ts'

export const isSessionEvent = (event: NetworkEvent): event is DataSessionEvent => 'sessionKey' in event

const KINDS = { dataSessionStarted: 'started', dataSessionUpdated: 'updated', dataSessionStopped: 'stopped' } as const

/** What a network says of a data session, as the record that is counted: the same as from an accounting message. */
export function usageRecordOf(event: DataSessionEvent): UsageRecord {
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
    // networks that tell both directions apart speak RADIUS
    inputBytes: 0,
    outputBytes: dataBytes,
    ...(kind === 'dataSessionStopped' && { endCause: event.endCause }),
    facts: kind === 'dataSessionStarted' ? factsOf(event) : {},
    fingerprint: id,
  }
}

function factsOf({ apn, ip, imei, sgsnIp, ggsnIp, servingNetwork, radioTechnology, cell }: DataSessionStarted): SessionFacts {
  const plmn = plmnText(servingNetwork)
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
