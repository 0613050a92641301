import { type RawBuilder, sql } from 'kysely'
import { byMatch, type MatchableSim, matchOf, needleOf } from '#domain/sim-match.ts'
import { fromEachCell } from '#server/cells/cell-context.ts'
import type { Ctx } from '#server/context.ts'
import type { RawRow } from '#server/db/pipeline.ts'
import { rawRows } from '#server/db/raw-rows.ts'
import { type CompanyScope, scopeOf } from '#server/db/scope.ts'
import { simsByEnd } from '#server/records/sim-ends.ts'
import { isNumber } from '#server/records/sim-search.ts'
import { listSimPage } from './list-sims.queries.ts'
import { rowsOfKeys } from './page-rows.ts'
import { SIM_COLUMN_NAMES } from './sim-columns.ts'

type Sql = RawBuilder<unknown>

/** Matches that the search in the header gets. */
const SUGGESTIONS = 20

/**
 * SIMs for a text, the best matches first. Those that are or end in the text, or whose label begins with it, come from indexes of
 * their own: among a million SIMs a list of all that contain it may end before them. It is asked only when these are too few, and not
 * for a whole number of a SIM, which means that SIM and none that contains it.
 */
export async function suggestSims(ctx: Ctx, text: string): Promise<{ kind: 'page'; rows: RawRow[] }> {
  const best = (await fromEachCell(ctx, (cell) => bestMatches(cell, text))).flat()
  const needsMore = best.length < SUGGESTIONS && !best.some((row) => isWholeNumber(row, needleOf(text)))
  const others = needsMore ? (await listSimPage(ctx, { filter: { search: text }, limit: SUGGESTIONS })).rows : []
  const rows = new Map([...best, ...others].map((row) => [row[ICC] ?? '', row]))
  const sims = [...rows.values()].map((row) => ({ row, ...matchable(row) }))
  return {
    kind: 'page',
    rows: sims
      .sort(byMatch(text))
      .slice(0, SUGGESTIONS)
      .map(({ row }) => row),
  }
}

const at = (name: (typeof SIM_COLUMN_NAMES)[number]): number => SIM_COLUMN_NAMES.indexOf(name)
const ICC = at('icc')

/** The shortest number that is a SIM's alone: a short one may be a part of what is meant. */
const NUMBER_MIN = 10
const NUMBERS: readonly string[] = ['icc', 'msisdn', 'imei']

function isWholeNumber(row: RawRow, needle: string): boolean {
  const match = needle.length < NUMBER_MIN ? undefined : matchOf(matchable(row), needle)
  return match?.place === 'whole' && NUMBERS.includes(match.field)
}

function matchable(row: RawRow): MatchableSim {
  const of = (name: (typeof SIM_COLUMN_NAMES)[number]) => row[at(name)] ?? ''
  return {
    icc: of('icc'),
    msisdn: of('msisdn'),
    imei: of('imei'),
    customField1: of('customField1'),
    customField2: of('customField2'),
    ip: of('ip'),
  }
}

async function bestMatches(ctx: Ctx, text: string): Promise<RawRow[]> {
  const scope = scopeOf(ctx.actor)
  const needle = needleOf(text)
  const [byEnd, byLabel] = await Promise.all([
    isNumber(needle) ? rawRows(ctx, simsByEnd(scope, needle, SUGGESTIONS)) : [],
    rawRows(ctx, simsByLabel(scope, text)),
  ])
  const rows = await rowsOfKeys(ctx, [...byEnd, ...byLabel])
  return rows.filter((row) => matchOf(matchable(row), needle) !== undefined)
}

/** Labels are indexed as they are written; most are written in one of these ways. */
const spellings = (text: string): string[] => {
  const lower = text.toLowerCase()
  return [...new Set([text, lower, text.toUpperCase(), lower.charAt(0).toUpperCase() + lower.slice(1)])]
}

/** The last character there is: texts that begin with another one are before it. */
const LAST = sql`chr(1114111)`

/** (company_id, iccid) of the first labels that begin with a text; the label that is the text is the first of all. */
function simsByLabel(scope: CompanyScope, text: string): Sql {
  const labels = (tenant: Sql) => sql`
    SELECT s.company_id, s.iccid, s.custom_field_1 FROM sims s
    WHERE ${tenant} s.custom_field_1 >= one.spelling AND s.custom_field_1 < one.spelling || ${LAST}
    ORDER BY s.custom_field_1, s.iccid LIMIT ${SUGGESTIONS}`
  const beginnings = sql`unnest(${spellings(text)}::text[]) AS one(spelling)`
  const found =
    scope.kind === 'all'
      ? sql`${beginnings} CROSS JOIN LATERAL (${labels(sql``)}) s`
      : sql`${beginnings} CROSS JOIN unnest(${[...scope.ids]}::int[]) AS own(company_id)
          CROSS JOIN LATERAL (${labels(sql`s.company_id = own.company_id AND`)}) s`
  return sql`SELECT s.company_id, s.iccid FROM ${found} ORDER BY s.custom_field_1, s.iccid LIMIT ${SUGGESTIONS}`
}
