import { isImei, isImsi, normaliseMsisdn } from '#domain/identifiers.ts'
import type { ReportedState } from '#domain/sim-lifecycle.ts'
import type {
  NetworkInventoryRow,
  NetworkView,
  RadioTechnology,
  Registration,
  ServingCell,
  ServingNetwork,
} from '../network-types.ts'
import type { SoracomCell, SoracomSim } from './answers.ts'

/** Soracom's states of a SIM (document, schema Sim.status). An unmapped one changes nothing. */
const STATES: ReadonlyMap<string, ReportedState> = new Map([
  ['ready', 'inactive'],
  ['active', 'active'],
  // 'data sessions are temporarily blocked', free of charge and repeatable
  ['inactive', 'data_cut'],
  ['standby', 'suspended'],
  ['suspended', 'suspended'],
  ['terminated', 'terminated'],
])

/** Upper case in the document, sometimes lower case in answers. */
const RADIO: ReadonlyMap<string, RadioTechnology> = new Map([
  ['3g', 'UMTS'],
  ['gsm', 'GSM'],
  ['lte', 'LTE'],
  ['lte-m', 'LTE-M'],
  ['nb-iot', 'NB-IoT'],
])

/** Launch of the carrier; earlier times are invalid. */
const EARLIEST_MS = Date.UTC(2015, 0, 1)
/** Maximum clock skew of the API. */
const MAX_CLOCK_SKEW_MS = 60_000

/** Maps Soracom's state to the port's. */
export const mapState = (word: string): ReportedState => STATES.get(word) ?? 'unrecognised'

/** A reported time; undefined when it is implausible. */
export function plausibleTime(millis: number | null | undefined, now: Date): Date | undefined {
  if (millis === null || millis === undefined) return undefined
  if (millis < EARLIEST_MS || millis > now.getTime() + MAX_CLOCK_SKEW_MS) return undefined
  return new Date(Math.min(millis, now.getTime()))
}

/** Converts a SIM to the port's view. Soracom does not report since when. */
export function soracomView(sim: SoracomSim, now: Date): NetworkView {
  const { status, speedClass } = sim
  return {
    state: mapState(status),
    vendorState: status,
    since: undefined,
    pending: undefined,
    profile: speedClass ?? undefined,
    deviceLock: imeiLockOf(sim),
    asOf: now,
  }
}

/** The IMEI to which a SIM is locked, '' for none (document, schema ImeiLock). */
export const imeiLockOf = ({ imeiLock }: SoracomSim): string => imeiLock?.imei ?? ''

/** The serving network of a cell; network codes of one digit lack their leading zero (document, schema Cell). */
export function soracomServingNetwork(cell: SoracomCell | null | undefined): ServingNetwork | undefined {
  const { mcc, mnc } = cell ?? {}
  if (mcc === null || mcc === undefined || mnc === null || mnc === undefined) return undefined
  if (mcc < 200 || mcc > 999 || mnc < 0 || mnc > 999) return undefined
  return { mcc: String(mcc), mnc: String(mnc).padStart(2, '0') }
}

/** The radio technology of a session's cell; undefined for an unmapped value. */
export const soracomRadioTechnology = (cell: SoracomCell | null | undefined): RadioTechnology | undefined =>
  RADIO.get((cell?.radioType ?? '').toLowerCase())

/** Area and cell id within their bit widths: 16 and 16 for 2G and 3G, 16 and 28 for LTE. */
export function soracomCellOf(cell: SoracomCell | null | undefined): ServingCell | undefined {
  const { lac, ci, tac, eci } = cell ?? {}
  return inside(tac, eci, 2 ** 28) ?? inside(lac, ci, 2 ** 16)
}

function inside(area: number | null | undefined, id: number | null | undefined, ids: number): ServingCell | undefined {
  if (area === null || area === undefined || id === null || id === undefined) return undefined
  return area >= 0 && area < 2 ** 16 && id >= 0 && id < ids ? { areaCode: area, cellId: id } : undefined
}

/** A valid IMEI (3GPP TS 23.003 section 6.2.1), else ''. */
export const validImei = (imei: string | null | undefined): string => (isImei(imei ?? '') ? (imei ?? '') : '')

const IP = /^[\d.]{7,15}$|^[\da-fA-F:.]{3,45}$/
/** A valid IP address by its characters, else ''. */
export const validIp = (ip: string | null | undefined): string => (IP.test(ip ?? '') ? (ip ?? '') : '')

/** The registration of the device: online means an open data session, which may outlive the device by hours. */
export function soracomRegistration(sim: SoracomSim, now: Date): Registration | undefined {
  const { sessionStatus, previousSession } = sim
  const last = sessionStatus?.online === true ? sessionStatus : previousSession
  const lastUpdateAt =
    plausibleTime(sim.lastLocationUpdateTime, now) ??
    plausibleTime(sessionStatus?.lastUpdatedAt, now) ??
    plausibleTime(previousSession?.deletedTime, now)
  const isRegistered = sessionStatus?.online === true
  if (!isRegistered && !lastUpdateAt) return undefined
  return {
    isRegistered,
    servingNetwork: soracomServingNetwork(last?.cell),
    radioTechnology: soracomRadioTechnology(last?.cell),
    lastUpdateAt,
    imei: validImei(last?.imei),
  }
}

/** Whether a text has the form of an ICCID (ITU-T E.118), with or without its check digit. */
export const isIccid = (text: string): boolean => /^\d{18,20}$/.test(text)

/** All ICCIDs of a SIM: an eSIM has one for each profile. */
export function soracomIccids({ simId, profiles }: SoracomSim): string[] {
  const all = [simId, ...Object.entries(profiles ?? {}).flatMap(([key, { iccid }]) => [key, iccid ?? ''])]
  return [...new Set(all.filter(isIccid))]
}

/** The active profile, else the one with the SIM's id. */
function profileOf({ profiles = {}, activeProfileId, simId }: SoracomSim) {
  const all = profiles ?? {}
  return all[activeProfileId ?? ''] ?? all[simId] ?? Object.values(all)[0]
}

/** Converts a SIM for import into the portal; undefined for one without an ICCID. */
export function inventoryRowOf(sim: SoracomSim): NetworkInventoryRow | undefined {
  const profile = profileOf(sim)
  const iccid = profile?.iccid ?? sim.simId
  if (!isIccid(iccid)) return undefined
  const imsi = profile?.primaryImsi ?? ''
  const msisdn = profile?.subscribers?.[imsi]?.msisdn ?? ''
  return {
    iccid,
    imsi: isImsi(imsi) ? imsi : '',
    msisdn: normaliseMsisdn(msisdn) ?? '',
    imei: validImei(sim.sessionStatus?.imei),
    state: mapState(sim.status),
    vendorState: sim.status,
    label: sim.tags?.name ?? '',
  }
}
