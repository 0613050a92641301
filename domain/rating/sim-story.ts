/** What a SIM was for a while, as far as it is billed. */
export interface SimState {
  readonly administrativeStatus: number
  readonly planCode: string
}

/** What happened to a SIM at a company, told so that it can be undone. Times are milliseconds since 1970. */
export type StoryEvent = { readonly atMs: number } & (
  | { readonly kind: 'status'; readonly before: number }
  | { readonly kind: 'plan'; readonly before: string }
  /** it went to another company, and was so when it did */
  | { readonly kind: 'left'; readonly state: SimState }
  /** it came to the company: from another one, or as a new SIM */
  | { readonly kind: 'came' }
)

/** What a SIM was in a span of time. */
export interface SimStory {
  /** each state that lasted, the last one first; one may come several times */
  readonly states: readonly SimState[]
  /** the SIM was the company's from beginning to end */
  readonly isWhole: boolean
}

/**
 * What a SIM was during a half-open span of time, worked out backwards from what it is now: so the answer is the same whenever it is
 * asked, and a change after the span changes nothing. What lasted no moment is left out.
 * @param now undefined when the SIM is not the company's any more
 * @param events all of them since `fromMs`, the newest first
 */
export function storyBetween(now: SimState | undefined, events: readonly StoryEvent[], span: CycleSpan): SimStory {
  const states: SimState[] = []
  let state = now
  let untilMs = Number.POSITIVE_INFINITY
  let isWhole = true
  const note = (sinceMs: number): void => {
    if (Math.max(sinceMs, span.fromMs) >= Math.min(untilMs, span.toMs)) return
    if (state) states.push(state)
    else isWhole = false
  }
  for (const event of events) {
    if (event.atMs <= span.fromMs) break
    note(event.atMs)
    state = before(state, event)
    untilMs = Math.min(untilMs, event.atMs)
  }
  note(Number.NEGATIVE_INFINITY)
  return { states, isWhole }
}

/** From, included, to, not included. */
export interface CycleSpan {
  readonly fromMs: number
  readonly toMs: number
}

function before(state: SimState | undefined, event: StoryEvent): SimState | undefined {
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
