import type { NetworkEvent } from '../network-events.ts'
import { interpolate, seededFraction } from './seeded-random.ts'
import type { FaultPlan } from './settings.ts'
import type { OutgoingEvent } from './store.ts'

/** Schedules events for delivery; the fault plan repeats some of them, late enough to arrive out of order. */
export function scheduleEvents(
  networkId: string,
  events: readonly NetworkEvent[],
  plan: FaultPlan,
  now: Date,
): OutgoingEvent[] {
  return events.flatMap((event) => {
    const first = { networkId, event, dueAt: now }
    if (seededFraction(plan.seed, 'repeat', event.id) >= plan.repeatEvents) return [first]
    const late = interpolate(plan.repeatAfterMs, seededFraction(plan.seed, 'late', event.id))
    return [first, { networkId, event, dueAt: new Date(now.getTime() + late) }]
  })
}

const DATES = ['at', 'startedAt'] as const

/** Restores the dates of an event stored as JSON. */
export function parseStoredEvent(stored: NetworkEvent): NetworkEvent {
  const dates = DATES.flatMap((name) => {
    const value = (stored as unknown as Record<string, unknown>)[name]
    return typeof value === 'string' ? [[name, new Date(value)] as const] : []
  })
  return { ...stored, ...Object.fromEntries(dates) }
}
