import { sql } from 'kysely'
import { EXCLUSION_SENTENCES, NOT_EDITABLE_SENTENCES } from '#contract/operations/operation-messages.ts'
import { STATUS_WORDS } from '#contract/sims/sim-words.ts'
import { notEditableReason } from '#domain/editability.ts'
import { exclusionOf, type SimAction } from '#domain/eligibility.ts'
import { iccidCandidates } from '#domain/identifiers.ts'
import { administrativeStatusName } from '#domain/sim-status.ts'
import type { Ctx } from '#server/context.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'
import { AppError } from '#server/http/errors.ts'

/** A SIM of the reader's, with what its tools have to know of it. */
export interface ToolSim {
  readonly companyId: number
  readonly iccid: string
  readonly imsi: string
  readonly msisdn: string
  readonly administrativeStatus: number
  readonly originId: number
  readonly simTypeId: number
  readonly apnId: number
}

/** The SIM that is meant. Throws not_found, also for somebody else's. */
export async function requireToolSim(ctx: Ctx, icc: string): Promise<ToolSim> {
  const { rows } = await sql<ToolSim>`
    SELECT s.company_id AS "companyId", s.iccid, s.imsi, s.msisdn, s.administrative_status AS "administrativeStatus",
      s.origin_id AS "originId", s.sim_type_id AS "simTypeId", s.apn_id AS "apnId"
    FROM unnest(${iccidCandidates(icc)}::text[]) WITH ORDINALITY AS w(iccid, n)
    JOIN sim_registry r ON r.iccid = w.iccid COLLATE "C" AND ${inScope(scopeOf(ctx.actor), sql`r.company_id`)}
    JOIN sims s ON s.company_id = r.company_id AND s.iccid = r.iccid
    ORDER BY w.n LIMIT 1`.execute(ctx.db)
  const [sim] = rows
  if (!sim) throw new AppError('not_found', { sentence: { es: `No existe la SIM ${icc}`, en: `There is no SIM ${icc}` } })
  return sim
}

/** Why this person can't do it with the SIM, by the rule that the page hides by; undefined when they can. */
export function refusalOf(ctx: Pick<Ctx, 'actor'>, sim: ToolSim, action: SimAction): AppError | undefined {
  const code = exclusionOf(action, sim, ctx.actor)
  if (code === undefined) return undefined
  if (code !== 'wrong_status' && code !== 'already_in_target' && code !== 'duplicate') {
    const reason = code === 'type_not_editable' ? notEditableReason(sim.simTypeId, sim.apnId) : undefined
    return new AppError(code, { sentence: reason ? NOT_EDITABLE_SENTENCES[reason] : EXCLUSION_SENTENCES[code] })
  }
  const name = administrativeStatusName(sim.administrativeStatus)
  const sentence = EXCLUSION_SENTENCES[code]
  return new AppError('transition_not_allowed', {
    sentence: {
      es: `${sentence.es} (${name ? STATUS_WORDS.es[name] : ''})`,
      en: `${sentence.en} (${name ? STATUS_WORDS.en[name] : ''})`,
    },
    fields: { from: { es: String(sim.administrativeStatus), en: String(sim.administrativeStatus) } },
  })
}

/** Throws what refuses it. */
export function requireAllowed(ctx: Pick<Ctx, 'actor'>, sim: ToolSim, action: SimAction): void {
  const refusal = refusalOf(ctx, sim, action)
  if (refusal) throw refusal
}
