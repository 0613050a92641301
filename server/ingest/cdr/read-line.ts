import { createHash } from 'node:crypto'
import { normaliseIccid } from '#domain/identifiers.ts'
import type { UsageRecord } from '#server/usage/usage-record.ts'

/** Columns of a file of charging records (docs/charging-records.md). */
export const CHARGING_COLUMNS = [
  'iccid',
  'imsi',
  'msisdn',
  'session',
  'start',
  'stop',
  'uplink_bytes',
  'downlink_bytes',
  'apn',
] as const
export type ChargingColumn = (typeof CHARGING_COLUMNS)[number]
export const REQUIRED_COLUMNS: readonly ChargingColumn[] = ['session', 'start', 'stop', 'uplink_bytes', 'downlink_bytes']

/** Why a line is not imported. */
export type ChargingLineProblem = 'no_sim' | 'no_session' | 'bad_time' | 'bad_bytes'

/** ISO 8601 with an offset: a time without one is ambiguous (RFC 3339 section 5.6). */
const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/

function instant(text: string): number | undefined {
  const ms = INSTANT.test(text) ? Date.parse(text.replace(' ', 'T')) : Number.NaN
  return Number.isNaN(ms) ? undefined : ms
}

function bytes(text: string): number | undefined {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(value) ? value : undefined
}

const digits = (text: string, min: number, max: number): string | undefined =>
  /^\d+$/.test(text) && text.length >= min && text.length <= max ? text : undefined

/**
 * Parses a line: the total of one session, which replaces what was counted of it.
 * @param cell returns the trimmed text in a column, '' without the column
 * @param file name of the file, for the list of differences
 */
export function readChargingLine(cell: (column: ChargingColumn) => string, file: string): UsageRecord | ChargingLineProblem {
  const iccid = normaliseIccid(cell('iccid'))
  const imsi = digits(cell('imsi'), 14, 15)
  const msisdn = digits(cell('msisdn').replace(/^\+/, ''), 7, 15)
  if (!iccid && !imsi && !msisdn) return 'no_sim'
  const sessionKey = cell('session')
  if (sessionKey === '' || sessionKey.length > 253) return 'no_session'
  const [startedAtMs, atMs] = [instant(cell('start')), instant(cell('stop'))]
  if (startedAtMs === undefined || atMs === undefined || atMs < startedAtMs) return 'bad_time'
  const [inputBytes, outputBytes] = [bytes(cell('uplink_bytes')), bytes(cell('downlink_bytes'))]
  if (inputBytes === undefined || outputBytes === undefined) return 'bad_bytes'
  const apn = cell('apn').toLowerCase()
  const ids = { ...(iccid && { iccid }), ...(imsi && { imsi }), ...(msisdn && { msisdn }) }
  const content = [iccid, imsi, msisdn, sessionKey, startedAtMs, atMs, inputBytes, outputBytes].join('\n')
  return {
    kind: 'stopped',
    clientId: 0,
    nas: '',
    ...ids,
    sessionKey,
    startedAtMs,
    atMs,
    hasSourceClock: true,
    inputBytes,
    outputBytes,
    facts: apn ? { apn } : {},
    finalBy: file,
    fingerprint: `cdr:${createHash('sha256').update(content).digest('base64url').slice(0, 22)}`,
  }
}
