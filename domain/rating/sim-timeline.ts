import type { CycleSpan } from './cycle-span.ts'

/** The state of a SIM for a period, as far as billing needs it. */
export interface BillingState {
  readonly administrativeStatus: number
  readonly planCode: string
}

/** An event of a SIM at a company, in a form that can be undone. Times are milliseconds since 1970. */
export type TimelineEvent = { readonly atMs: number } & (
  | { readonly kind: 'status'; readonly before: number }
  | { readonly kind: 'plan'; readonly before: string }
  /** it moved to another company, in this state */
  | { readonly kind: 'left'; readonly state: BillingState }
  /** it was acquired: from another company, or as a new SIM */
  | { readonly kind: 'came' }
)

/** A state that a SIM had for a time. */
export interface TimedState extends BillingState {
  /** when it began; the beginning of the span for the first one */
  readonly sinceMs: number
}

/** The states of a SIM in a span of time. */
export interface SimTimeline {
  /** each state that lasted, latest first; a state may occur several times */
  readonly states: readonly TimedState[]
  /** the SIM belonged to the company throughout the span */
  readonly isOwnedThroughout: boolean
}

/**
 * The states of a SIM during a half-open span, computed backwards from its current state: the result is the same
 * whenever it is computed, and changes after the span do not affect it. States that lasted no time are left out.
 * @param now undefined when the SIM no longer belongs to the company
 * @param events all since `fromMs`, newest first
 */
export function timelineBetween(now: BillingState | undefined, events: readonly TimelineEvent[], span: CycleSpan): SimTimeline {
  const states: TimedState[] = []
  let state = now
  let untilMs = Number.POSITIVE_INFINITY
  let isOwnedThroughout = true
  const addState = (sinceMs: number): void => {
    if (Math.max(sinceMs, span.fromMs) >= Math.min(untilMs, span.toMs)) return
    if (state) states.push({ ...state, sinceMs: Math.max(sinceMs, span.fromMs) })
    else isOwnedThroughout = false
  }
  for (const event of events) {
    if (event.atMs <= span.fromMs) break
    addState(event.atMs)
    state = before(state, event)
    untilMs = Math.min(untilMs, event.atMs)
  }
  addState(Number.NEGATIVE_INFINITY)
  return { states, isOwnedThroughout }
}

function before(state: BillingState | undefined, event: TimelineEvent): BillingState | undefined {
  switch (event.kind) {
    case 'came':
      return undefined
    case 'left':
      return event.state
    case 'status':
      return state && { ...state, administrativeStatus: event.before }
    case 'plan':
      return state && { ...state, planCode: event.before }
  }
}
