import { sql } from 'kysely'
import { ASSIGN_SENTENCES } from '#contract/requests/request-messages.ts'
import type { AssignAnswer } from '#contract/requests/request-steps.calls.ts'
import { type ParsedIdentifier, parseIccid } from '#domain/identifiers.ts'
import type { Language } from '#domain/languages.ts'
import type { AssignProblem } from '#domain/requests.ts'
import { ADMINISTRATIVE_STATUS, NUMBER_RELEASED_STATUSES } from '#domain/sim-status.ts'
import { inEachCell } from '#server/cells/cell-context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { isSameSim } from '#server/db/same-sim.ts'
import type { SimLine } from './assign-plan.queries.ts'

/** A SIM in a list or a file. */
export interface SimEntry {
  /** its position, from 1 */
  readonly line: number
  /** as given */
  readonly value: string
  readonly iccid: ParsedIdentifier
  /** '' when not given */
  readonly imsi: string
  readonly msisdn: string
}

export interface CheckedEntries {
  /** SIMs in the operator's stock */
  readonly stock: readonly string[]
  /** new SIMs */
  readonly fresh: readonly { readonly iccid: string; readonly imsi: string; readonly msisdn: string }[]
  readonly refused: readonly { readonly entry: SimEntry; readonly reason: AssignProblem }[]
}

/** The entries of a list of ICCs, complete or without their check digit; a wrong one is rejected. */
export const entriesOf = (iccs: readonly string[]): SimEntry[] =>
  iccs.map((value, index) => ({ line: index + 1, value, iccid: parseIccid(value, 'complete'), imsi: '', msisdn: '' }))

interface KnownSim {
  readonly iccid: string
  readonly companyId: number
  readonly status: number
  readonly wasActive: boolean
  readonly originId: number
  readonly simTypeId: number
  readonly isBusy: boolean
}

/** Checks entries by themselves, against each other and against the fleet. The caller has locked sim_registry. */
export async function checkEntries(
  trx: DatabaseTransaction,
  entries: readonly SimEntry[],
  line: SimLine,
  operator: number,
): Promise<CheckedEntries> {
  const iccids = entries.flatMap(({ iccid }) => iccid.value ?? [])
  const known = await readKnownSims(trx, iccids)
  const taken = await takenNumbers(trx, entries)
  const stock: string[] = []
  const fresh: { iccid: string; imsi: string; msisdn: string }[] = []
  const refused: { entry: SimEntry; reason: AssignProblem }[] = []
  const seen = new Set<string>()
  for (const entry of entries) {
    const sim = known.get(entry.iccid.value ?? '')
    const reason = problemOf(entry, { sim, seen, taken, line, operator })
    if (entry.iccid.value === undefined || reason) refused.push({ entry, reason: reason ?? 'not_an_icc' })
    else if (sim) stock.push(sim.iccid)
    else fresh.push({ iccid: entry.iccid.value, imsi: entry.imsi, msisdn: entry.msisdn })
    for (const text of [entry.iccid.value, entry.imsi, entry.msisdn]) if (text) seen.add(text)
  }
  return { stock, fresh, refused }
}

interface Facts {
  readonly sim: KnownSim | undefined
  readonly seen: ReadonlySet<string>
  readonly taken: ReadonlySet<string>
  readonly line: SimLine
  readonly operator: number
}

function problemOf({ iccid, imsi, msisdn }: SimEntry, { sim, seen, taken, line, operator }: Facts): AssignProblem | undefined {
  if (iccid.value === undefined) return 'not_an_icc'
  if (seen.has(iccid.value)) return 'repeated'
  if (!sim) return [imsi, msisdn].some((number) => taken.has(number) || seen.has(number)) ? 'number_taken' : undefined
  if (sim.companyId !== operator) return 'of_other_company'
  if (sim.status !== ADMINISTRATIVE_STATUS.readyToUse || sim.wasActive || sim.isBusy) return 'in_use'
  return sim.originId === line.originId && sim.simTypeId === line.simTypeId ? undefined : 'other_kind'
}

async function readKnownSims(trx: DatabaseTransaction, iccids: readonly string[]): Promise<ReadonlyMap<string, KnownSim>> {
  const known = sql<KnownSim>`
    SELECT r.iccid, r.company_id AS "companyId", s.administrative_status AS status, s.activated_at IS NOT NULL AS "wasActive",
      s.origin_id AS "originId", s.sim_type_id AS "simTypeId",
      EXISTS (SELECT FROM open_changes o WHERE o.company_id = s.company_id AND o.iccid = s.iccid) AS "isBusy"
    FROM sim_registry r JOIN sims s ON ${isSameSim(sql`s`, sql`r`)}
    WHERE r.iccid = ANY(${[...new Set(iccids)]}::text[])`
  const rows = await inEachCell(trx, async (inside) => (await known.execute(inside)).rows)
  return new Map(rows.map((sim) => [sim.iccid, sim]))
}

async function takenNumbers(trx: DatabaseTransaction, entries: readonly SimEntry[]): Promise<ReadonlySet<string>> {
  const taken = new Set<string>()
  for (const column of ['imsi', 'msisdn'] as const) {
    const numbers = entries.map((entry) => entry[column]).filter((number) => number !== '')
    if (numbers.length === 0) continue
    const used = sql<{ number: string }>`
      SELECT ${sql.ref(column)} AS number FROM sims
      WHERE ${sql.ref(column)} = ANY(${numbers}::text[]) AND administrative_status <> ALL (${NUMBER_RELEASED_STATUSES}::smallint[])`
    const rows = await inEachCell(trx, async (inside) => (await used.execute(inside)).rows)
    for (const { number } of rows) taken.add(number)
  }
  return taken
}

/** Rejected entries that an answer lists. */
const MAX_LISTED = 100

/** The answer for rejected entries. */
export function assignProblems({ refused }: CheckedEntries, language: Language): AssignAnswer {
  const named = refused.slice(0, MAX_LISTED).map(({ entry: { line, value }, reason }) => {
    return { line, value: value.slice(0, 60), reason, sentence: ASSIGN_SENTENCES[reason][language] }
  })
  return { assigned: 0, refused: named, refusedCount: refused.length }
}
