import { sql } from 'kysely'
import type { Pool } from 'pg'
import { type BillingCycle, type Day, localDay } from '#domain/billing-cycle.ts'
import { exclusionOf, planExclusion, type TargetPlan } from '#domain/eligibility.ts'
import { iccidCandidates } from '#domain/identifiers.ts'
import { billingBasesOf } from '#domain/rating/billing-basis.ts'
import { spanOf } from '#domain/rating/cycle-span.ts'
import { FleetUsage } from '#domain/rating/fleet-usage.ts'
import type { OptimiserOptions } from '#domain/rating/plan-optimiser.ts'
import { timelineBetween } from '#domain/rating/sim-timeline.ts'
import type { Database } from '#server/db/database.ts'
import { copyRows } from '#server/db/raw-rows.ts'
import { type BilledUsage, billedUsage, hasBilledUsage } from '#server/records/billed-usage.ts'
import { cycleFacts } from '#server/records/cycle-facts.ts'
import { splitRows } from '#server/records/split-rows.ts'
import { type NamedTerms, termsOfCycle } from '#server/records/terms.queries.ts'
import { Iccids } from './iccids.ts'

interface Source {
  readonly pool: Pool
  readonly db: Database
}

interface FleetRequest {
  readonly companyId: number
  readonly timeZone: string
  /** whose usage counts */
  readonly cycles: readonly BillingCycle[]
  /** whose terms count */
  readonly next: BillingCycle
  readonly exceptPlans: readonly string[]
  readonly exceptSims: readonly string[]
}

/** A company's SIMs in ICCID order, with what they used and the plans that they may have. */
export interface AdvisedFleet extends Pick<OptimiserOptions, 'usage' | 'today' | 'choices'> {
  readonly iccids: Iccids
  readonly plans: readonly NamedTerms[]
}

/** @param onProgress from 0 to 1 */
export async function readFleet(
  source: Source,
  request: FleetRequest,
  onProgress: (share: number) => void,
): Promise<AdvisedFleet> {
  const { companyId, timeZone, cycles, next } = request
  const [targets, termsOf] = await Promise.all([targetPlans(source.db), termsOfCycle(source.db, next.start)])
  const plans = targets.map(({ planCode }) => termsOf(planCode))
  const { iccids, today, choices } = await readSims(source, request, plans, targets)
  const usage = new FleetUsage(iccids.length, cycles.length)
  for (const [index, cycle] of cycles.entries()) {
    let sim = 0
    for await (const batch of usageOfCycle(source, { companyId, timeZone, cycle, termsOf })) {
      for (const charged of batch) {
        // both are in the order of ICCIDs
        while (sim < iccids.length && iccids.at(sim) < charged.iccid) sim++
        if (sim === iccids.length || iccids.at(sim) !== charged.iccid) continue
        usage.set(sim, index, charged.kind, charged.usage)
      }
      onProgress((index + sim / Math.max(1, iccids.length)) / cycles.length)
    }
  }
  return { iccids, plans, usage, today, choices }
}

interface CycleRequest extends Pick<FleetRequest, 'companyId' | 'timeZone'> {
  readonly cycle: BillingCycle
  readonly termsOf: (planCode: string) => NamedTerms
}

type ChargedUsage = Omit<BilledUsage, 'kind'> & { readonly kind: BilledUsage['kind'] | undefined }

/** What SIMs used in a cycle and are charged for, in ICCID order: as it was invoiced, or by its days where it is not. */
async function* usageOfCycle(source: Source, request: CycleRequest): AsyncGenerator<ChargedUsage[]> {
  if (await hasBilledUsage(source.db, request)) {
    yield* billedUsage(source, request)
    return
  }
  const { companyId, timeZone, cycle, termsOf } = request
  const span = spanOf(cycle, timeZone)
  const dayOf = (ms: number): Day => localDay(new Date(ms), timeZone)
  for await (const batch of cycleFacts(source, { companyId, cycle, span, usage: 'days', isInBackground: true })) {
    yield batch.map(({ iccid, now, events, usage }) => {
      const [basis] = billingBasesOf(timelineBetween(now, events, span), { cycle, dayOf, termsOf })
      return { iccid, kind: basis?.kind, usage }
    })
  }
}

async function targetPlans(db: Database): Promise<TargetPlan[]> {
  return db
    .selectFrom('plans')
    .select(['plan_code as planCode', 'origin_id as originId', 'sim_type_id as simTypeId', 'is_offered as isOffered'])
    .orderBy('plan_code')
    .execute()
}

/** Advice moves what a customer may move, also when an administrator asks: to plans on offer. */
const CUSTOMER = { canHibernate: false, permits: ['plans'] } as const

/** With the plan of today, or the one that is scheduled for the next cycle. */
async function readSims(
  { pool, db }: Source,
  { companyId, next, exceptPlans, exceptSims }: FleetRequest,
  plans: readonly NamedTerms[],
  targets: readonly TargetPlan[],
): Promise<Pick<AdvisedFleet, 'iccids' | 'today' | 'choices'>> {
  const numbers = new Map(plans.map(({ planCode }, number) => [planCode, number]))
  const stays = new Set(exceptSims.flatMap(iccidCandidates))
  const isLeftOut = new Set(exceptPlans)
  const choicesOf = cached((planCode: string, originId: number, simTypeId: number): readonly number[] => {
    const currency = plans[numbers.get(planCode) ?? 0]?.currency
    return targets.flatMap((target, number) => {
      const isOther = plans[number]?.currency !== currency || isLeftOut.has(target.planCode)
      const sim = { planCode, originId, simTypeId, administrativeStatus: 0, apnId: 0 }
      return isOther || planExclusion(sim, target, CUSTOMER) ? [] : [number]
    })
  })
  const stream = await copyRows(
    pool,
    db,
    sql`
      SELECT s.iccid, coalesce(w.plan_code, s.plan_code), s.administrative_status, s.origin_id, s.sim_type_id, s.apn_id,
        coalesce(s.plan_bound_until > ${next.start}, false)
      FROM sims s LEFT JOIN (
        SELECT DISTINCT ON (i.iccid) i.iccid, o.parameters ->> 'planCode' AS plan_code
        FROM operation_items i JOIN operations o ON o.company_id = i.company_id AND o.operation_id = i.operation_id
        WHERE i.sim_company_id = ${companyId} AND i.state = 'pending' AND i.code = 'next_cycle'
        ORDER BY i.iccid, i.updated_at DESC
      ) w ON w.iccid = s.iccid
      WHERE s.company_id = ${companyId} ORDER BY s.iccid`,
  )
  const iccids = new Iccids()
  const [today, choices] = [new SmallNumbers(), new SmallNumbers()]
  const lists = new Map([[NO_CHOICES, 0]])
  for await (const rows of splitRows(stream)) {
    for (const [iccid = '', planCode = '', status, origin, type, apn, isBound] of rows) {
      const sim = { administrativeStatus: Number(status), simTypeId: Number(type), apnId: Number(apn), openChange: null }
      const mayMove = isBound === 'f' && !stays.has(iccid) && exclusionOf('plan', sim, CUSTOMER) === undefined
      iccids.add(iccid)
      today.push(numbers.get(planCode) ?? 0)
      const list = mayMove ? choicesOf(planCode, Number(origin), Number(type)) : NO_CHOICES
      if (!lists.has(list)) lists.set(list, lists.size)
      choices.push(lists.get(list) ?? 0)
    }
  }
  const all = [...lists.keys()]
  return { iccids, today: today.toArray(), choices: { at: (sim) => all[choices.at(sim)] } }
}

const NO_CHOICES: readonly number[] = []

/** A function of texts and numbers that is computed once for each: SIMs of one kind share their choices. */
function cached<A extends readonly (string | number)[], T>(compute: (...of: A) => T): (...of: A) => T {
  const known = new Map<string, T>()
  return (...of) => {
    const key = of.join(' ')
    const found = known.get(key)
    if (found !== undefined) return found
    const made = compute(...of)
    known.set(key, made)
    return made
  }
}

/** A growing array of numbers up to 65 535, 2 bytes each: an ordinary one takes 8 a number, and as much again while it grows. */
class SmallNumbers {
  length = 0
  #numbers = new Uint16Array(1_024)

  push(number: number): void {
    if (this.length === this.#numbers.length) {
      const grown = new Uint16Array(this.length * 2)
      grown.set(this.#numbers)
      this.#numbers = grown
    }
    this.#numbers[this.length++] = number
  }

  at(index: number): number {
    return this.#numbers[index] ?? 0
  }

  toArray(): Uint16Array {
    return this.#numbers.slice(0, this.length)
  }
}
