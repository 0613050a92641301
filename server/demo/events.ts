import { encodeLine } from '#contract/list-codec.ts'
import { ADMINISTRATIVE_STATUS as STATUS } from '#domain/sim-status.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { cuttingAlarm } from './alarms.ts'
import type { Live } from './live.ts'
import type { DemoSim } from './make-sims.ts'
import { OFF_SEASON } from './off-season.ts'
import { createRandom } from './random.ts'
import type { UsageSums } from './usage.ts'

interface DemoEvent {
  readonly at: number
  readonly kind: string
  readonly from?: number
  readonly to?: number
  readonly actor?: string
  readonly detail?: Record<string, unknown>
}

/** The actors of a company; customers without a demo login have no user who can log in. */
const ACTORS: Readonly<Record<number, string>> = {
  4: 'ana@andes.test',
  10: 'ana@andes.test',
  11: 'ana@andes.test',
  12: 'ana@andes.test',
  5: 'flota@pacifico.test',
  13: 'flota@pacifico.test',
}
const ADMIN = 'admin@enlace.test'

/** Reasons in the language of the customers, as people typed them. */
const REASONS: Readonly<Record<number, readonly string[]>> = {
  [STATUS.suspended]: ['Uso fuera de contrato', 'Equipo robado', 'Bloqueada por el operador'],
  [STATUS.deactivated]: ['Equipo en bodega', 'Cambio de vehículo'],
  [STATUS.hibernated]: ['Vehículo en taller', OFF_SEASON.reason],
  [STATUS.terminationRequested]: ['Fin de contrato', 'Equipo dado de baja'],
  [STATUS.deactivatedByAlarm]: ['Llegó al límite de la alarma'],
}

/** How a SIM came to its status: the change, what it is on its way to, why and by whom. */
export interface StatusStory {
  readonly reason: string
  readonly actor: string
  readonly previous: number | null
  readonly target: number | null
}

const PREVIOUS: Readonly<Record<number, number>> = {
  [STATUS.hibernated]: STATUS.hibernationInProcess,
  [STATUS.terminationInProcess]: STATUS.terminationRequested,
  [STATUS.terminated]: STATUS.terminationInProcess,
  [STATUS.retired]: STATUS.terminated,
}
const TARGETS: Readonly<Record<number, number>> = {
  [STATUS.hibernationInProcess]: STATUS.hibernated,
  [STATUS.terminationRequested]: STATUS.terminated,
  [STATUS.terminationInProcess]: STATUS.terminated,
}

export function statusStory(sim: DemoSim): StatusStory {
  const own = ACTORS[sim.companyId] ?? ADMIN
  const reasons = REASONS[sim.status] ?? ['']
  const isOurs = sim.status === STATUS.suspended || sim.status === STATUS.terminated || sim.status === STATUS.retired
  return {
    reason: reasons[sim.index % reasons.length] ?? '',
    actor: sim.status === STATUS.deactivatedByAlarm ? 'alarm' : isOurs ? ADMIN : own,
    previous: sim.status === STATUS.active ? STATUS.readyToUse : (PREVIOUS[sim.status] ?? STATUS.active),
    target: TARGETS[sim.status] ?? null,
  }
}

/** The steps from active to a status, each some time before the next; the last one is when the status began. */
const STEPS: Readonly<Record<number, readonly (readonly [kind: string, from: number, to: number, hoursBefore: number])[]>> = {
  [STATUS.deactivated]: [['status_changed', 2, 3, 0]],
  [STATUS.suspended]: [['status_changed', 2, 4, 0]],
  [STATUS.terminationRequested]: [['status_changed', 2, 9, 0]],
  [STATUS.terminationInProcess]: [
    ['status_changed', 2, 9, 72],
    ['status_changed', 9, 5, 0],
  ],
  [STATUS.terminated]: [
    ['status_changed', 2, 9, 96],
    ['status_changed', 9, 5, 24],
    ['status_changed', 5, 6, 0],
  ],
  [STATUS.retired]: [
    ['status_changed', 2, 9, 1300],
    ['status_changed', 9, 5, 1228],
    ['status_changed', 5, 6, 1200],
    ['status_changed', 6, 7, 0],
  ],
  [STATUS.hibernationInProcess]: [['hibernation_requested', 2, 8, 0]],
  [STATUS.hibernated]: [
    ['hibernation_requested', 2, 8, 2],
    ['hibernated', 8, 11, 0],
  ],
  [STATUS.deactivatedByAlarm]: [['data_cut', 2, 10, 0]],
}

/** The timeline of a SIM after it was taken in, as COPY takes it into sim_events, oldest first. */
export function eventLines(sim: DemoSim, live: Live, sums: UsageSums, now: number, seed: number): string[] {
  if (sim.activatedDaysAgo === undefined) return []
  const random = createRandom(Math.imul(sim.index + 1, 374_761_393) ^ seed)
  const own = ACTORS[sim.companyId] ?? ADMIN
  const activatedAt = now - sim.activatedDaysAgo * DAY_MS
  const endedAt = now - (sim.status === STATUS.active ? 0 : sim.statusDaysAgo * DAY_MS)
  const events: DemoEvent[] = [{ at: activatedAt, kind: 'activated', from: STATUS.readyToUse, to: STATUS.active, actor: own }]
  const between = (): number => activatedAt + random.between(0.1, 0.95) * (endedAt - activatedAt)
  if (random.chance(0.03)) events.push({ at: between(), kind: 'restarted', actor: own })
  if (random.chance(0.015)) events.push({ at: between(), kind: 'imei_changed', detail: { imei: sim.imei } })
  for (const [kind, from, to, hoursBefore] of STEPS[sim.status] ?? []) {
    const { actor, reason } = statusStory(sim)
    const isLast = hoursBefore === 0
    events.push({
      at: endedAt - hoursBefore * HOUR_MS,
      kind,
      from,
      to,
      actor: isLast ? actor : own,
      ...(isLast && reason ? { detail: { reason } } : {}),
    })
  }
  const alarm = cuttingAlarm(sim)
  if (sim.status === STATUS.deactivatedByAlarm && alarm) {
    const { limitMb, name } = alarm
    const detail = { limitMb, bytes: sums.cycleBytes, ...(name && { alarmName: name }) }
    events.push({ at: endedAt - 3000, kind: 'alarm_fired', actor: 'alarm', detail })
  }
  for (const { startedAt, stoppedAt } of live.sessions.slice(0, 1)) {
    events.push({ at: startedAt, kind: 'session_started', detail: { ip: live.ip } })
    if (stoppedAt !== undefined) events.push({ at: stoppedAt, kind: 'session_stopped' })
  }
  return events.sort((a, b) => a.at - b.at).map((event) => eventLine(sim, event))
}

export const EVENT_COLUMNS = 'company_id, iccid, at, kind, from_status, to_status, actor, detail'

function eventLine(sim: DemoSim, { at, kind, from, to, actor = '', detail = {} }: DemoEvent): string {
  const time = new Date(Math.floor(at / 1000) * 1000).toISOString()
  return encodeLine([sim.companyId, sim.iccid, time, kind, from, to, actor, JSON.stringify(detail)])
}
