import type { NetworkEvent } from '../network-events.ts'
import { chanceOf, within } from './chance.ts'
import type { FaultPlan } from './settings.ts'
import type { OutgoingEvent } from './store.ts'

/** Events on their way out; by the plan, some of them twice, the second time late enough to be overtaken. */
export function publish(networkId: string, events: readonly NetworkEvent[], plan: FaultPlan, now: Date): OutgoingEvent[] {
  return events.flatMap((event) => {
    const first = { networkId, event, dueAt: now }
    if (chanceOf(plan.seed, 'repeat', event.id) >= plan.repeatEvents) return [first]
    const late = within(plan.repeatAfterMs, chanceOf(plan.seed, 'late', event.id))
    return [first, { networkId, event, dueAt: new Date(now.getTime() + late) }]
  })
}

const DATES = ['at', 'startedAt'] as const

/** An event as it was before it was kept as JSON. */
export function eventOf(kept: NetworkEvent): NetworkEvent {
  const dates = DATES.flatMap((name) => {
    const value = (kept as unknown as Record<string, unknown>)[name]
    return typeof value === 'string' ? [[name, new Date(value)] as const] : []
  })
  return { ...kept, ...Object.fromEntries(dates) }
}
