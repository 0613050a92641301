import { NOTE_SENTENCES } from '#contract/operations/operation-messages.ts'
import type { SimActionData } from '#contract/operations/sim-actions.calls.ts'
import { WithMessage } from '#server/http/answers.ts'
import type { FoundSim } from '#server/records/find-sim.ts'

/** The answer once a change of a SIM is withdrawn. @param operationId 0 for none */
export function withdrawnAnswer(
  what: 'withdrawn' | 'plan_withdrawn',
  operationId: number,
  { iccid, administrativeStatus }: Pick<FoundSim, 'iccid' | 'administrativeStatus'>,
): WithMessage<SimActionData> {
  const sim = { icc: iccid, simAdministrativeStatusId: administrativeStatus, targetStatusId: null }
  return new WithMessage({ operationId, ...sim, state: 'cancelled', dueAt: null }, NOTE_SENTENCES[what])
}
