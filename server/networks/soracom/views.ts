import { isImei, isImsi, normaliseMsisdn } from '#domain/identifiers.ts'
import type {
  NetworkInventoryRow,
  NetworkView,
  RadioTechnology,
  Registration,
  ReportedState,
  ServingCell,
  ServingNetwork,
} from '../network-types.ts'
import type { SoracomCell, SoracomSim } from './answers.ts'

/** Soracom's words for the state of a SIM (document, schema Sim.status). A word that is not here changes nothing. */
const STATES: ReadonlyMap<string, ReportedState> = new Map([
  ['ready', 'inactive'],
  ['active', 'active'],
  // 'data sessions are temporarily blocked', at no fee and as often as one likes
  ['inactive', 'data_cut'],
  ['standby', 'suspended'],
  ['suspended', 'suspended'],
  ['terminated', 'terminated'],
])

/** In the document in capitals, in answers that they show also in small letters. */
const RADIO: ReadonlyMap<string, RadioTechnology> = new Map([
  ['3g', 'UMTS'],
  ['gsm', 'GSM'],
  ['lte', 'LTE'],
  ['lte-m', 'LTE-M'],
  ['nb-iot', 'NB-IoT'],
])

/** The first SIMs of the carrier; what lies before is no time. */
const EARLIEST_MS = Date.UTC(2015, 0, 1)
/** By how much their clock may be ahead of ours. */
const AHEAD_MS = 60_000

/** The state by Soracom's word for it. */
export const stateOf = (word: string): ReportedState => STATES.get(word) ?? 'unrecognised'

/** A moment that they tell, undefined when it can't be one. */
export function momentOf(millis: number | null | undefined, now: Date): Date | undefined {
  if (millis === null || millis === undefined) return undefined
  if (millis < EARLIEST_MS || millis > now.getTime() + AHEAD_MS) return undefined
  return new Date(Math.min(millis, now.getTime()))
}

/** A SIM as the port has it. Since when it is so is not told there. */
export function viewOf({ status }: SoracomSim, now: Date): NetworkView {
  return { state: stateOf(status), vendorState: status, since: undefined, pending: undefined, asOf: now }
}

/** Mobile network codes of one digit lack their zero (document, schema Cell). */
export function servingNetworkOf(cell: SoracomCell | null | undefined): ServingNetwork | undefined {
  const { mcc, mnc } = cell ?? {}
  if (mcc === null || mcc === undefined || mnc === null || mnc === undefined) return undefined
  if (mcc < 200 || mcc > 999 || mnc < 0 || mnc > 999) return undefined
  return { mcc: String(mcc), mnc: String(mnc).padStart(2, '0') }
}

/** How a device is served, by the cell that is told of its session; undefined for a word that is not known. */
export const radioOf = (cell: SoracomCell | null | undefined): RadioTechnology | undefined =>
  RADIO.get((cell?.radioType ?? '').toLowerCase())

/** Area and cell within the bits that they have: 16 and 16 for 2G and 3G, 16 and 28 for LTE. */
export function cellOf(cell: SoracomCell | null | undefined): ServingCell | undefined {
  const { lac, ci, tac, eci } = cell ?? {}
  return inside(tac, eci, 2 ** 28) ?? inside(lac, ci, 2 ** 16)
}

function inside(area: number | null | undefined, id: number | null | undefined, ids: number): ServingCell | undefined {
  if (area === null || area === undefined || id === null || id === undefined) return undefined
  return area >= 0 && area < 2 ** 16 && id >= 0 && id < ids ? { areaCode: area, cellId: id } : undefined
}

/** The device's number (3GPP TS 23.003 section 6.2.1); '' when it is none. */
export const imeiOf = (imei: string | null | undefined): string => (isImei(imei ?? '') ? (imei ?? '') : '')

const IP = /^[\d.]{7,15}$|^[\da-fA-F:.]{3,45}$/
/** An address by its signs; '' when it is none. */
export const ipOf = (ip: string | null | undefined): string => (IP.test(ip ?? '') ? (ip ?? '') : '')

/** What they believe of the device: online is a data session that nobody has ended, which may outlive the device by hours. */
export function registrationOf(sim: SoracomSim, now: Date): Registration | undefined {
  const { sessionStatus, previousSession } = sim
  const last = sessionStatus?.online === true ? sessionStatus : previousSession
  const lastUpdateAt =
    momentOf(sim.lastLocationUpdateTime, now) ??
    momentOf(sessionStatus?.lastUpdatedAt, now) ??
    momentOf(previousSession?.deletedTime, now)
  const isRegistered = sessionStatus?.online === true
  if (!isRegistered && !lastUpdateAt) return undefined
  return {
    isRegistered,
    servingNetwork: servingNetworkOf(last?.cell),
    radioTechnology: radioOf(last?.cell),
    lastUpdateAt,
    imei: imeiOf(last?.imei),
  }
}

/** The number of a SIM or of a profile (ITU-T E.118), with or without its check digit. */
export const isIccid = (text: string): boolean => /^\d{18,20}$/.test(text)

/** Every ICCID that a SIM has: an eSIM has one for each profile. */
export function iccidsOf({ simId, profiles }: SoracomSim): string[] {
  const all = [simId, ...Object.entries(profiles ?? {}).flatMap(([key, { iccid }]) => [key, iccid ?? ''])]
  return [...new Set(all.filter(isIccid))]
}

/** The profile that is switched on, else the one that gave the SIM its name. */
function profileOf({ profiles = {}, activeProfileId, simId }: SoracomSim) {
  const all = profiles ?? {}
  return all[activeProfileId ?? ''] ?? all[simId] ?? Object.values(all)[0]
}

/** A SIM as it is taken into the portal, its ICCID as they have it; undefined for one without any. */
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
    imei: imeiOf(sim.sessionStatus?.imei),
    state: stateOf(sim.status),
    vendorState: sim.status,
    label: sim.tags?.name ?? '',
  }
}
