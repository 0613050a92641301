import { type RawBuilder, sql } from 'kysely'
import { digitPairs } from '#domain/digit-pairs.ts'
import type { Services } from '../context.ts'
import { type CompanyScope, inScopeBesideText, keyOf } from '../db/scope.ts'
import { recently } from './cached-for.ts'

type Condition = RawBuilder<unknown>

/** What is looked at of a sample of the fleet to tell common texts: some thousandths of a million SIMs. */
const SAMPLE = 10_000
/** Of a smaller fleet, or of a smaller part of the sample, nothing is worth telling. */
const TELLING_FLEET = 5_000
const TELLING_PART = 50
/** A scope with this share of the fleet or more is read in pages from all over the table, of which many are its own. */
export const SCATTERED_SHARE = 0.1
/**
 * From this share on a text is met sooner by reading on than by the index, which gives all that match before the first: 11 ms for
 * either. In a smaller scope reading costs twice and the index has less to give.
 */
const COMMON_SHARE = { scattered: 0.025, together: 0.18 }
const SAMPLE_MAX_AGE_MS = 600_000

interface Sampled {
  readonly companyId: number
  readonly text: string
}

async function sampleFleet({ db }: Pick<Services, 'db'>): Promise<readonly Sampled[]> {
  const { rows } = await sql<{
    sims: number
  }>`SELECT reltuples::bigint AS sims FROM pg_class WHERE oid = 'sim_texts'::regclass`.execute(db)
  const fleet = rows[0]?.sims ?? 0
  if (fleet < TELLING_FLEET) return []
  const sample = await sql<Sampled>`
    SELECT company_id AS "companyId", identifiers || E'\n' || labels AS text
    FROM sim_texts TABLESAMPLE SYSTEM (${Math.min(100, (100 * SAMPLE) / fleet)})`.execute(db)
  return sample.rows
}

/** What is known of a scope's texts. */
interface ScopeSample {
  /** in the order of the ICCIDs, with which they begin */
  readonly texts: readonly string[]
  readonly common: number
}

/** So many tell a share of 2.5 % from one of 1 or 5; all ten thousand took half of a search's time. */
const TELLING = 2_000

async function sampleScope(services: Pick<Services, 'db' | 'pool' | 'clock'>, scope: CompanyScope): Promise<ScopeSample> {
  const sample = await recently(services, { key: 'sample of texts', maxAgeMs: SAMPLE_MAX_AGE_MS }, () => sampleFleet(services))
  const companyIds = scope.kind === 'all' ? undefined : new Set(scope.ids)
  const inScope = companyIds ? sample.filter(({ companyId }) => companyIds.has(companyId)) : sample
  const every = Math.ceil(inScope.length / TELLING)
  return {
    texts: inScope
      .filter((_, index) => index % every === 0)
      .map(({ text }) => text)
      .sort(),
    common: inScope.length < sample.length * SCATTERED_SHARE ? COMMON_SHARE.together : COMMON_SHARE.scattered,
  }
}

/** Shares of a scope, in the order of the ICCIDs: before the first SIM that holds a text, and behind the last. */
export interface Margins {
  readonly before: number
  readonly behind: number
}
const NO_MARGINS: Margins = { before: 0, behind: 0 }

/** What is known of how many of the SIMs in scope hold a text. */
export interface TextShare {
  /** of a sample; undefined where it is too small to tell */
  readonly share: number | undefined
  readonly margins: Margins
  /** so many hold it that one need only read on to meet enough */
  readonly isCommon: boolean
}

export async function shareHolding(
  services: Pick<Services, 'db' | 'pool' | 'clock'>,
  scope: CompanyScope,
  text: string,
): Promise<TextShare> {
  const key = `sample of texts of ${keyOf(scope)}`
  const { texts, common } = await recently(services, { key, maxAgeMs: SAMPLE_MAX_AGE_MS }, () => sampleScope(services, scope))
  if (texts.length < TELLING_PART) return { share: undefined, margins: NO_MARGINS, isCommon: false }
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

/** What a person typed as it stands in the fields; identifiers may be typed in groups: '8956 0300 0418'. */
function needleOf(text: string): string {
  const lower = text.toLowerCase()
  return /^\+?[\d ]+f?$/.test(lower) ? lower.replace(/[+ f]/g, '') : lower
}

const patternOf = (needle: string): string => `%${needle.replace(/[\\%_]/g, '\\$&')}%`

/**
 * Conditions on sim_texts t for a text anywhere in a SIM's identifiers or custom fields.
 *
 * Patterns are kept from the planner. If it takes a text for common, it walks some index until it has met enough, and likes lie
 * together: 1 200 ms instead of 25 for a card prefix in a company of 400 000.
 */
export function textConditions(scope: CompanyScope, text: string): Condition[] {
  return [inScopeBesideText(scope), ...textMatches(text)]
}

const isNumber = (needle: string): boolean => /^\d+$/.test(needle)

/** Patterns that the index is asked for: of digits, one for each pair that the last ones may begin; none: it can't be asked. */
export function patternsOf(text: string): number {
  const needle = needleOf(text)
  return isNumber(needle) ? digitPairs(needle).length : 1
}

/** The same of one sim_texts t at a time, without its index: written so that the planner can't take it. */
export function holdsText(text: string): Condition {
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
  // of three digits a twentieth of the fleet has any: enough are met without an index
  if (pairs.length === 0) return [anywhere]
  const patterns = sql`(SELECT array_agg('%' || digit_pairs(digits) || '%') FROM unnest(${pairs}::text[]) digits)::text[]`
  return [sql`(t.id_pairs LIKE ANY(${patterns}) OR t.labels LIKE ${pattern})`, anywhere]
}
