import type { Location, NetworkSimStatus, NetworkView } from '../network-types.ts'
import { parsePlmn, toDataSession } from './sessions.ts'
import type { SimulatedSim } from './sim.ts'

export function toNetworkView({ state, stateSince, pending, deviceLock }: SimulatedSim, now: Date): NetworkView {
  const order = pending && {
    command: pending.command,
    requestId: pending.requestId,
    reference: pending.reference,
    since: new Date(pending.since),
  }
  return { state, vendorState: state, since: stateSince, pending: order ?? undefined, deviceLock, asOf: now }
}

export function toNetworkStatus(sim: SimulatedSim, now: Date): NetworkSimStatus {
  const { session, seenAt } = sim
  return {
    view: toNetworkView(sim, now),
    registration: seenAt
      ? {
          isRegistered: sim.isRegistered,
          servingNetwork: parsePlmn(sim.servingNetwork),
          radioTechnology: sim.radioTechnology,
          lastUpdateAt: seenAt,
          imei: sim.imei,
        }
      : undefined,
    dataSession: session
      ? {
          ...toDataSession(sim, session),
          stoppedAt: session.stoppedAt ?? undefined,
          endCause: session.endCause ?? undefined,
        }
      : undefined,
    asOf: now,
  }
}

export function toLocation({ place, seenAt }: SimulatedSim): Location | undefined {
  if (!place || !seenAt) return undefined
  return { latitude: place[0], longitude: place[1], uncertaintyMetres: 500, locatedAt: seenAt }
}
