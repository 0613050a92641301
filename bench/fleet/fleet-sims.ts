import { luhnDigit } from '#domain/identifiers.ts'
import { USUAL_SILENCE_S } from '#domain/silence.ts'

/** Company 22 has this share of all SIMs. */
const GIANT_SHARE = 0.4
export const GIANT = 22
const LAST_COMPANY = 2000
const PLANS = 120
const PLAN_MB = [10, 50, 250, 1024] as const
const APNS = 20
const MB = 1024 * 1024

/** Card prefixes of the seven origins: country and issuer (ITU-T E.118). */
const PREFIXES = ['895603', '895601', '895106', '895407', '895202', '893490', '894920'] as const
const LABELS = ['Camión', 'Medidor', 'Terminal', 'Cámara frío', 'Rampla'] as const

/**
 * Administrative status by percentile: 86 % in use, 6 % on the shelf, 5 % hibernated, the rest scattered over the others, but for those
 * on their way somewhere and those that are over: the portal would move thousands of them at its start.
 */
const SCATTERED = [3, 4, 7, 9, 10] as const

/** Cities where fleets are, degrees of WGS 84. */
const CITIES = [
  ...[
    [-33.45, -70.65],
    [-33.05, -71.61],
    [-36.82, -73.04],
    [-23.65, -70.4],
    [-12.05, -77.04],
    [-8.11, -79.03],
    [-16.4, -71.54],
  ],
  ...[
    [-34.6, -58.38],
    [-31.42, -64.18],
    [-32.95, -60.65],
    [-34.9, -56.16],
    [-25.28, -57.64],
    [-17.78, -63.18],
    [-23.55, -46.63],
  ],
  ...[
    [-22.91, -43.17],
    [-19.92, -43.94],
    [-0.18, -78.47],
    [-2.19, -79.89],
    [4.71, -74.07],
    [6.24, -75.58],
    [3.45, -76.53],
  ],
  ...[
    [8.98, -79.52],
    [9.93, -84.08],
    [14.63, -90.51],
    [19.43, -99.13],
    [20.66, -103.35],
    [25.69, -100.32],
    [40.42, -3.7],
  ],
] as const

/** Nine in ten are within some tens of kilometres of a city, the others along the roads between two. */
function positionOf(n: number): { latitude: number; longitude: number } {
  const [latitude, longitude] = CITIES[Math.floor(fraction(n, 22) ** 2 * CITIES.length)] ?? CITIES[0]
  const [otherLatitude, otherLongitude] = CITIES[mix(n, 23) % 7] ?? CITIES[0]
  const way = mix(n, 24) % 10 === 0 ? fraction(n, 25) : 0
  const around = (salt: number): number => (fraction(n, salt) - 0.5) ** 3 * 4
  return {
    latitude: latitude + way * (otherLatitude - latitude) + around(26),
    longitude: longitude + way * (otherLongitude - longitude) + around(27),
  }
}

export interface BenchFleetSim {
  readonly companyId: number
  readonly iccid: string
  readonly imsi: string
  readonly msisdn: string
  readonly imei: string
  readonly device: string
  readonly planCode: string
  readonly originId: number
  readonly simTypeId: number
  readonly apnId: number
  readonly status: number
  readonly gprsStatus: number
  readonly label: string
  readonly route: string
  /** seconds before the fleet was made */
  readonly statusAgeS: number
  readonly activatedAgeS: number | undefined
  /** undefined: never seen in its network */
  readonly seenAgeS: number | undefined
  /** since when its silence is unusual; below zero: it is not yet */
  readonly unusualAgeS: number | undefined
  /** where it was when it was last seen */
  readonly position: { readonly latitude: number; readonly longitude: number }
  readonly dayBytes: number
  readonly cycleBytes: number
  readonly percent: number
  readonly ip: string
}

/** 32 pseudorandom bits, the same everywhere (the finaliser of MurmurHash3). */
function mix(n: number, salt: number): number {
  let h = Math.imul(n ^ Math.imul(salt, 0x9e3779b1), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** From 0 up to, not including, 1. */
const fraction = (n: number, salt: number): number => mix(n, salt) / 2 ** 32

function companyOf(n: number, total: number): number {
  if (n < total * GIANT_SHARE) return GIANT
  // the third power makes some hundred mid-sized companies and more than a thousand small ones
  return GIANT + 1 + Math.floor(fraction(n, 1) ** 3 * (LAST_COMPANY - GIANT))
}

function statusOf(n: number): number {
  const percentile = mix(n, 2) % 100
  if (percentile < 86) return 2
  if (percentile < 92) return 1
  return percentile < 97 ? 11 : (SCATTERED[mix(n, 3) % SCATTERED.length] ?? 3)
}

/** Share of the plan used: most use little, one in a thousand ran away. */
function usedShare(n: number): number {
  return mix(n, 4) % 1000 === 0 ? 1 + 20 * fraction(n, 5) : 1.1 * fraction(n, 5) ** 2
}

const DAY_S = 86_400

/**
 * The connected report each quarter of an hour. Of the others in use, three in ten have been silent for up to two months; what is
 * not in use was last seen before its status.
 */
function seenAgeOf(n: number, status: number, gprsStatus: number): number | undefined {
  if (status === 1) return undefined
  if (status !== 2) return (mix(n, 17) % 10_000_000) + (mix(n, 20) % DAY_S)
  if (gprsStatus === 1) return mix(n, 20) % 900
  return mix(n, 21) % 10 < 7 ? mix(n, 20) % DAY_S : DAY_S + (mix(n, 20) % (60 * DAY_S))
}

const padded = (value: number, digits: number): string => String(value).padStart(digits, '0')

/** Each company has two to four plans; a plan has its origin and its SIM type. */
function planOf(n: number, companyId: number): number {
  return (companyId * 7 + (mix(n, 6) % (2 + (companyId % 3))) * 31) % PLANS
}

function identifiers(n: number, plan: number): Pick<BenchFleetSim, 'iccid' | 'imsi' | 'msisdn' | 'imei'> {
  const card = (PREFIXES[plan % 7] ?? PREFIXES[0]) + padded((n * 7_368_787) % 1_000_000_007, 12)
  const device = `8643${padded(mix(n, 7), 10)}`
  return {
    iccid: card + luhnDigit(card),
    imsi: `73001${padded(mix(n, 8), 10)}`,
    msisdn: `569${padded(mix(n, 9) % 100_000_000, 8)}`,
    imei: device + luhnDigit(device),
  }
}

/** SIM number n of a fleet, the same on every machine. */
export function fleetSim(n: number, total: number): BenchFleetSim {
  const companyId = companyOf(n, total)
  const plan = planOf(n, companyId)
  const status = statusOf(n)
  const planMb = PLAN_MB[plan % 4] ?? 10
  const isActive = status === 2
  const gprsStatus = isActive ? (mix(n, 12) % 10 === 0 ? 2 : 1) : 0
  const share = isActive ? usedShare(n) : 0
  const seenAgeS = seenAgeOf(n, status, gprsStatus)
  const usualS = 3_600 * (1 + (mix(n, 20) % 47))
  return {
    companyId,
    ...identifiers(n, plan),
    device: `Tracker ${mix(n, 10) % 12}`,
    planCode: `P${padded(plan, 3)}`,
    originId: 1 + (plan % 7),
    simTypeId: 1 + (plan % 6),
    apnId: 1 + ((plan + (mix(n, 11) % 5 === 0 ? 1 : 0)) % APNS),
    status,
    gprsStatus,
    label: `${LABELS[mix(n, 13) % LABELS.length]} ${mix(n, 14) % 50_000}`,
    route: mix(n, 15) % 4 === 0 ? `Ruta ${mix(n, 16) % 900}` : '',
    statusAgeS: mix(n, 17) % 10_000_000,
    activatedAgeS: status === 1 ? undefined : 10_000_000 + (mix(n, 18) % 90_000_000),
    seenAgeS,
    unusualAgeS: seenAgeS === undefined ? undefined : seenAgeS - USUAL_SILENCE_S.factor * usualS,
    position: positionOf(n),
    dayBytes: Math.floor((share * planMb * MB) / 30),
    cycleBytes: Math.floor(share * planMb * MB),
    percent: Math.round(share * 100),
    ip: `10.${mix(n, 19) & 255}.${(mix(n, 19) >>> 8) & 255}.${(mix(n, 19) >>> 16) & 255}`,
  }
}
