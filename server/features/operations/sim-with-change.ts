import { sql } from 'kysely'
import type { OperationKind } from '#domain/eligibility.ts'
import type { Ctx } from '#server/context.ts'
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
