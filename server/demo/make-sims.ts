import { luhnDigit } from '#domain/identifiers.ts'
import { ADMINISTRATIVE_STATUS, SIM_TYPE } from '#domain/sim-status.ts'
import { cutLimitMb } from './alarms.ts'
import { DEMO_PLANS } from './catalogue.ts'
import { OFF_SEASON } from './off-season.ts'
import type { CountryCode } from './places.ts'
import { PROFILES, type Profile } from './profiles.ts'
import { createRandom, type SeededNumbers, shuffle } from './random.ts'
import { DEMO_GROUPS, type Group, type Segment } from './segments.ts'

export interface DemoSim {
  readonly index: number
  readonly companyId: number
  readonly iccid: string
  readonly imsi: string
  readonly msisdn: string
  readonly imei: string
  readonly device: string
  readonly manufacturer: string
  readonly model: string
  readonly label: string
  readonly note: string
  readonly planCode: string
  readonly planMb: number
  readonly pooled: boolean
  readonly apnId: number
  readonly profile: Profile
  readonly country: CountryCode
  readonly status: number
  readonly connected: boolean
  /** days before now when the SIM was bought, first used (none: not yet) and came to its status */
  readonly boughtDaysAgo: number
  readonly activatedDaysAgo: number | undefined
  readonly statusDaysAgo: number
}

/** Deliveries of SIMs, days ago; each is one import. */
export const DELIVERIES = [1_000, 420, 150, 40] as const

/** How the numbers of an origin begin: ICCID (to 8 digits), IMSI (to 6) and MSISDN, and the digits that follow in the latter. */
const NUMBERING: Readonly<Record<number, readonly [iccid: string, imsi: string, msisdn: string, digits: number]>> = {
  1: ['89560300', '730020', '569', 8],
  2: ['89510600', '716060', '519', 8],
  3: ['89520201', '334030', '52', 10],
  4: ['89593002', '740000', '5939', 8],
  5: ['89540700', '722070', '549', 10],
  6: ['89012600', '310260', '1', 10],
  7: ['89492020', '262021', '4915', 9],
}

const NOTES: Readonly<Record<CountryCode, readonly string[]>> = {
  CL: ['Ruta 5 Sur', 'Zona centro', 'RM', 'Biobío', 'Arriendo', ''],
  PE: ['Carretera Central', 'Lima', 'Sierra sur', ''],
  MX: ['57D', 'Bajío', 'CDMX', 'Monterrey', ''],
  EC: ['Sierra', 'Quito', ''],
  AR: ['Ruta 7', 'Pampa', 'Cuyo', ''],
  US: ['I-10', 'Texas', ''],
}

const plans = new Map(DEMO_PLANS.map((plan) => [plan.plan_code, plan]))
const planOf = (code: string) => {
  const plan = plans.get(code)
  if (!plan) throw new Error(`no plan ${code}`)
  return plan
}

/** All SIMs of the demo, in the order of company and ICCID; the same for the same seed. */
export function makeSims(seed: number): DemoSim[] {
  const random = createRandom(seed)
  const sims: DemoSim[] = []
  const labels = new Map<string, number>()
  for (const group of DEMO_GROUPS) {
    const slots = group.segments.flatMap((segment) => Array.from({ length: segment.sims }, () => segment))
    const statuses = drawStatuses(group, slots, random)
    const connections = drawConnections(group, statuses, random)
    for (const [position, segment] of slots.entries()) {
      const status = statuses[position] ?? ADMINISTRATIVE_STATUS.active
      sims.push(makeSim(segment, { index: sims.length, status, connected: connections[position] ?? false, labels }, random))
    }
  }
  return sims.sort((a, b) => a.companyId - b.companyId || (a.iccid < b.iccid ? -1 : 1))
}

const CAN_HIBERNATE: readonly number[] = [SIM_TYPE.local, SIM_TYPE.global, SIM_TYPE.manager, SIM_TYPE.vodafone]
const HIBERNATING: readonly number[] = [ADMINISTRATIVE_STATUS.hibernationInProcess, ADMINISTRATIVE_STATUS.hibernated]

function drawStatuses({ statuses: quotas }: Group, slots: readonly Segment[], random: SeededNumbers): number[] {
  const drawn = Object.entries(quotas).flatMap(([status, sims]) => Array.from({ length: sims }, () => Number(status)))
  while (drawn.length < slots.length) drawn.push(ADMINISTRATIVE_STATUS.active)
  shuffle(drawn, random)
  const mayHibernate = slots.map(({ planCode }) => CAN_HIBERNATE.includes(planOf(planCode).sim_type_id))
  moveTo(drawn, HIBERNATING, mayHibernate)
  const mayBeCut = slots.map((segment) => cutLimitMb(segment) !== undefined)
  moveTo(drawn, [ADMINISTRATIVE_STATUS.deactivatedByAlarm], mayBeCut)
  return drawn
}

/** Gives statuses to SIMs that may have them: one that may not changes places with the first active one that may. */
function moveTo(drawn: number[], statuses: readonly number[], may: readonly boolean[]): void {
  for (const [position, status] of drawn.entries()) {
    if (!statuses.includes(status) || may[position]) continue
    const other = drawn.findIndex((theirs, at) => theirs === ADMINISTRATIVE_STATUS.active && may[at] === true)
    drawn[position] = ADMINISTRATIVE_STATUS.active
    drawn[other] = status
  }
}

function drawConnections({ disconnected }: Group, statuses: readonly number[], random: SeededNumbers): boolean[] {
  const active = statuses.flatMap((status, position) => (status === ADMINISTRATIVE_STATUS.active ? [position] : []))
  const without = new Set(shuffle(active, random).slice(0, disconnected))
  return statuses.map((status, position) => status === ADMINISTRATIVE_STATUS.active && !without.has(position))
}

interface Drawn {
  readonly index: number
  readonly status: number
  readonly connected: boolean
  readonly labels: Map<string, number>
}

function makeSim(segment: Segment, { index, status, connected, labels }: Drawn, random: SeededNumbers): DemoSim {
  const plan = planOf(segment.planCode)
  const profile: Profile = PROFILES[segment.profile]
  const isNew = status === ADMINISTRATIVE_STATUS.readyToUse
  const times = drawTimes(status, random)
  const [manufacturer, model, typeCode] = random.pick(profile.modules)
  const [iccidStart = '', imsiStart = '', msisdnStart = '', msisdnDigits = 8] = NUMBERING[plan.origin_id] ?? []
  // numbers of a delivery follow one another with small gaps, as on the sheets that carriers send
  const account = iccidStart + String(41_827_000_000 + index * 9 + random.whole(0, 8)).padStart(11, '0')
  const imei = typeCode + String(118_000 + index * 7 + random.whole(0, 6)).padStart(6, '0')
  const msisdn = msisdnStart + String(44_000_000 + index * 11 + random.whole(0, 10)).padStart(msisdnDigits, '5')
  const key = `${segment.companyId} ${profile.label}`
  const number = (labels.get(key) ?? 0) + 1
  if (!isNew) labels.set(key, number)
  const device = random.pick(profile.devices)
  const note = random.pick(NOTES[segment.country])
  return {
    index,
    companyId: segment.companyId,
    iccid: account + luhnDigit(account),
    imsi: imsiStart + String(100_000_000 + index * 13 + random.whole(0, 12)),
    msisdn,
    imei: isNew ? '' : imei + luhnDigit(imei),
    device: isNew ? '' : device,
    manufacturer: isNew ? '' : manufacturer,
    model: isNew ? '' : model,
    label: isNew ? '' : `${profile.label} ${String(number).padStart(2, '0')}`,
    note: isNew ? '' : note,
    planCode: segment.planCode,
    planMb: plan.data_mb,
    pooled: plan.pooled,
    apnId: segment.apnId,
    profile,
    country: segment.country,
    status,
    connected,
    ...times,
    ...(OFF_SEASON.isHibernated({ companyId: segment.companyId, index, status }) && { statusDaysAgo: OFF_SEASON.endedDaysAgo }),
  }
}

/** Statuses that a SIM comes to from an active life, with the span of days ago when it did. */
const STATUS_SPANS: Readonly<Record<number, readonly [number, number]>> = {
  [ADMINISTRATIVE_STATUS.deactivated]: [10, 200],
  [ADMINISTRATIVE_STATUS.suspended]: [1, 60],
  [ADMINISTRATIVE_STATUS.terminationInProcess]: [0.2, 1.5],
  [ADMINISTRATIVE_STATUS.terminated]: [1, 49],
  [ADMINISTRATIVE_STATUS.retired]: [51, 320],
  [ADMINISTRATIVE_STATUS.hibernationInProcess]: [0.02, 0.9],
  [ADMINISTRATIVE_STATUS.terminationRequested]: [0.1, 2.8],
  [ADMINISTRATIVE_STATUS.deactivatedByAlarm]: [0.3, 6],
  [ADMINISTRATIVE_STATUS.hibernated]: [4, 180],
}

function drawTimes(
  status: number,
  random: SeededNumbers,
): Pick<DemoSim, 'boughtDaysAgo' | 'activatedDaysAgo' | 'statusDaysAgo'> {
  if (status === ADMINISTRATIVE_STATUS.readyToUse) {
    const bought = random.chance(0.7) ? 40 : 150
    return { boughtDaysAgo: bought, activatedDaysAgo: undefined, statusDaysAgo: bought }
  }
  const [from, to] = STATUS_SPANS[status] ?? [0, 0]
  const statusDaysAgo = random.between(from, to)
  // most of a fleet is a year old or older; a few came in the last weeks
  const age = random.chance(0.08) ? random.between(3, 60) : random.between(60, 940)
  const activatedDaysAgo = Math.min(Math.max(age, statusDaysAgo + 80), 990)
  const boughtDaysAgo = DELIVERIES.findLast((delivery) => delivery > activatedDaysAgo + 2) ?? DELIVERIES[0]
  return {
    boughtDaysAgo,
    activatedDaysAgo,
    statusDaysAgo: status === ADMINISTRATIVE_STATUS.active ? activatedDaysAgo : statusDaysAgo,
  }
}
