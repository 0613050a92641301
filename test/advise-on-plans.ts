import pino from 'pino'
import { expect } from 'vitest'
import type { CallArguments, CallData } from '#contract/call.ts'
import { askPlanAdvice, getAdvisedSims, getPlanAdvice } from '#contract/plans/plan-advice.calls.ts'
import { computeAdvice } from '#server/features/plans/compute-advice.ts'
import { measureFollowed } from '#server/features/plans/measure-advice.ts'
import type { FleetUser } from './fleet.ts'
import type { Portal } from './portal.ts'

type Last = NonNullable<CallData<typeof getPlanAdvice>['last']>

export interface AdviceWithSims extends Omit<Last, 'result'>, Omit<Last['result'], 'moves'> {
  readonly moves: readonly (Omit<Last['result']['moves'][number], 'sims'> & {
    readonly sims: CallData<typeof getAdvisedSims>
  })[]
}

/** Asks for advice and computes it at once, in the place of the worker; with the first page of the SIMs of each move. */
export async function adviseOnPlans(
  portal: Portal,
  person: FleetUser,
  body: CallArguments<typeof askPlanAdvice>['body'],
): Promise<AdviceWithSims> {
  const { company, running } = await portal.data(askPlanAdvice, person, { body })
  if (!running) throw new Error('nothing is computed')
  await computeAdvice(portal.services, { companyId: company, adviceId: running.adviceId, attempts: 0 }, portal.clock.now)
  const read = () => portal.data(getPlanAdvice, person, { query: { company } })
  // where the worker runs as well, it may have begun first
  await expect.poll(async () => (await read()).running).toBeNull()
  const { last } = await read()
  if (!last) throw new Error('nothing was computed')
  const { result, ...asked } = last
  const moves = result.moves.map(async ({ planCode, ...move }) => {
    const query = { company, adviceId: asked.adviceId, planCode }
    return { ...move, planCode, sims: await portal.data(getAdvisedSims, person, { query }) }
  })
  return { ...asked, ...result, moves: await Promise.all(moves) }
}

/** Measures what followed advice saved, in the place of the worker. */
export const measureAdvice = ({ services }: Portal) => measureFollowed(services, pino({ level: 'silent' }))
