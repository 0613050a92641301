import { type RawBuilder, sql } from 'kysely'
import { digitPairs, iccBeginnings, UNINDEXED_DIGITS } from '#domain/digit-pairs.ts'
import type { Services } from '../context.ts'
import { type CompanyScope, inScope, inScopeBesideText, keyOf } from '../db/scope.ts'
import { cachedFor } from './cached-for.ts'

type Condition = RawBuilder<unknown>

/** Rows sampled of the fleet to detect common texts: some thousandths of a million SIMs. */
const SAMPLE_SIZE = 10_000
/** Below these sizes a sample is not significant. */
const MIN_FLEET = 5_000
const MIN_SAMPLE = 50
/** A scope with this share of the fleet or more is read in pages from all over the table, many of which are its own. */
export const SCATTERED_SHARE = 0.1
/**
 * From this share on reading in order meets enough matches sooner than the index, which gives all matches before the first: 9 ms
 * for either. Labels are read in half that time, and their index takes three times as long. In a smaller scope reading costs twice
 * and the index has less to return.
 */
const COMMON_SHARE = { scattered: 0.03, together: 0.18 }
const COMMON_LABEL_SHARE = { scattered: 0.017, together: 0.18 }
const SAMPLE_MAX_AGE_MS = 600_000

interface SampledSim {
  readonly companyId: number
  readonly text: string
}

async function sampleFleet({ db }: Pick<Services, 'db'>): Promise<readonly SampledSim[]> {
  const { rows } = await sql<{
    sims: number
  }>`SELECT coalesce(sum(sims), 0)::bigint AS sims FROM fleet_tallies`.execute(db)
  const fleet = rows[0]?.sims ?? 0
  if (fleet < MIN_FLEET) return []
  const sample = await sql<SampledSim>`
    SELECT company_id AS "companyId", identifiers || E'\n' || labels AS text
    FROM sim_texts TABLESAMPLE SYSTEM (${sql.lit(Math.min(100, (100 * SAMPLE_SIZE) / fleet))})`.execute(db)
  return sample.rows
}

/** The sampled texts of a scope. */
interface ScopeSample {
  /** sorted by ICCID, with which they begin */
  readonly texts: readonly string[]
  readonly lying: keyof typeof COMMON_SHARE
}

/** Enough to distinguish a share of 2.5 % from one of 1 or 5; all ten thousand took half of a search's time. */
const SCOPE_SAMPLE_SIZE = 2_000

async function sampleScope(services: Pick<Services, 'db' | 'pool' | 'clock'>, scope: CompanyScope): Promise<ScopeSample> {
  const sample = await cachedFor(services, { key: 'sample of texts', maxAgeMs: SAMPLE_MAX_AGE_MS }, () => sampleFleet(services))
  const companyIds = scope.kind === 'all' ? undefined : new Set(scope.ids)
  const inScope = companyIds ? sample.filter(({ companyId }) => companyIds.has(companyId)) : sample
  const every = Math.ceil(inScope.length / SCOPE_SAMPLE_SIZE)
  return {
    texts: inScope
      .filter((_, index) => index % every === 0)
      .map(({ text }) => text)
      .sort(),
    lying: inScope.length < sample.length * SCATTERED_SHARE ? 'together' : 'scattered',
  }
}

/** The sampled SIMs of a scope that hold a text. */
export interface SampledMatches {
  /** SIMs in the sample */
  readonly size: number
  /** in ICCID order; `position` is the place among all in the sample */
  readonly matches: readonly { readonly iccid: string; readonly position: number }[]
}

/** An estimate of how many SIMs in scope match a text. */
export interface TextShare {
  /** from a sample; undefined where it is too small */
  readonly share: number | undefined
  /** of those: whose ICC has it at its beginning, where a range of the key finds them */
  readonly beginning: number
  readonly sample: SampledMatches
  /** so many match that reading in order soon finds enough */
  readonly isCommon: boolean
}

export async function estimateTextShare(
  services: Pick<Services, 'db' | 'pool' | 'clock'>,
  scope: CompanyScope,
  text: string,
): Promise<TextShare> {
  const key = `sample of texts of ${keyOf(scope)}`
  const { texts, lying } = await cachedFor(services, { key, maxAgeMs: SAMPLE_MAX_AGE_MS }, () => sampleScope(services, scope))
  const size = texts.length
  if (size < MIN_SAMPLE) return { share: undefined, beginning: 0, sample: { size, matches: [] }, isCommon: false }
  const needle = needleOf(text)
  const matches = texts.flatMap((known, position) =>
    known.includes(needle) ? [{ iccid: known.slice(0, known.indexOf('\n')), position }] : [],
  )
  const share = matches.length / size
  const beginning = isNumber(needle)
    ? matches.filter(({ iccid }) => beginningOf(iccid, needle).includes(needle)).length / size
    : 0
  const isCommon = share - beginning >= (isNumber(needle) ? COMMON_SHARE : COMMON_LABEL_SHARE)[lying]
  return { share, beginning, sample: { size, matches }, isCommon }
}

/** The typed text as it is stored; identifiers may be typed in groups: '8956 0300 0418'. */
function needleOf(text: string): string {
  const lower = text.toLowerCase()
  return /^\+?[\d ]+f?$/.test(lower) ? lower.replace(/[+ f]/g, '') : lower
}

const patternOf = (needle: string): string => `%${needle.replace(/[\\%_]/g, '\\$&')}%`

/** The part of an ICC in which a text may start with one of the unindexed digits. */
const beginningOf = (iccid: string, needle: string): string => iccid.slice(0, UNINDEXED_DIGITS - 1 + needle.length)

/**
 * t(company_id, iccid): the SIMs with a text anywhere in their identifiers or custom fields. First those whose ICC begins with it, from
 * ranges of the key; they may be many, and are not in the index.
 */
export function textsByIndex(scope: CompanyScope, text: string): Condition {
  const needle = needleOf(text)
  const indexed = (more: readonly Condition[]) =>
    sql`SELECT t.company_id, t.iccid FROM sim_texts t WHERE ${sql.join([...textConditions(scope, needle), ...more], sql` AND `)}`
  if (patternsOf(text) === 0 || !isNumber(needle)) return sql`(${indexed([])}) t`
  const elsewhere = sql`strpos(left(t.iccid, ${UNINDEXED_DIGITS - 1 + needle.length}::int), ${needle}) = 0`
  return sql`(${textsThatBegin(scope, needle)} UNION ALL ${indexed([elsewhere])}) t`
}

function textsThatBegin(scope: CompanyScope, needle: string): Condition {
  const isIn = (table: Condition) =>
    sql`${table}.iccid >= one.beginning COLLATE "C" AND ${table}.iccid < (one.beginning || ':') COLLATE "C"`
  const any = sql`SELECT s.company_id, s.iccid FROM sims s WHERE ${isIn(sql`s`)} OFFSET 0`
  const beginnings = sql`unnest(${iccBeginnings(needle)}::text[]) AS one(beginning)`
  if (scope.kind === 'all') return sql`SELECT s.company_id, s.iccid FROM ${beginnings} CROSS JOIN LATERAL (${any}) s`
  // a range is read in each company: only those that a SIM begins with
  return sql`
    SELECT b.company_id, b.iccid FROM (SELECT beginning FROM ${beginnings} WHERE EXISTS (${any}) OFFSET 0) one
    CROSS JOIN LATERAL (
      SELECT t.company_id, t.iccid FROM sim_texts t WHERE ${inScope(scope, sql`t.company_id`)} AND ${isIn(sql`t`)} OFFSET 0) b`
}

/**
 * Conditions on sim_texts t for a text anywhere that is indexed. Patterns are hidden from the planner: if
 * it takes a text for common, it walks some index until it has enough, and similar values lie together: 1 200 ms instead of 25 for
 * a card prefix in a company of 400 000.
 */
function textConditions(scope: CompanyScope, needle: string): Condition[] {
  return [inScopeBesideText(scope), ...textMatches(needle)]
}

const isNumber = (needle: string): boolean => /^\d+$/.test(needle)

/** Whether a text is compared with labels alone, because identifiers are digits. */
export const isInLabelsOnly = (text: string): boolean => !isNumber(needleOf(text))

/** Number of index patterns: of digits, one for each pair that the last ones may begin; 0 where the index cannot be used. */
export function patternsOf(text: string): number {
  const needle = needleOf(text)
  return isNumber(needle) ? digitPairs(needle).length : 1
}

/** The same condition evaluated row by row: written so that the planner cannot use the index. */
export function matchesByScan(text: string): Condition {
  const needle = needleOf(text)
  const inLabels = sql`strpos(t.labels, ${needle}) > 0`
  return isNumber(needle) ? sql`(strpos(t.identifiers, ${needle}) > 0 OR ${inLabels})` : inLabels
}

function textMatches(needle: string): Condition[] {
  const pattern = sql`(SELECT ${patternOf(needle)}::text)`
  if (!isNumber(needle)) return [sql`t.labels LIKE ${pattern}`]
  const anywhere = sql`(t.identifiers LIKE ${pattern} OR t.labels LIKE ${pattern})`
  const pairs = digitPairs(needle)
  // three digits occur in a twentieth of the fleet: a scan soon finds enough
  if (pairs.length === 0) return [anywhere]
  const patterns = sql`(SELECT array_agg('%' || digit_pairs(digits) || '%') FROM unnest(${pairs}::text[]) digits)::text[]`
  return [sql`(t.id_pairs LIKE ANY(${patterns}) OR t.labels LIKE ${pattern})`, anywhere]
}
