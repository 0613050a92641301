import type { SessionFacts, SourceReset, UsageMessage, UsageRecord } from './usage-record.ts'

type Cell<Value> = Value | null | undefined

type PackedReset = readonly [kind: 'reset', clientId: number, nas: string, atMs: number, fingerprint: string]
type PackedRecord = readonly [
  kind: UsageRecord['kind'],
  clientId: number,
  nas: string,
  atMs: number,
  hasSourceClock: 0 | 1,
  sessionKey: string,
  inputBytes: number,
  outputBytes: number,
  fingerprint: string,
  iccid: Cell<string>,
  imsi: Cell<string>,
  msisdn: Cell<string>,
  startedAtMs: Cell<number>,
  seconds: Cell<number>,
  endCause: Cell<string>,
  finalBy: Cell<string>,
  facts: PackedFacts | 0,
]
type PackedFacts = readonly [
  apn: Cell<string>,
  ip: Cell<string>,
  imei: Cell<string>,
  sgsnIp: Cell<string>,
  ggsnIp: Cell<string>,
  servingNetwork: Cell<string>,
  radioTechnology: Cell<string>,
  areaCode: Cell<number>,
  cellId: Cell<number>,
]

/**
 * Serialises messages as JSON arrays with values in fixed order. With property names they would take twice the space in
 * the WAL, and parsing would take half as long again.
 */
export function serialiseUsageMessages(messages: readonly UsageMessage[]): string {
  return JSON.stringify(messages.map((message) => (message.kind === 'reset' ? packReset(message) : packRecord(message))))
}

/** @throws SyntaxError when the text was not written by serialiseUsageMessages */
export function parseUsageMessages(text: string): UsageMessage[] {
  const written = JSON.parse(text) as (PackedReset | PackedRecord | NamedMessage)[]
  return written.map((one) => {
    // stored by an older version, with property names
    if (!isPacked(one)) return fromNamed(one)
    return isReset(one) ? unpackReset(one) : unpackRecord(one)
  })
}

/** A message as versions before the packed form stored it. */
type NamedMessage =
  | Omit<SourceReset, 'fingerprint'>
  | (Omit<UsageRecord, 'hasSourceClock' | 'fingerprint'> & { readonly hasClock: boolean; readonly print: string })

function fromNamed(one: NamedMessage): UsageMessage {
  if (one.kind === 'reset') return { ...one, fingerprint: '' }
  const { hasClock, print, ...rest } = one
  return { ...rest, hasSourceClock: hasClock, fingerprint: print }
}

const isPacked = (one: PackedReset | PackedRecord | NamedMessage): one is PackedReset | PackedRecord => Array.isArray(one)
const isReset = (packed: PackedReset | PackedRecord): packed is PackedReset => packed[0] === 'reset'
const packReset = ({ clientId, nas, atMs, fingerprint }: UsageMessage): PackedReset => [
  'reset',
  clientId,
  nas,
  atMs,
  fingerprint,
]
/** An older version stored none. */
const unpackReset = ([kind, clientId, nas, atMs, fingerprint = '']: PackedReset): UsageMessage => ({
  ...{ kind, clientId, nas, atMs, fingerprint },
})

function packRecord(record: UsageRecord): PackedRecord {
  return [
    record.kind,
    record.clientId,
    record.nas,
    record.atMs,
    record.hasSourceClock ? 1 : 0,
    record.sessionKey,
    record.inputBytes,
    record.outputBytes,
    record.fingerprint,
    record.iccid,
    record.imsi,
    record.msisdn,
    record.startedAtMs,
    record.seconds,
    record.endCause,
    record.finalBy,
    packFacts(record.facts),
  ]
}

function packFacts(facts: SessionFacts): PackedFacts | 0 {
  const { apn, ip, imei, sgsnIp, ggsnIp, servingNetwork, radioTechnology, areaCode, cellId } = facts
  if (Object.keys(facts).length === 0) return 0
  return [apn, ip, imei, sgsnIp, ggsnIp, servingNetwork, radioTechnology, areaCode, cellId]
}

type Draft<Whole> = { -readonly [Name in keyof Whole]: Whole[Name] }

function unpackRecord(packed: PackedRecord): UsageRecord {
  const [kind, clientId, nas, atMs, hasSourceClock, sessionKey, inputBytes, outputBytes, fingerprint, iccid, imsi, msisdn] =
    packed
  const [startedAtMs, seconds, endCause, finalBy, facts] = [packed[12], packed[13], packed[14], packed[15], packed[16]]
  const record: Draft<UsageRecord> = {
    kind,
    clientId,
    nas,
    sessionKey,
    atMs,
    hasSourceClock: hasSourceClock === 1,
    inputBytes,
    outputBytes,
    facts: facts === 0 ? {} : unpackFacts(facts),
    fingerprint,
  }
  if (iccid != null) record.iccid = iccid
  if (imsi != null) record.imsi = imsi
  if (msisdn != null) record.msisdn = msisdn
  if (startedAtMs != null) record.startedAtMs = startedAtMs
  if (seconds != null) record.seconds = seconds
  if (endCause != null) record.endCause = endCause
  if (finalBy != null) record.finalBy = finalBy
  return record
}

function unpackFacts(packed: PackedFacts): SessionFacts {
  const [apn, ip, imei, sgsnIp, ggsnIp, servingNetwork, radioTechnology, areaCode, cellId] = packed
  const facts: Draft<SessionFacts> = {}
  if (apn != null) facts.apn = apn
  if (ip != null) facts.ip = ip
  if (imei != null) facts.imei = imei
  if (sgsnIp != null) facts.sgsnIp = sgsnIp
  if (ggsnIp != null) facts.ggsnIp = ggsnIp
  if (servingNetwork != null) facts.servingNetwork = servingNetwork
  if (radioTechnology != null) facts.radioTechnology = radioTechnology
  if (areaCode != null) facts.areaCode = areaCode
  if (cellId != null) facts.cellId = cellId
  return facts
}
