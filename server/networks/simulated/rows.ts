import type { NetworkSimState } from '#domain/sim-lifecycle.ts'
import type { RadioTechnology, SessionEndCause } from '../network-types.ts'
import type { DeviceBehaviour, PendingCommand, SimulatedSim, WaitingReset } from './sim.ts'

/** A row of simulated_network.sims. */
export interface SimulatedSimRow {
  iccid: string
  network_id: string
  state: NetworkSimState
  state_since: Date
  pending: PendingCommand | null
  pending_due_at: Date | null
  waiting_reset: WaitingReset | null
  imei: string
  device_lock: string
  apn: string
  device: string
  usual_day_bytes: number
  behaviour: DeviceBehaviour
  behaviour_until: number
  is_registered: boolean
  serving_network: string
  home_network: string
  radio_technology: RadioTechnology
  seen_at: Date | null
  latitude: number | null
  longitude: number | null
  home_latitude: number | null
  home_longitude: number | null
  session_key: string | null
  session_started_at: Date | null
  session_stopped_at: Date | null
  session_bytes: number
  session_counted_to: number
  session_ip: string
  session_sgsn_ip: string
  session_ggsn_ip: string
  session_end_cause: SessionEndCause | null
  next_action_at: number | null
}

const placeOf = (latitude: number | null, longitude: number | null): readonly [number, number] | null =>
  latitude === null || longitude === null ? null : [latitude, longitude]

export function fromRow(row: SimulatedSimRow): SimulatedSim {
  const session =
    row.session_key === null || row.session_started_at === null
      ? null
      : {
          key: row.session_key,
          startedAt: row.session_started_at,
          stoppedAt: row.session_stopped_at,
          bytes: row.session_bytes,
          countedTo: row.session_counted_to,
          ip: row.session_ip,
          sgsnIp: row.session_sgsn_ip,
          ggsnIp: row.session_ggsn_ip,
          endCause: row.session_end_cause,
        }
  return {
    iccid: row.iccid,
    networkId: row.network_id,
    state: row.state,
    stateSince: row.state_since,
    pending: row.pending,
    pendingDueAt: row.pending_due_at,
    waitingReset: row.waiting_reset,
    imei: row.imei,
    deviceLock: row.device_lock,
    apn: row.apn,
    device: row.device,
    usualDayBytes: row.usual_day_bytes,
    behaviour: row.behaviour,
    behaviourUntil: row.behaviour_until,
    isRegistered: row.is_registered,
    servingNetwork: row.serving_network,
    homeNetwork: row.home_network,
    radioTechnology: row.radio_technology,
    seenAt: row.seen_at,
    place: placeOf(row.latitude, row.longitude),
    home: placeOf(row.home_latitude, row.home_longitude),
    session,
    nextActionAt: row.next_action_at,
  }
}

export function toRow(sim: SimulatedSim): SimulatedSimRow {
  const { session } = sim
  return {
    iccid: sim.iccid,
    network_id: sim.networkId,
    state: sim.state,
    state_since: sim.stateSince,
    pending: sim.pending,
    pending_due_at: sim.pendingDueAt,
    waiting_reset: sim.waitingReset,
    imei: sim.imei,
    device_lock: sim.deviceLock,
    apn: sim.apn,
    device: sim.device,
    usual_day_bytes: sim.usualDayBytes,
    behaviour: sim.behaviour,
    behaviour_until: sim.behaviourUntil,
    is_registered: sim.isRegistered,
    serving_network: sim.servingNetwork,
    home_network: sim.homeNetwork,
    radio_technology: sim.radioTechnology,
    seen_at: sim.seenAt,
    latitude: sim.place?.[0] ?? null,
    longitude: sim.place?.[1] ?? null,
    home_latitude: sim.home?.[0] ?? null,
    home_longitude: sim.home?.[1] ?? null,
    session_key: session?.key ?? null,
    session_started_at: session?.startedAt ?? null,
    session_stopped_at: session?.stoppedAt ?? null,
    session_bytes: session?.bytes ?? 0,
    session_counted_to: session?.countedTo ?? 0,
    session_ip: session?.ip ?? '',
    session_sgsn_ip: session?.sgsnIp ?? '',
    session_ggsn_ip: session?.ggsnIp ?? '',
    session_end_cause: session?.endCause ?? null,
    next_action_at: sim.nextActionAt,
  }
}

/** Columns that commands, device actions and routes may change: all but the identity of SIM and device. */
export const MUTABLE_COLUMNS = [
  'network_id',
  'state',
  'state_since',
  'pending',
  'pending_due_at',
  'waiting_reset',
  'device_lock',
  'behaviour',
  'behaviour_until',
  'is_registered',
  'serving_network',
  'seen_at',
  'latitude',
  'longitude',
  'session_key',
  'session_started_at',
  'session_stopped_at',
  'session_bytes',
  'session_counted_to',
  'session_ip',
  'session_sgsn_ip',
  'session_ggsn_ip',
  'session_end_cause',
  'next_action_at',
] as const satisfies readonly (keyof SimulatedSimRow)[]

/** The mutable columns of a SIM, with its key. */
export function mutableColumnsOf(sim: SimulatedSim): Partial<SimulatedSimRow> {
  const row = toRow(sim)
  return Object.fromEntries(['iccid' as const, ...MUTABLE_COLUMNS].map((column) => [column, row[column]]))
}
