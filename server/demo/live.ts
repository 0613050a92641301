import { encodeLine } from '#contract/list-codec.ts'
import { unusualFrom } from '#domain/silence.ts'
import { ADMINISTRATIVE_STATUS, GPRS_STATUS } from '#domain/sim-status.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { BYTES_PER_MB, consumptionPercent } from '#domain/usage.ts'
import { DEMO_APNS } from './catalogue.ts'
import type { DemoSim } from './make-sims.ts'
import { COUNTRIES, placeIn } from './places.ts'
import { createRandom, type SeededNumbers } from './random.ts'
import type { Calendar, UsageSums } from './usage.ts'

const apnOf = new Map(DEMO_APNS.map(({ apn_id, apn }) => [apn_id, apn]))

/** One data session of a SIM; without an end it is open. */
export interface DemoSession {
  readonly startedAt: number
  readonly stoppedAt: number | undefined
  readonly bytes: number
}

/** The network's present state of a SIM, besides its usage. */
export interface Live {
  readonly gprsStatus: number
  readonly ip: string | null
  readonly servingNetwork: string
  readonly radio: string
  readonly registeredAt: number | undefined
  /** as domain/silence.ts estimates it */
  readonly usualSilenceSeconds: number | undefined
  readonly place: readonly [number, number] | undefined
  readonly locatedAt: number | undefined
  /** the latest first */
  readonly sessions: readonly DemoSession[]
}

const NOTHING: Live = {
  gprsStatus: GPRS_STATUS.notAvailable,
  ip: null,
  servingNetwork: '',
  radio: '',
  registeredAt: undefined,
  usualSilenceSeconds: undefined,
  place: undefined,
  locatedAt: undefined,
  sessions: [],
}

/** A lifelike present for a SIM; the same for the same seed and moment. */
export function liveOf(sim: DemoSim, sums: UsageSums, now: number, seed: number): Live {
  if (sim.activatedDaysAgo === undefined) return NOTHING
  const random = createRandom(Math.imul(sim.index + 1, 1_597_334_677) ^ seed)
  const sessions = drawSessions(sim, sums, now, random)
  const [latest] = sessions
  if (!latest) return NOTHING
  const lastSeen = latest.stoppedAt ?? now - random.between(0.2, 40) * MINUTE_MS
  const isInService = sim.status === ADMINISTRATIVE_STATUS.active || sim.status === ADMINISTRATIVE_STATUS.deactivatedByAlarm
  const { networks } = COUNTRIES[sim.country]
  return {
    gprsStatus: sim.connected ? GPRS_STATUS.activated : isInService ? GPRS_STATUS.deactivated : GPRS_STATUS.notAvailable,
    ip: sim.connected ? `10.${40 + sim.companyId}.${(sim.index >> 8) & 255}.${sim.index & 255}` : null,
    servingNetwork: random.chance(0.86) ? (networks[0] ?? '') : random.pick(networks),
    radio: random.pick(sim.profile.radio),
    registeredAt: lastSeen,
    // vehicles rest at night and at weekends
    usualSilenceSeconds: ((sim.profile.isVehicle ? 9 : 2) + (sim.index % 37)) * (HOUR_MS / 1000),
    place: placeIn(sim.country, sim.profile.isVehicle, random),
    locatedAt: lastSeen - random.between(0, 30) * MINUTE_MS,
    sessions,
  }
}

function drawSessions(sim: DemoSim, sums: UsageSums, now: number, random: SeededNumbers): DemoSession[] {
  const first = now - (sim.activatedDaysAgo ?? 0) * DAY_MS
  const ended = sim.status === ADMINISTRATIVE_STATUS.active ? now : now - sim.statusDaysAgo * DAY_MS
  const sessions: DemoSession[] = []
  let until = ended
  if (sim.connected) {
    const startedAt = now - random.between(0.05, 20) * HOUR_MS
    sessions.push({ startedAt, stoppedAt: undefined, bytes: Math.round(sums.dayBytes * random.between(0.3, 0.9)) })
    until = startedAt
  }
  // one in ten of those without a session has been silent for days
  const silence = sim.connected || random.chance(0.9) ? random.between(0.02, 6) : random.between(30, 200)
  // the cut of its data ended its last session
  if (sim.status === ADMINISTRATIVE_STATUS.deactivatedByAlarm) until += silence * HOUR_MS
  for (let count = sim.connected ? 1 : 2; count > 0; count--) {
    const stoppedAt = until - silence * HOUR_MS
    const startedAt = stoppedAt - random.between(0.3, 22) * HOUR_MS
    if (startedAt <= first) break
    const bytes = Math.round(random.between(...sim.profile.dayMb) * BYTES_PER_MB * ((stoppedAt - startedAt) / DAY_MS))
    sessions.push({ startedAt, stoppedAt, bytes })
    until = startedAt
  }
  return sessions
}

const iso = (milliseconds: number | undefined): string | null =>
  milliseconds === undefined ? null : new Date(Math.floor(milliseconds / 1000) * 1000).toISOString()

const unusualSince = ({ registeredAt, usualSilenceSeconds }: Live): number | undefined =>
  registeredAt === undefined || usualSilenceSeconds === undefined
    ? undefined
    : unusualFrom(new Date(registeredAt), usualSilenceSeconds).getTime()

export const LIVE_COLUMNS =
  'company_id, iccid, gprs_status, ip, sgsn_ip, ggsn_ip, serving_network, radio_technology, registered_at, usual_silence_seconds, unusual_from, ' +
  'latitude, longitude, located_at, connection_started_at, connection_stopped_at, usage_day, day_data_bytes, day_voice_seconds, day_sms, cycle_start, ' +
  'cycle_data_bytes, cycle_voice_seconds, cycle_sms, plan_percent, updated_at'

/** The row of sim_live, as COPY takes it. */
export function liveLine(sim: DemoSim, live: Live, sums: UsageSums, calendar: Calendar, now: number): string {
  const [latest] = live.sessions
  const gateway = latest ? sim.index % 4 : undefined
  return encodeLine([
    sim.companyId,
    sim.iccid,
    live.gprsStatus,
    live.ip,
    gateway === undefined ? null : `10.200.${gateway}.${11 + (sim.index % 7)}`,
    gateway === undefined ? null : `10.201.${gateway}.5`,
    live.servingNetwork,
    live.radio,
    iso(live.registeredAt),
    live.usualSilenceSeconds ?? null,
    iso(unusualSince(live)),
    live.place?.[0] ?? null,
    live.place?.[1] ?? null,
    iso(live.locatedAt),
    iso(latest?.startedAt),
    iso(latest?.stoppedAt),
    calendar.days.at(-1),
    sums.dayBytes,
    sums.dayVoiceSeconds,
    sums.daySms,
    calendar.cycleStart,
    sums.cycleBytes,
    sums.cycleVoiceSeconds,
    sums.cycleSms,
    consumptionPercent(sums.cycleBytes, sim.planMb),
    iso(now),
  ])
}

export const SESSION_COLUMNS =
  'company_id, iccid, session_key, started_at, stopped_at, apn, ip, serving_network, radio_technology, data_bytes'

/** The rows of data_sessions, as COPY takes them. */
export function sessionLines(sim: DemoSim, live: Live): string[] {
  return live.sessions.map(({ startedAt, stoppedAt, bytes }) =>
    encodeLine([
      sim.companyId,
      sim.iccid,
      `${sim.index.toString(16).padStart(6, '0')}-${Math.floor(startedAt / 1000).toString(16)}`,
      iso(startedAt),
      iso(stoppedAt),
      apnOf.get(sim.apnId) ?? '',
      stoppedAt === undefined ? live.ip : null,
      live.servingNetwork,
      live.radio,
      bytes,
    ]),
  )
}
