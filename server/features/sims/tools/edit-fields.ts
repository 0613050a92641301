import { sql } from 'kysely'
import type { CallData, CallInput } from '#contract/call.ts'
import { DONE_SENTENCES, EXCLUSION_SENTENCES, FIELDS_CHANGED_SENTENCE } from '#contract/operations/operation-messages.ts'
import type { editFields } from '#contract/sims/sim-tools.calls.ts'
import { exclusionOf } from '#domain/eligibility.ts'
import { iccidCandidates } from '#domain/identifiers.ts'
import { AppError, assertValid, type Sentence } from '#server/app-error.ts'
import { withinEachCell } from '#server/cells/cell-context.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'
import { WithMessage } from '#server/http/answers.ts'
import { auditAll } from '#server/records/audit.ts'
import { FOUND_SIM, type FoundSim, noSuchSimSentence } from '#server/records/find-sim.ts'
import { updateSims } from '#server/records/sim-copies.ts'

type Body = CallInput<typeof editFields>['body']
type Edit = Body['edits'][number]
type Changed = CallData<typeof editFields>['changed'][number]

const FIELDS = ['customField1', 'customField2'] as const
type Fields = Record<(typeof FIELDS)[number], string>

/** A locked SIM that an edit is about. */
interface HeldSim extends FoundSim, Fields {
  /** of its edit, from 0 */
  readonly index: number
}

/** Changes the custom fields of several SIMs, each with its own values, or none of them. Unchanged values leave no trace. */
export async function editFieldsOfSims(ctx: Ctx, body: Body): Promise<WithMessage<CallData<typeof editFields>>> {
  const { edits, reason = '' } = body
  const changed = await inTransaction(ctx, async (trx) => {
    const locked = await withinEachCell(trx, ctx, async (inside, cell) => ({ cell, sims: await lockSims(inside, ctx, edits) }))
    const heldIn = new Map(locked.map(({ cell, sims }) => [cell, sims]))
    refuse(ctx, edits, [...heldIn.values()].flat())
    const written = await withinEachCell(trx, ctx, async (inside, cell) => {
      const changes = (heldIn.get(cell) ?? []).flatMap((sim) => changeOf(sim, edits[sim.index]))
      if (changes.length > 0) await writeChanges(inside, ctx, changes, reason)
      return changes
    })
    return written.flat().map(({ sim: { iccid }, after, before }): Changed => ({ icc: iccid, ...after, before }))
  })
  return new WithMessage({ changed }, DONE_SENTENCES.custom)
}

/** The SIMs of this cell, locked in the order that all writers use. */
async function lockSims(trx: DatabaseTransaction, { actor }: Ctx, edits: readonly Edit[]): Promise<HeldSim[]> {
  const given = edits.flatMap(({ icc }, index) => iccidCandidates(icc).map((iccid) => ({ index, iccid })))
  const { rows } = await sql<HeldSim>`
    WITH found AS MATERIALIZED (
      SELECT DISTINCT ON (g.index) g.index, r.company_id, r.iccid
      FROM unnest(${given.map(({ index }) => index)}::int[], ${given.map(({ iccid }) => iccid)}::text[]) WITH ORDINALITY AS g(index, iccid, n)
      JOIN sim_registry r ON r.iccid = g.iccid COLLATE "C" AND ${inScope(scopeOf(actor), sql`r.company_id`)}
      ORDER BY g.index, g.n
    )
    SELECT f.index, ${FOUND_SIM}, s.custom_field_1 AS "customField1", s.custom_field_2 AS "customField2"
    FROM found f JOIN sims s ON s.company_id = f.company_id AND s.iccid = f.iccid
    ORDER BY s.company_id, s.iccid FOR UPDATE OF s`.execute(trx)
  return rows
}

/**
 * Throws what keeps the edits from being made, at each edit that is wrong.
 * @throws AppError not_found for a SIM that is not there, conflict for one with other values than expected
 */
function refuse({ actor }: Ctx, edits: readonly Edit[], held: readonly HeldSim[]): void {
  const simOf = new Map(held.map((sim) => [sim.index, sim]))
  const missing = atEdits(edits, ({ icc }, index) => (simOf.has(index) ? undefined : noSuchSimSentence(icc)))
  if (missing) throw new AppError('not_found', missing)
  const seen = new Set<string>()
  const wrong = atEdits(edits, (_, index) => {
    const sim = simOf.get(index)
    if (!sim) return undefined
    if (seen.has(sim.iccid)) return EXCLUSION_SENTENCES.duplicate
    seen.add(sim.iccid)
    const code = exclusionOf('custom', sim, actor)
    return code && EXCLUSION_SENTENCES[code]
  })
  if (wrong) assertValid(wrong.fields)
  const stale = atEdits(edits, ({ expected = {} }, index) => {
    const sim = simOf.get(index)
    const isOther = FIELDS.some((field) => expected[field] !== undefined && expected[field] !== sim?.[field])
    return isOther ? FIELDS_CHANGED_SENTENCE : undefined
  })
  if (stale) throw new AppError('conflict', stale)
}

interface Problems {
  readonly sentence: Sentence
  readonly fields: Record<string, Sentence>
}

function atEdits(edits: readonly Edit[], problemOf: (edit: Edit, index: number) => Sentence | undefined): Problems | undefined {
  const problems = edits.flatMap((edit, index) => {
    const sentence = problemOf(edit, index)
    return sentence ? [[`edits.${index}`, sentence] as const] : []
  })
  const [first] = problems
  return first && { sentence: first[1], fields: Object.fromEntries(problems) }
}

interface Change {
  readonly sim: HeldSim
  readonly before: Partial<Fields>
  readonly after: Fields
}

function changeOf(sim: HeldSim, edit: Edit | undefined): Change[] {
  const after = { customField1: edit?.customField1 ?? sim.customField1, customField2: edit?.customField2 ?? sim.customField2 }
  const changed = FIELDS.filter((field) => after[field] !== sim[field])
  if (changed.length === 0) return []
  return [{ sim, after, before: Object.fromEntries(changed.map((field) => [field, sim[field]])) }]
}

const COLUMN_OF = { customField1: 'custom_field_1', customField2: 'custom_field_2' } as const

/** Writes fields, timelines and audit of this cell's SIMs together. */
async function writeChanges(trx: DatabaseTransaction, ctx: Ctx, changes: readonly Change[], reason: string): Promise<void> {
  const column = (of: (change: Change) => string) => sql`${changes.map(of)}::text[]`
  const update = sql`
    UPDATE sims s SET custom_field_1 = w.field_1, custom_field_2 = w.field_2
    FROM unnest(
      ${changes.map(({ sim }) => sim.companyId)}::int[], ${column(({ sim }) => sim.iccid)},
      ${column(({ after }) => after.customField1)}, ${column(({ after }) => after.customField2)}
    ) AS w(company_id, iccid, field_1, field_2)
    WHERE s.company_id = w.company_id AND s.iccid = w.iccid COLLATE "C"`
  await updateSims(trx, update, 'texts')
  const why = reason ? { reason } : {}
  const event = { at: ctx.now, actor: ctx.actor.email, kind: 'custom_fields_changed' }
  const events = changes.map(({ sim: { companyId, iccid }, before, after }) => {
    const detail = JSON.stringify({ ...why, changes: pairsOf(before, after) })
    return { ...event, company_id: companyId, iccid, detail }
  })
  await trx.insertInto('sim_events').values(events).execute()
  const entries = changes.map(({ sim: { companyId, iccid }, before, after }) => {
    const names = FIELDS.filter((field) => before[field] !== undefined)
    const values = Object.fromEntries(names.map((field) => [field, after[field]]))
    return { action: 'sim.edited', entity: 'sim', entityId: iccid, companyId, before, after: values }
  })
  await auditAll(trx, ctx, entries)
}

/** What a timeline shows: former and new value of each changed column. */
const pairsOf = (before: Partial<Fields>, after: Fields) =>
  Object.fromEntries(
    FIELDS.flatMap((field) => (before[field] === undefined ? [] : [[COLUMN_OF[field], [before[field], after[field]]]])),
  )
