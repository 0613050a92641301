import { isImsi, luhnDigit } from '#domain/identifiers.ts'

/** The data session of a charging row. */
export interface ChargedSession {
  /** whole seconds since the session started */
  readonly seconds: number
  readonly apn: string
  readonly ip: string
  readonly sgsnIp: string
  readonly ggsnIp: string
  /** uplink and downlink together, since the session started */
  readonly dataBytes: number
}

/** A row of the charging records that an SGSN writes into a file and sends as the trap `cdr-v1` (OsmoSGSN user manual). */
export interface ChargingRow {
  readonly at: Date
  readonly imsi: string
  /** 15 digits with the check digit; '' when the device did not send it */
  readonly imei: string
  readonly areaCode: number
  readonly cellId: number
  /** attach, update, detach, free; pdp-act, pdp-periodic, pdp-terminate, pdp-deact */
  readonly event: string
  /** undefined: a row of the device */
  readonly session: ChargedSession | undefined
}

const TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})$/

/**
 * Parses a row. A row without an IMSI repeats, after a cancel, a row that was sent with the IMSI before.
 * @returns undefined for such a row, for the header of a file and for malformed text
 */
export function readChargingRow(text: string): ChargingRow | undefined {
  const [time = '', imsi = '', imei = '', , cellId, lac, , event = '', ...rest] = text.trim().split(',')
  const at = readTime(time)
  if (!at || !isImsi(imsi) || event === '') return undefined
  const session = event.startsWith('pdp-') ? readSession(rest) : undefined
  if (event.startsWith('pdp-') && !session) return undefined
  return { at, imsi, imei: readImei(imei), areaCode: Number(lac), cellId: Number(cellId), event, session }
}

/** The time is in UTC, although the format does not name a zone. */
function readTime(text: string): Date | undefined {
  const parts = TIME.exec(text)?.slice(1).map(Number)
  if (!parts) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, ms = 0] = parts
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second, ms))
}

/** The last digit is 0 or belongs to the software version: the check digit is computed again (3GPP TS 23.003 section 6.2). */
function readImei(text: string): string {
  if (!/^\d{14,16}$/.test(text)) return ''
  const digits = text.slice(0, 14)
  return digits + luhnDigit(digits)
}

const WHOLE = /^\d+$/
const ADDRESS = /^[\d.]+$|^[\da-f:]+$/i

function readSession(cells: readonly string[]): ChargedSession | undefined {
  const [seconds = '', ggsnIp = '', sgsnIp = '', apn = '', ip = '', fromDevice = '', toDevice = ''] = cells
  if (![seconds, fromDevice, toDevice].every((cell) => WHOLE.test(cell)) || !ADDRESS.test(ip)) return undefined
  const address = (cell: string): string => (ADDRESS.test(cell) ? cell : '')
  return {
    seconds: Number(seconds),
    apn: apn === 'N/A' ? '' : apn,
    ip,
    sgsnIp: address(sgsnIp),
    ggsnIp: address(ggsnIp),
    dataBytes: Number(fromDevice) + Number(toDevice),
  }
}
