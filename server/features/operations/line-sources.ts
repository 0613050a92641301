import { type RawBuilder, sql } from 'kysely'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { iccidCandidates } from '#domain/identifiers.ts'
import type { Ctx } from '#server/context.ts'
import { type CompanyScope, inScope, scopeOf } from '#server/db/scope.ts'
import { type CompanyReader, scopeOfCompanies } from '#server/records/company-tree.ts'
import { presentConditions, searchedSims, simConditions } from '#server/records/sim-filter.ts'

/** ICCs as a person gave them. */
export interface GivenLines {
  readonly given: readonly string[]
  /** the number of each among all that were given; undefined: 1, 2, 3 … */
  readonly numbers?: readonly number[] | undefined
}

/** The source of an operation's SIMs. */
export type LineSource =
  | ({ readonly kind: 'list' } & GivenLines)
  | {
      readonly kind: 'filter'
      readonly filter: SimFilter
      readonly except: readonly string[]
      /** lines before the first */
      readonly offset?: number
    }
  | { readonly kind: 'file'; readonly companyId: number; readonly fileId: number }

/** The companies whose SIMs a source can have. */
export const scopeOfSource = async (ctx: CompanyReader, source: LineSource): Promise<CompanyScope> =>
  source.kind === 'filter' ? scopeOfCompanies(ctx, source.filter) : scopeOf(ctx.actor)

/**
 * The lines of a source as a query: line, given (null where it is the ICCID), iccid, sim_company_id (null: no such SIM in the
 * scope). A SIM of another tenant is not found, exactly like one that does not exist.
 */
export async function linesOf(ctx: Ctx, source: LineSource, scope: CompanyScope): Promise<RawBuilder<unknown>> {
  if (source.kind === 'filter') return linesOfFilter(ctx, source, scope)
  return resolved(source.kind === 'file' ? linesOfFile(source) : linesOfList(source), scope)
}

/** Texts without line breaks as one parameter: parsed in a fifth of the time of an array. '' stands for null. */
const texts = (values: readonly string[]): RawBuilder<unknown> => sql`string_to_array(${values.join('\n')}, E'\\n', '')`

function linesOfList({ given, numbers }: GivenLines): RawBuilder<unknown> {
  const candidates = given.map(iccidCandidates)
  const first = candidates.map(([iccid]) => iccid ?? '')
  const other = candidates.map(([, iccid]) => iccid ?? '')
  // nearly always all are complete ICCIDs
  const asGiven = given.every((text, line) => text !== '' && text === first[line])
  return sql`
    SELECT ${numbers ? sql`g.number` : sql`g.line::int`} AS line, ${asGiven ? sql`g.iccid AS given` : sql`g.given`}, coalesce(g.iccid, '') AS iccid, g.other_iccid
    FROM ROWS FROM (
      unnest(${texts(first)}), unnest(${texts(other)}) ${asGiven ? sql`` : sql`, unnest(${[...given]}::text[])`}
      ${numbers ? sql`, unnest(${[...numbers]}::int[])` : sql``}
    ) WITH ORDINALITY AS g(iccid, other_iccid ${asGiven ? sql`` : sql`, given`} ${numbers ? sql`, number` : sql``}, line)`
}

function linesOfFile({ companyId, fileId }: { companyId: number; fileId: number }): RawBuilder<unknown> {
  return sql`
    SELECT line, given, iccid, other_iccid FROM operation_file_lines WHERE company_id = ${companyId} AND file_id = ${fileId}`
}

/** The owner of each ICCID; where 19 digits match two numbers, the existing one. */
function resolved(lines: RawBuilder<unknown>, scope: CompanyScope): RawBuilder<unknown> {
  return sql`
    SELECT g.line, nullif(g.given, coalesce(r.iccid, o.iccid, g.iccid)) AS given,
      coalesce(r.iccid, o.iccid, g.iccid) COLLATE "C" AS iccid, coalesce(r.company_id, o.company_id) AS sim_company_id
    FROM (${lines}) g
    LEFT JOIN sim_registry r ON r.iccid = g.iccid COLLATE "C" AND ${inScope(scope, sql`r.company_id`)}
    -- hardly any line gets here; OFFSET 0 keeps the planner from reading the whole fleet for them
    LEFT JOIN LATERAL (
      SELECT o.iccid, o.company_id FROM sim_registry o
      WHERE r.iccid IS NULL AND o.iccid = g.other_iccid COLLATE "C" AND ${inScope(scope, sql`o.company_id`)} OFFSET 0
    ) o ON true`
}

async function linesOfFilter(
  ctx: Ctx,
  { filter, except, offset = 0 }: LineSource & { kind: 'filter' },
  scope: CompanyScope,
): Promise<RawBuilder<unknown>> {
  const left = except.flatMap(iccidCandidates)
  const { from, where } = searchedSims(scope, filter)
  const conditions = [
    ...where,
    ...simConditions(filter, 'sims'),
    ...(await presentConditions(ctx, scope, filter, ctx.now)),
    ...(left.length > 0 ? [sql`s.iccid <> ALL(${left}::text[])`] : []),
  ]
  return sql`
    SELECT (row_number() OVER (ORDER BY s.company_id, s.iccid))::int + ${offset}::int AS line, NULL::text AS given, s.iccid, s.company_id AS sim_company_id
    FROM ${from}
    JOIN sim_live l ON l.company_id = s.company_id AND l.iccid = s.iccid
    WHERE ${sql.join(conditions, sql` AND `)}`
}
