import type { Location, NetworkSimStatus, NetworkView } from '../network-types.ts'
import { plmnOf, sessionFacts } from './sessions.ts'
import type { Sim } from './sim.ts'

export function viewOf({ state, stateSince, pending }: Sim, now: Date): NetworkView {
  const order = pending && {
    command: pending.command,
    requestId: pending.requestId,
    reference: pending.reference,
    since: new Date(pending.since),
  }
  return { state, vendorState: state, since: stateSince, pending: order ?? undefined, asOf: now }
}

export function statusOf(sim: Sim, now: Date): NetworkSimStatus {
  const { session, seenAt } = sim
  return {
    view: viewOf(sim, now),
    registration: seenAt
      ? {
          isRegistered: sim.isRegistered,
          servingNetwork: plmnOf(sim.servingNetwork),
          radioTechnology: sim.radioTechnology,
          lastUpdateAt: seenAt,
          imei: sim.imei,
        }
      : undefined,
    dataSession: session
      ? {
          ...sessionFacts(sim, session),
          stoppedAt: session.stoppedAt ?? undefined,
          endCause: session.endCause ?? undefined,
        }
      : undefined,
    asOf: now,
  }
}

export function locationOf({ place, seenAt }: Sim): Location | undefined {
  if (!place || !seenAt) return undefined
  return { latitude: place[0], longitude: place[1], uncertaintyMetres: 500, locatedAt: seenAt }
}
