import i18next from 'i18next'
import { OPERATION_MAX_LINES } from '#contract/operations/mass-actions.calls.ts'
import { isTypedIcc } from '#web/lib/define-search.ts'
import { typedCount } from '#web/lib/typed-money.ts'
import type { LastAdvice } from '../plans.api.ts'

/** What a person may ask for, as it is typed. */
export interface TypedOptions {
  readonly cycles: string
  readonly marginPercent: string
  readonly maxMoves: string
  readonly exceptPlans: readonly string[]
  readonly exceptSims: string
}

export const CYCLE_CHOICES = [1, 3, 6, 12] as const
export const MARGIN_CHOICES = [0, 5, 10, 20, 30, 50] as const
/** The contract's limit. */
const MOST_SIMS = 5_000

/** As they were asked for last; the usual ones at first. */
export const typedOf = (asked?: LastAdvice['options']): TypedOptions => ({
  cycles: String(asked?.cycles ?? 3),
  marginPercent: String(asked?.marginPercent ?? 10),
  maxMoves: asked?.maxMoves === undefined ? '' : String(asked.maxMoves),
  exceptPlans: asked?.exceptPlans ?? [],
  exceptSims: asked?.exceptSims.join('\n') ?? '',
})

export type OptionProblems = Partial<Record<'maxMoves' | 'exceptSims', string>>

const iccsOf = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

export function optionProblemsOf({ maxMoves, exceptSims }: TypedOptions): OptionProblems {
  const iccs = iccsOf(exceptSims)
  const other = iccs.find((text) => !isTypedIcc(text))
  const moves =
    maxMoves.trim() === '' || typedCount(maxMoves) >= 1 ? {} : { maxMoves: i18next.t('plans.optimise.movesProblem') }
  if (other !== undefined) return { ...moves, exceptSims: i18next.t('plans.optimise.leftSimsProblem', { text: other }) }
  if (iccs.length > MOST_SIMS)
    return { ...moves, exceptSims: i18next.t('plans.optimise.leftSimsTooMany', { count: MOST_SIMS }) }
  return moves
}

/** The request of valid options; without the company. */
export function adviceOptionsOf({
  cycles,
  marginPercent,
  maxMoves,
  exceptPlans,
  exceptSims,
}: TypedOptions): LastAdvice['options'] {
  return {
    cycles: Number(cycles),
    marginPercent: Number(marginPercent),
    maxMoves: maxMoves.trim() === '' ? undefined : Math.min(typedCount(maxMoves), OPERATION_MAX_LINES),
    exceptPlans: [...exceptPlans],
    exceptSims: iccsOf(exceptSims),
  }
}
