import { type RawBuilder, sql } from 'kysely'
import type { NotEditableReason } from '#domain/editability.ts'
import {
  type Exclusion,
  exclusionOf,
  explainedType,
  type OperationKind,
  type PersonFacts,
  planExclusion,
  type TargetPlan,
} from '#domain/eligibility.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'

/** Lines with the same properties for the rule. There are some dozens of groups in a million lines. */
interface LineGroup {
  readonly isFound: boolean
  readonly isDuplicate: boolean
  readonly administrativeStatus: number
  readonly simTypeId: number
  readonly apnId: number
  readonly openKind: OperationKind | ''
  /** X */
  readonly planCode: string
  readonly originId: number
  readonly isBound: boolean
  readonly lines: number
}

export interface GroupVerdict extends LineGroup {
  readonly code: Exclusion | ''
  /** for a type that cannot be changed: the reason; else '' */
  readonly text: NotEditableReason | ''
}

export interface JudgeOptions {
  readonly kind: OperationKind
  readonly person: PersonFacts
  /** of a change of plan */
  readonly target?: TargetPlan | undefined
}

/**
 * The lines with the facts that the rule needs: a query for judgeLines and judgedLines.
 * @param change of a change of plan: what `dayOfChange` returns
 */
export function lineFacts(lines: RawBuilder<unknown>, change?: RawBuilder<unknown>): RawBuilder<unknown> {
  const boundUntil = change ? sql`CASE WHEN s.plan_bound_until > ${change} THEN s.plan_bound_until END` : sql`NULL::date`
  return sql`
    SELECT l.line, l.given, l.iccid, l.sim_company_id, s.iccid IS NOT NULL AS is_found,
      row_number() OVER (PARTITION BY l.iccid ORDER BY l.line) > 1 AS is_duplicate,
      s.administrative_status, s.sim_type_id, s.apn_id, s.origin_id, s.plan_code, ${boundUntil} AS bound_until,
      coalesce(c.kind, '') AS open_kind
    FROM (${lines}) l
    LEFT JOIN sims s ON s.company_id = l.sim_company_id AND s.iccid = l.iccid
    LEFT JOIN open_changes c ON c.company_id = l.sim_company_id AND c.iccid = l.iccid AND NOT c.waits
    ${change ? sql`LEFT JOIN companies o ON o.company_id = s.company_id` : sql``}`
}

/** The columns by which lines are grouped: the planner needs statistics of no others, which take twice as long. */
const OF_GROUPS = [
  'is_found',
  'is_duplicate',
  'administrative_status',
  'sim_type_id',
  'apn_id',
  'open_kind',
  'plan_code',
  'origin_id',
  'bound_until',
]

/**
 * The same, stored in a temporary table until the transaction ends: for 100 000 lines the look-up and the search for duplicates
 * take as long as writing them.
 * @param facts as lineFacts returns them
 * @param cellId the cell of the SIMs: each has a table of its own
 */
export async function materializeFacts(
  trx: DatabaseTransaction,
  facts: RawBuilder<unknown>,
  cellId: number,
): Promise<RawBuilder<unknown>> {
  const table = sql.table(`line_facts_${cellId}`)
  await sql`CREATE TEMPORARY TABLE ${table} ON COMMIT DROP AS ${facts}`.execute(trx)
  await sql`ANALYZE ${table} (${sql.join(OF_GROUPS.map((column) => sql.ref(column)))})`.execute(trx)
  return sql`SELECT * FROM ${table}`
}

/** Judges lines by the rule of domain/eligibility, each group once, and counts the lines per group. */
export async function judgeLines(
  db: Database | DatabaseTransaction,
  facts: RawBuilder<unknown>,
  { kind, person, target }: JudgeOptions,
): Promise<GroupVerdict[]> {
  const { rows } = await sql<LineGroup>`
    SELECT is_found AS "isFound", is_found AND is_duplicate AS "isDuplicate", coalesce(administrative_status, 0) AS "administrativeStatus",
      coalesce(sim_type_id, 0) AS "simTypeId", coalesce(apn_id, 0) AS "apnId",
      open_kind AS "openKind", ${target ? sql`coalesce(plan_code, '')` : sql`''::text`} AS "planCode",
      ${target ? sql`coalesce(origin_id, 0)` : sql`0`} AS "originId", bound_until IS NOT NULL AS "isBound", count(*)::int AS lines
    FROM (${facts}) f GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9`.execute(db)
  return rows.map((group) => {
    const code = codeOf(group, { kind, person, target })
    return { ...group, code, text: code === 'type_not_editable' ? (explainedType(kind, group) ?? '') : '' }
  })
}

function codeOf(group: LineGroup, { kind, person, target }: JudgeOptions): Exclusion | '' {
  if (!group.isFound) return 'not_found'
  if (group.isDuplicate) return 'duplicate'
  const code = exclusionOf(kind, { ...group, openChange: group.openKind === '' ? null : group.openKind }, person)
  return code ?? (target && planExclusion(group, target, person)) ?? ''
}

/**
 * The lines with their verdicts as a query: line, given, iccid, sim_company_id, administrative_status, code ('' when accepted),
 * text (see GroupVerdict; of a SIM that is bound to its plan, until which day) and network ('-' when none carries it). A SIM that
 * changed since it was judged is in a group without a verdict: it is excluded for its open change, else for its status.
 */
export function judgedLines(facts: RawBuilder<unknown>, verdicts: readonly GroupVerdict[]): RawBuilder<unknown> {
  const found = verdicts.filter(({ isFound, isDuplicate }) => isFound && !isDuplicate)
  const column = <T>(pick: (verdict: GroupVerdict) => T): T[] => found.map(pick)
  const byPlan = found.some(({ planCode }) => planCode !== '')
  return sql`
    SELECT f.line, f.given, f.iccid, f.sim_company_id, f.administrative_status, coalesce(n.network_id, '-') AS network,
      CASE WHEN NOT f.is_found THEN 'not_found' WHEN f.is_duplicate THEN 'duplicate'
        ELSE coalesce(v.code, CASE WHEN f.open_kind = '' THEN 'wrong_status' ELSE 'operation_open' END) END AS code,
      CASE WHEN NOT f.is_found OR f.is_duplicate THEN '' WHEN v.code = 'plan_bound' THEN f.bound_until::text
        ELSE coalesce(v.text, '') END AS text
    FROM (${facts}) f
    LEFT JOIN unnest(
      ${column((v) => v.administrativeStatus)}::smallint[], ${column((v) => v.simTypeId)}::smallint[], ${column((v) => v.apnId)}::smallint[],
      ${column((v) => v.openKind)}::text[], ${column((v) => v.planCode)}::text[], ${column((v) => v.originId)}::smallint[],
      ${column((v) => v.isBound)}::boolean[], ${column((v) => v.code)}::text[], ${column((v) => v.text)}::text[]
    ) AS v(administrative_status, sim_type_id, apn_id, open_kind, plan_code, origin_id, is_bound, code, text)
      ON v.administrative_status = f.administrative_status AND v.sim_type_id = f.sim_type_id AND v.apn_id = f.apn_id
      AND v.open_kind = f.open_kind
      AND v.is_bound = (f.bound_until IS NOT NULL)
      ${byPlan ? sql`AND v.plan_code = f.plan_code AND v.origin_id = f.origin_id` : sql``}
    LEFT JOIN network_routes n ON n.origin_id = f.origin_id AND n.sim_type_id = f.sim_type_id`
}
