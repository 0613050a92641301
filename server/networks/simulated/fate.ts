import { chanceOf, within } from './chance.ts'
import type { FaultPlan } from './settings.ts'

/** What becomes of one command on its way through the network. */
export interface Fate {
  readonly kind: 'answer' | 'refuse' | 'throttle' | 'lose' | 'silence' | 'halfAnswer'
  /** a change of state is taken on only; `undefined`: carried out at once */
  readonly later: { readonly confirmAfterMs: number; readonly isRefused: boolean } | undefined
  readonly latencyMs: number
}

const SHARES = ['refuse', 'throttle', 'lose', 'silence', 'halfAnswer'] as const

/**
 * The fate of a command by the plan; the same for the same id and the same count of arrivals, so that a repetition of a command
 * whose answer got lost is not lost for ever.
 * @param times how often the network has seen this id before
 */
export function fateOf(plan: FaultPlan, command: { kind: string; requestId: string; times: number }): Fate {
  const chance = (what: string): number => chanceOf(plan.seed, what, command.requestId, command.times)
  const latencyMs = within(plan.latencyMs, chance('latency'))
  if (plan.only && !plan.only.includes(command.kind)) return { kind: 'answer', later: undefined, latencyMs }
  let left = chance('fate')
  for (const kind of SHARES) {
    if (left < plan[kind]) return { kind, later: undefined, latencyMs }
    left -= plan[kind]
  }
  const isLater = chance('accept') < plan.accept
  const later = isLater
    ? { confirmAfterMs: within(plan.confirmAfterMs, chance('confirm')), isRefused: chance('refuse later') < plan.refuseLater }
    : undefined
  return { kind: 'answer', later, latencyMs }
}

/** Whether nothing answers at a moment. */
export function isDown(plan: FaultPlan, now: Date): boolean {
  return plan.outages.some(({ from, until }) => (!from || from <= now) && (!until || now < until))
}

const GOLDEN_RATIO = 0.618_033_988_75

/**
 * The fate of a read. Shares of reads are kept evenly, not by chance: one in seven that fails is every seventh or so, and what is
 * told of the network's health does not jump about.
 * @param asked how many reads went before
 */
export function readFate(plan: FaultPlan, asked: number): Fate {
  const latencyMs = within(plan.latencyMs, chanceOf(plan.seed, 'read', asked))
  let left = ((asked + 1) * GOLDEN_RATIO) % 1
  for (const kind of plan.only ? [] : SHARES) {
    if (left < plan[kind]) return { kind, later: undefined, latencyMs }
    left -= plan[kind]
  }
  return { kind: 'answer', later: undefined, latencyMs }
}
