import { type RawBuilder, sql } from 'kysely'
import { digitPairs } from '#domain/digit-pairs.ts'
import type { Services } from '../context.ts'
import { type CompanyScope, inScopeBesideText, keyOf } from '../db/scope.ts'
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
 * From this share on reading in order meets enough matches sooner than the index, which gives all matches before the first: 11 ms
 * for either. In a smaller scope reading costs twice and the index has less to return.
 */
const COMMON_SHARE = { scattered: 0.025, together: 0.18 }
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
  readonly common: number
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
    common: inScope.length < sample.length * SCATTERED_SHARE ? COMMON_SHARE.together : COMMON_SHARE.scattered,
  }
}

/** Shares of a scope in ICCID order: before the first match, and after the last. */
export interface Margins {
  readonly before: number
  readonly behind: number
}
const NO_MARGINS: Margins = { before: 0, behind: 0 }

/** An estimate of how many SIMs in scope match a text. */
export interface TextShare {
  /** from a sample; undefined where it is too small */
  readonly share: number | undefined
  readonly margins: Margins
  /** so many match that reading in order soon finds enough */
  readonly isCommon: boolean
}

export async function estimateTextShare(
  services: Pick<Services, 'db' | 'pool' | 'clock'>,
  scope: CompanyScope,
  text: string,
): Promise<TextShare> {
  const key = `sample of texts of ${keyOf(scope)}`
  const { texts, common } = await cachedFor(services, { key, maxAgeMs: SAMPLE_MAX_AGE_MS }, () => sampleScope(services, scope))
  if (texts.length < MIN_SAMPLE) return { share: undefined, margins: NO_MARGINS, isCommon: false }
  const needle = needleOf(text)
  const holding = texts.flatMap((known, index) => (known.includes(needle) ? [index] : []))
  const [first, last] = [holding[0], holding.at(-1)]
  const share = holding.length / texts.length
  const margins =
    first === undefined || last === undefined
      ? NO_MARGINS
      : { before: first / texts.length, behind: (texts.length - 1 - last) / texts.length }
  return { share, margins, isCommon: share >= common }
}

/** The typed text as it is stored; identifiers may be typed in groups: '8956 0300 0418'. */
function needleOf(text: string): string {
  const lower = text.toLowerCase()
  return /^\+?[\d ]+f?$/.test(lower) ? lower.replace(/[+ f]/g, '') : lower
}

const patternOf = (needle: string): string => `%${needle.replace(/[\\%_]/g, '\\$&')}%`

/**
 * Conditions on sim_texts t for a text anywhere in a SIM's identifiers or custom fields. Patterns are hidden from the planner: if
 * it takes a text for common, it walks some index until it has enough, and similar values lie together: 1 200 ms instead of 25 for
 * a card prefix in a company of 400 000.
 */
export function textConditions(scope: CompanyScope, text: string): Condition[] {
  return [inScopeBesideText(scope), ...textMatches(text)]
}

const isNumber = (needle: string): boolean => /^\d+$/.test(needle)

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

function textMatches(text: string): Condition[] {
  const needle = needleOf(text)
  const pattern = sql`(SELECT ${patternOf(needle)}::text)`
  if (!isNumber(needle)) return [sql`t.labels LIKE ${pattern}`]
  const anywhere = sql`(t.identifiers LIKE ${pattern} OR t.labels LIKE ${pattern})`
  const pairs = digitPairs(needle)
  // three digits occur in a twentieth of the fleet: a scan soon finds enough
  if (pairs.length === 0) return [anywhere]
  const patterns = sql`(SELECT array_agg('%' || digit_pairs(digits) || '%') FROM unnest(${pairs}::text[]) digits)::text[]`
  return [sql`(t.id_pairs LIKE ANY(${patterns}) OR t.labels LIKE ${pattern})`, anywhere]
}
