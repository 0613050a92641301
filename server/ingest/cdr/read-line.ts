import { createHash } from 'node:crypto'
import { normaliseIccid } from '#domain/identifiers.ts'
import type { UsageRecord } from '../../usage/usage-record.ts'

/** Columns of a file of charging records, as docs/charging-records.md describes them. */
export const COLUMNS = ['iccid', 'imsi', 'msisdn', 'session', 'start', 'stop', 'uplink_bytes', 'downlink_bytes', 'apn'] as const
export type Column = (typeof COLUMNS)[number]
export const REQUIRED: readonly Column[] = ['session', 'start', 'stop', 'uplink_bytes', 'downlink_bytes']

/** Why a line is left out. */
export type LineProblem = 'no_sim' | 'no_session' | 'bad_time' | 'bad_bytes'

/** ISO 8601 with an offset: a time without one is nobody's (RFC 3339 section 5.6). */
const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/

function instant(text: string): number | undefined {
  const ms = INSTANT.test(text) ? Date.parse(text.replace(' ', 'T')) : Number.NaN
  return Number.isNaN(ms) ? undefined : ms
}

function bytes(text: string): number | undefined {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(value) ? value : undefined
}

const digits = (text: string, least: number, most: number): string | undefined =>
  /^\d+$/.test(text) && text.length >= least && text.length <= most ? text : undefined

/**
 * A line as the record that it is: the whole of one session, which wins over what was counted of it.
 * @param of the trimmed text in a column, '' where the file has none
 * @param file names the file, for the list of differences
 */
export function readLine(of: (column: Column) => string, file: string): UsageRecord | LineProblem {
  const iccid = normaliseIccid(of('iccid'))
  const imsi = digits(of('imsi'), 14, 15)
  const msisdn = digits(of('msisdn').replace(/^\+/, ''), 7, 15)
  if (!iccid && !imsi && !msisdn) return 'no_sim'
  const sessionKey = of('session')
  if (sessionKey === '' || sessionKey.length > 253) return 'no_session'
  const [startedAtMs, atMs] = [instant(of('start')), instant(of('stop'))]
  if (startedAtMs === undefined || atMs === undefined || atMs < startedAtMs) return 'bad_time'
  const [inputBytes, outputBytes] = [bytes(of('uplink_bytes')), bytes(of('downlink_bytes'))]
  if (inputBytes === undefined || outputBytes === undefined) return 'bad_bytes'
  const apn = of('apn').toLowerCase()
  const named = { ...(iccid && { iccid }), ...(imsi && { imsi }), ...(msisdn && { msisdn }) }
  const said = [iccid, imsi, msisdn, sessionKey, startedAtMs, atMs, inputBytes, outputBytes].join('\n')
  return {
    kind: 'stopped',
    clientId: 0,
    nas: '',
    ...named,
    sessionKey,
    startedAtMs,
    atMs,
    hasSourceClock: true,
    inputBytes,
    outputBytes,
    facts: apn ? { apn } : {},
    finalBy: file,
    fingerprint: `cdr:${createHash('sha256').update(said).digest('base64url').slice(0, 22)}`,
  }
}
