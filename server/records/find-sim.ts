import { type RawBuilder, sql } from 'kysely'
import { iccidCandidates } from '#domain/identifiers.ts'
import { AppError, type Sentence } from '../app-error.ts'
import type { Ctx } from '../context.ts'
import { inScope, scopeOf } from '../db/scope.ts'
import type { SimKey } from './sim-key.ts'

/** A SIM of the reader's, as the rules see it. */
export interface FoundSim extends SimKey {
  readonly imsi: string
  readonly msisdn: string
  readonly administrativeStatus: number
  readonly previousStatus: number | null
  readonly targetStatus: number | null
  readonly originId: number
  readonly simTypeId: number
  readonly apnId: number
  readonly planCode: string
}

/** The columns of a FoundSim, of `sims s`. */
export const FOUND_SIM = sql`
  s.company_id AS "companyId", s.iccid, s.imsi, s.msisdn, s.administrative_status AS "administrativeStatus",
  s.previous_status AS "previousStatus", s.target_status AS "targetStatus", s.origin_id AS "originId",
  s.sim_type_id AS "simTypeId", s.apn_id AS "apnId", s.plan_code AS "planCode"`

interface MoreOfSim {
  /** columns of `s`, the SIM, or of what is joined to it */
  readonly columns: RawBuilder<unknown>
  readonly joins?: RawBuilder<unknown>
}

/**
 * The reader's SIM of an ICC, with or without its check digit. Throws not_found, also for another company's.
 * @param more of a SIM, with the type `More`
 */
export async function requireSim<More = unknown>(ctx: Ctx, icc: string, more?: MoreOfSim): Promise<FoundSim & More> {
  const { rows } = await sql<FoundSim & More>`
    SELECT ${FOUND_SIM} ${more ? sql`, ${more.columns}` : sql``}
    FROM unnest(${iccidCandidates(icc)}::text[]) WITH ORDINALITY AS w(iccid, n)
    JOIN sim_registry r ON r.iccid = w.iccid COLLATE "C" AND ${inScope(scopeOf(ctx.actor), sql`r.company_id`)}
    JOIN sims s ON s.company_id = r.company_id AND s.iccid = r.iccid ${more?.joins ?? sql``}
    ORDER BY w.n LIMIT 1`.execute(ctx.db)
  const [sim] = rows
  if (!sim) throw noSuchSim(icc)
  return sim
}

export const noSuchSimSentence = (icc: string): Sentence => ({ es: `No existe la SIM ${icc}`, en: `SIM ${icc} not found` })

export const noSuchSim = (icc: string): AppError => new AppError('not_found', { sentence: noSuchSimSentence(icc) })
