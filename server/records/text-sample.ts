import { sql } from 'kysely'
import { needleOf } from '#domain/sim-match.ts'
import type { Services } from '../context.ts'
import { compareKeys } from '../db/keyset.ts'
import { type CompanyScope, keyOf } from '../db/scope.ts'
import { cachedFor } from './cached-for.ts'
import type { SimKey } from './sim-key.ts'
import { beginsWith, isNumber } from './sim-search.ts'
import { keysOfOrder, SORT_ORDERS, type SortOrder } from './sim-sort.ts'

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
/** It only steers plans, so no request waits for a new one: that takes 100 ms. */
const SAMPLE_AGE = { maxAgeMs: 600_000, staleWhileLoadingMs: 3_600_000 }

type SampleServices = Pick<Services, 'db' | 'pool' | 'clock'>

interface SampledSim extends SimKey {
  readonly text: string
  /** the sort columns of all orders, one order after the other */
  readonly keys: readonly string[]
}

const ORDERS = Object.values(SORT_ORDERS)
const SORT_COLUMNS = ORDERS.flatMap(({ keys }) => keys)

function keysIn(order: SortOrder, { iccid, keys }: SampledSim): readonly string[] {
  const before = ORDERS.slice(0, ORDERS.indexOf(order)).reduce((sum, one) => sum + one.keys.length, 0)
  return [...keys.slice(before, before + order.keys.length), iccid]
}

async function sampleFleet({ db }: Pick<Services, 'db'>): Promise<readonly SampledSim[]> {
  const { rows } = await sql<{
    sims: number
  }>`SELECT coalesce(sum(sims), 0)::bigint AS sims FROM fleet_tallies`.execute(db)
  const fleet = rows[0]?.sims ?? 0
  if (fleet < MIN_FLEET) return []
  const columns = sql.join(SORT_COLUMNS.map(({ expression }) => sql`${expression}::text`))
  const sample = await sql<SampledSim>`
    SELECT t.company_id AS "companyId", t.iccid, t.identifiers || E'\n' || t.labels AS text, k.keys
    FROM sim_texts t TABLESAMPLE SYSTEM (${sql.lit(Math.min(100, (100 * SAMPLE_SIZE) / fleet))})
    CROSS JOIN LATERAL (
      SELECT ARRAY[${columns}] AS keys FROM sims s JOIN sim_live l ON l.company_id = s.company_id AND l.iccid = s.iccid
      WHERE s.company_id = t.company_id AND s.iccid = t.iccid OFFSET 0
    ) k`.execute(db)
  return sample.rows
}

/** The sampled SIMs of a scope. */
interface ScopeSample {
  readonly sims: readonly SampledSim[]
  readonly inOrder: (order: SortOrder) => readonly SampledSim[]
  readonly spread: keyof typeof COMMON_SHARE
}

/** Enough to distinguish a share of 2.5 % from one of 1 or 5; all ten thousand took half of a search's time. */
const SCOPE_SAMPLE_SIZE = 2_000

async function sampleScope(services: SampleServices, scope: CompanyScope): Promise<ScopeSample> {
  const sample = await cachedFor(services, { key: 'sample of texts', ...SAMPLE_AGE }, () => sampleFleet(services))
  const companyIds = scope.kind === 'all' ? undefined : new Set(scope.ids)
  const inScope = companyIds ? sample.filter(({ companyId }) => companyIds.has(companyId)) : sample
  const every = Math.ceil(inScope.length / SCOPE_SAMPLE_SIZE)
  const sims = inScope.filter((_, index) => index % every === 0)
  const sorted = new Map<SortOrder, readonly SampledSim[]>()
  return {
    sims,
    inOrder: (order) => {
      const known = sorted.get(order) ?? inOrderOf(order, sims)
      sorted.set(order, known)
      return known
    },
    spread: inScope.length < sample.length * SCATTERED_SHARE ? 'together' : 'scattered',
  }
}

function inOrderOf(order: SortOrder, sims: readonly SampledSim[]): SampledSim[] {
  const compare = compareKeys(keysOfOrder(order))
  const keyed = sims.map((sim) => ({ sim, keys: keysIn(order, sim) }))
  return keyed.sort((a, b) => compare(a.keys, b.keys)).map(({ sim }) => sim)
}

/** The sampled SIMs of a scope that hold a text. */
export interface SampledMatches {
  /** SIMs in the sample */
  readonly size: number
  /** in a list's order, ascending */
  readonly matchesIn: (order: SortOrder) => readonly SampledMatch[]
}

export interface SampledMatch {
  /** of the order, the ICCID last */
  readonly keys: readonly string[]
  /** place among all in the sample */
  readonly position: number
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

export async function estimateTextShare(services: SampleServices, scope: CompanyScope, text: string): Promise<TextShare> {
  const key = `sample of texts of ${keyOf(scope)}`
  const { sims, inOrder, spread } = await cachedFor(services, { key, ...SAMPLE_AGE }, () => sampleScope(services, scope))
  const size = sims.length
  if (size < MIN_SAMPLE) return { share: undefined, beginning: 0, sample: { size, matchesIn: () => [] }, isCommon: false }
  const needle = needleOf(text)
  const matches = new Set(sims.filter((sim) => sim.text.includes(needle)))
  const share = matches.size / size
  const isOfDigits = isNumber(needle)
  const beginning = isOfDigits ? [...matches].filter(({ iccid }) => beginsWith(iccid, needle)).length / size : 0
  const isCommon = share - beginning >= (isOfDigits ? COMMON_SHARE : COMMON_LABEL_SHARE)[spread]
  const matchesIn = (order: SortOrder) =>
    inOrder(order).flatMap((sim, position) => (matches.has(sim) ? [{ keys: keysIn(order, sim), position }] : []))
  return { share, beginning, sample: { size, matchesIn }, isCommon }
}
