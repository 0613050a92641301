import { countriesOfNetwork } from './countries.ts'
import { isSameDevice } from './locks.ts'
import { ADMINISTRATIVE_STATUS, TECHNICAL_STATUS } from './sim-status.ts'

/**
 * CAMARA, the telecoms’ common API: what its documents ask, from what the portal has of a SIM.
 * @see https://github.com/camaraproject
 */

export type NetworkGeneration = '2G' | '3G' | '4G' | '5G' | 'UNKNOWN'

const GENERATIONS: ReadonlyMap<string, NetworkGeneration> = new Map([
  ['GSM', '2G'],
  ['UMTS', '3G'],
  ['LTE', '4G'],
  ['LTE-M', '4G'],
  ['NB-IoT', '4G'],
  ['NR', '5G'],
])

/** The generation of a radio technology (3GPP TS 29.061 section 16.4.7.2). */
export const networkGeneration = (radioTechnology: string): NetworkGeneration => GENERATIONS.get(radioTechnology) ?? 'UNKNOWN'

export interface Roaming {
  readonly isRoaming: boolean
  /** mobile country code of the serving network */
  readonly mcc: string
  /** ISO 3166-1 alpha-2; none for international networks */
  readonly countries: readonly string[]
}

/**
 * Whether a SIM is outside of its home country. National roaming does not count: countries have several home networks of one operator.
 * @param network MCC-MNC of the serving network
 * @returns undefined when one of both is not known
 */
export function roamingOf(imsi: string, network: string): Roaming | undefined {
  if (imsi === '' || network === '') return undefined
  const mcc = network.slice(0, 3)
  const [countries, home] = [countriesOfNetwork(mcc), countriesOfNetwork(imsi)]
  const isHome = imsi.startsWith(mcc) || countries.some((country) => home.includes(country))
  return { isRoaming: !isHome, mcc, countries }
}

export type Verification =
  | { readonly result: 'TRUE' | 'FALSE' }
  /** percent of the located circle that is in the asked one */
  | { readonly result: 'PARTIAL'; readonly matchRate: number }

interface Circles {
  /** between the centres, metres */
  readonly distanceM: number
  /** of the circle in which the SIM is, metres */
  readonly locatedM: number
  /** of the circle that is asked about, metres */
  readonly askedM: number
}

/** Whether a SIM that is somewhere in one circle is in another one; as on a plane, which is exact enough up to some hundred km. */
export function verifyCircle({ distanceM, locatedM, askedM }: Circles): Verification {
  if (distanceM + locatedM <= askedM) return { result: 'TRUE' }
  if (distanceM >= locatedM + askedM) return { result: 'FALSE' }
  const shared = sharedArea(distanceM, locatedM, askedM) / (Math.PI * locatedM ** 2)
  return { result: 'PARTIAL', matchRate: Math.min(99, Math.max(1, Math.round(shared * 100))) }
}

/** Of two circles that overlap. */
function sharedArea(distance: number, one: number, other: number): number {
  if (distance <= Math.abs(one - other)) return Math.PI * Math.min(one, other) ** 2
  /** between the centre of a circle and the points where both meet */
  const angle = (own: number, far: number): number =>
    Math.acos(Math.min(1, Math.max(-1, (distance ** 2 + own ** 2 - far ** 2) / (2 * distance * own))))
  const segment = (radius: number, half: number): number => radius ** 2 * (half - Math.sin(half) * Math.cos(half))
  return segment(one, angle(one, other)) + segment(other, angle(other, one))
}

/** A line of a SIM's timeline that names the device in which it is from then on. */
export interface DeviceEvent {
  readonly at: string
  readonly kind: string
  readonly imei: string
}

/** The kinds of those lines: another device; one that a lock holds, refuses, or takes back. */
export const DEVICE_EVENTS = ['imei_changed', 'lock_bound', 'lock_broken', 'lock_mended'] as const

/**
 * When a SIM came into the device in which it is. A line of a lock that holds its device may be about the device of before: it counts
 * when an earlier line names another one.
 * @param events latest first
 * @param current the device reported last; undefined for none
 */
export function latestDeviceChange(
  events: readonly DeviceEvent[],
  current: { readonly imei: string; readonly firstSeen: string } | undefined,
): string | undefined {
  const changed = events.find(({ kind, imei }, n) => {
    const before = events[n + 1]
    return before ? !isSameDevice(before.imei, imei) : kind !== 'lock_bound'
  })
  const moments = [changed?.at, current?.firstSeen].filter((at) => at !== undefined)
  return moments.sort((one, other) => Date.parse(other) - Date.parse(one))[0]
}

const MIB = 1024 ** 2
const GIB = 1024 ** 3
export const VOLUME_UNITS = { MiB: MIB, GiB: GIB } as const

/** @param bytes that are left */
export function dataVolumeCategory(bytes: number): '<200MiB' | '<1GiB' | '<5GiB' | '>=5GiB' {
  if (bytes < 200 * MIB) return '<200MiB'
  if (bytes < GIB) return '<1GiB'
  return bytes < 5 * GIB ? '<5GiB' : '>=5GiB'
}

export type ServiceState = 'active' | 'suspended'

/** Which services a SIM has: by the network's status; an alarm, a lock or a rule cuts its data only. */
export function servicesOf(
  technicalStatus: number,
  administrativeStatus: number,
): { voiceSms: ServiceState; data: ServiceState } {
  const { activated, test } = TECHNICAL_STATUS
  const isInService = technicalStatus === activated || technicalStatus === test
  const hasData = isInService && administrativeStatus !== ADMINISTRATIVE_STATUS.deactivatedByAlarm
  return { voiceSms: isInService ? 'active' : 'suspended', data: hasData ? 'active' : 'suspended' }
}
