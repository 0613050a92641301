import { interpolate, seededFraction } from './seeded-random.ts'
import type { FaultPlan } from './settings.ts'

/** The outcome of one command in transit: answered, or an injected fault. */
export interface CommandOutcome {
  readonly kind: 'answer' | 'refuse' | 'throttle' | 'lose' | 'silence' | 'halfAnswer'
  /** the state change is accepted and completed later; undefined: carried out at once */
  readonly deferred: { readonly confirmAfterMs: number; readonly isRefused: boolean } | undefined
  readonly latencyMs: number
}

const SHARES = ['refuse', 'throttle', 'lose', 'silence', 'halfAnswer'] as const

/**
 * The outcome of a command by the fault plan; the same for the same id and count of arrivals, so that the repetition of
 * a command is not lost for ever.
 * @param times how often the network received this id before
 */
export function commandOutcome(plan: FaultPlan, command: { kind: string; requestId: string; times: number }): CommandOutcome {
  const chance = (what: string): number => seededFraction(plan.seed, what, command.requestId, command.times)
  const latencyMs = interpolate(plan.latencyMs, chance('latency'))
  if (plan.only && !plan.only.includes(command.kind)) return { kind: 'answer', deferred: undefined, latencyMs }
  let remaining = chance('fate')
  for (const kind of SHARES) {
    if (remaining < plan[kind]) return { kind, deferred: undefined, latencyMs }
    remaining -= plan[kind]
  }
  const isLater = chance('accept') < plan.accept
  const deferred = isLater
    ? {
        confirmAfterMs: interpolate(plan.confirmAfterMs, chance('confirm')),
        isRefused: chance('refuse later') < plan.refuseLater,
      }
    : undefined
  return { kind: 'answer', deferred, latencyMs }
}

/** Whether an outage is in effect at a moment. */
export function isDown(plan: FaultPlan, now: Date): boolean {
  return plan.outages.some(({ from, until }) => (!from || from <= now) && (!until || now < until))
}

const GOLDEN_RATIO = 0.618_033_988_75

/**
 * The outcome of a read. Shares are distributed evenly, not randomly: one failure in seven is about every seventh read,
 * so that the reported health is steady.
 * @param readCount number of earlier reads
 */
export function readOutcome(plan: FaultPlan, readCount: number): CommandOutcome {
  const latencyMs = interpolate(plan.latencyMs, seededFraction(plan.seed, 'read', readCount))
  let remaining = ((readCount + 1) * GOLDEN_RATIO) % 1
  for (const kind of plan.only ? [] : SHARES) {
    if (remaining < plan[kind]) return { kind, deferred: undefined, latencyMs }
    remaining -= plan[kind]
  }
  return { kind: 'answer', deferred: undefined, latencyMs }
}
