import { sql } from 'kysely'
import { NOTE_SENTENCES } from '#contract/operations/operation-messages.ts'
import type { SimActionData } from '#contract/operations/sim-actions.calls.ts'
import type { OperationKind } from '#domain/eligibility.ts'
import type { Ctx } from '#server/context.ts'
import { WithMessage } from '#server/http/answers.ts'
import { type FoundSim, requireSim } from '#server/records/find-sim.ts'

/** The operation line that is changing a SIM; null without an open change. */
interface OpenChange {
  readonly openChange: OperationKind | null
  readonly operationCompanyId: number | null
  readonly operationId: number | null
  readonly line: number | null
}

export type SimWithChange = FoundSim & OpenChange

/**
 * The reader's SIM with its open change.
 * @throws AppError not_found, also for another company's SIM
 */
export function requireSimWithChange(ctx: Ctx, icc: string): Promise<SimWithChange> {
  return requireSim<OpenChange>(ctx, icc, {
    columns: sql`
      c.kind AS "openChange", c.operation_company_id AS "operationCompanyId", c.operation_id AS "operationId", c.line`,
    joins: sql`LEFT JOIN open_changes c ON c.company_id = s.company_id AND c.iccid = s.iccid AND NOT c.waits`,
  })
}

/** The answer once a change of a SIM is withdrawn. @param operationId 0 for none */
export function withdrawnAnswer(
  what: 'withdrawn' | 'plan_withdrawn',
  operationId: number,
  { iccid, administrativeStatus }: Pick<FoundSim, 'iccid' | 'administrativeStatus'>,
): WithMessage<SimActionData> {
  const sim = { icc: iccid, simAdministrativeStatusId: administrativeStatus, targetStatusId: null }
  return new WithMessage({ operationId, ...sim, state: 'cancelled', dueAt: null }, NOTE_SENTENCES[what])
}
