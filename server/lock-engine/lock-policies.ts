import { type RawBuilder, sql } from 'kysely'
import { areaLockOf } from '#domain/area-locks.ts'
import type { Language } from '#domain/languages.ts'
import { type DeviceMode, NO_DEVICE_LOCK } from '#domain/locks.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { retryDeadlock } from '../db/retry-deadlock.ts'
import { lockTaggedSims } from '../records/change-tags.ts'
import { setLocks } from './set-locks.ts'
import { LOCK_ACTOR } from './write-verdicts.ts'

interface PolicyServices {
  readonly db: Database
  clock(): Date
}

/** Time from one comparison to the next: a SIM that joins a group or a company waits up to this long for its lock. */
const EVERY_MS = 15_000
/** When a process dies during a comparison, another process repeats it after this time. */
const CLAIMED_MS = 10 * 60_000
/** SIMs that one comparison finds before it writes any: some megabytes. The next comparison begins at once and finds the others. */
const FOUND_MAX = 100_000
/** SIMs per transaction: few enough not to block other writers for long. */
const BATCH = 500

/**
 * Compares the SIMs of the company whose policies have been due for longest with those policies.
 * @returns false when none is due
 */
export async function followDuePolicies(services: PolicyServices): Promise<boolean> {
  const now = services.clock()
  const { rows } = await sql<{ companyId: number }>`
    UPDATE lock_policies p SET due_at = ${new Date(now.getTime() + CLAIMED_MS)}
    FROM (
      SELECT company_id FROM lock_policies WHERE due_at <= ${now} ORDER BY due_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
    ) due
    WHERE p.company_id = due.company_id RETURNING p.company_id AS "companyId"`.execute(services.db)
  const [company] = rows
  if (!company) return false
  try {
    await followPolicies(services, company.companyId)
  } catch (error) {
    // a comparison that failed is repeated sooner than one whose process died
    await setDue(services, company.companyId, EVERY_MS)
    throw error
  }
  return true
}

/**
 * Copies the locks of a company's policies to its SIMs, and removes copies that no longer apply. SIMs with a lock of their own keep it. Two
 * processes may do it at the same time, because both write the same.
 * @param withinMs time after which the rest becomes due at once for the worker; by default all SIMs are compared
 */
export async function followPolicies(
  services: PolicyServices,
  companyId: number,
  withinMs = Number.POSITIVE_INFINITY,
): Promise<void> {
  const until = performance.now() + withinMs
  for (;;) {
    const { rows } = await sql<{ iccid: string }>`
      SELECT iccid FROM (${differing(companyId, {})}) d ORDER BY iccid LIMIT ${FOUND_MAX}`.execute(services.db)
    const iccids = rows.map(({ iccid }) => iccid)
    for (let from = 0; from < iccids.length; from += BATCH) {
      if (performance.now() > until) return setDue(services, companyId, 0)
      const some = iccids.slice(from, from + BATCH)
      const inherit = (trx: DatabaseTransaction) =>
        inheritLocks(trx, { companyId, iccids: some, withOwn: false }, services.clock())
      await retryDeadlock(() => services.db.transaction().execute(inherit))
    }
    if (iccids.length < FOUND_MAX) break
  }
  await deleteRemoved(services, companyId)
  await setDue(services, companyId, EVERY_MS)
}

async function setDue({ db, clock }: PolicyServices, companyId: number, inMs: number): Promise<void> {
  await db
    .updateTable('lock_policies')
    .set({ due_at: new Date(clock().getTime() + inMs) })
    .where('company_id', '=', companyId)
    .execute()
}

/** Deletes removed policies whose lock no SIM has any more. */
async function deleteRemoved({ db }: PolicyServices, companyId: number): Promise<void> {
  await sql`
    DELETE FROM lock_policies p WHERE p.company_id = ${companyId} AND p.is_removed
      AND NOT EXISTS (SELECT FROM sim_locks k WHERE k.company_id = p.company_id AND k.policy_id = p.policy_id)`.execute(db)
}

interface Compared {
  /** by default all SIMs of the company */
  readonly iccids?: readonly string[]
  /** also SIMs with a lock of their own */
  readonly withOwn?: boolean
}

/**
 * The policy that each SIM of a company has, or would have without a lock of its own, as rows (company_id, iccid, policy_id, version,
 * group_id). The nearest fixed group with a policy decides, else a group by rule, else the company. A policy that locks nothing keeps its
 * SIMs free of the policies around it. Both sides of each join are sorted by the same key, so a million SIMs are read within seconds.
 */
export const policiesOfSims = (companyId: number, iccids?: readonly string[]): RawBuilder<unknown> => sql`
  SELECT s.company_id, s.iccid, p.policy_id, p.version, p.group_id
  FROM sims s
  LEFT JOIN (${policiesByGroup(companyId, iccids)}) g ON g.iccid = s.iccid
  LEFT JOIN lock_policies whole ON whole.company_id = s.company_id AND whole.group_id IS NULL AND NOT whole.is_removed
  LEFT JOIN lock_policies p ON p.company_id = s.company_id AND p.policy_id = coalesce(g.policy_id, whole.policy_id)
    AND NOT (p.device_mode = 'off' AND p.area_values = '{}' AND p.geofences = '{}')
  WHERE s.company_id = ${companyId} AND s.administrative_status <> ${sql.lit(ADMINISTRATIVE_STATUS.retired)}
    ${iccids ? sql`AND s.iccid = ANY(${[...iccids]}::text[])` : sql``}`

/** The SIMs of a company whose lock is not that of the policy that they should follow, as rows (iccid, policy_id). */
const differing = (companyId: number, { iccids, withOwn = false }: Compared): RawBuilder<unknown> => sql`
  SELECT w.iccid, w.policy_id
  FROM (${policiesOfSims(companyId, iccids)}) w
  LEFT JOIN sim_locks k ON k.company_id = w.company_id AND k.iccid = w.iccid
  WHERE CASE WHEN k.policy_id IS NULL AND k.lock_id IS NOT NULL THEN ${sql.lit(withOwn)}
    ELSE k.policy_id IS DISTINCT FROM w.policy_id OR k.policy_version IS DISTINCT FROM w.version END`

/** The policy that each SIM has by its groups, as rows (iccid, policy_id). */
const policiesByGroup = (companyId: number, iccids: readonly string[] | undefined): RawBuilder<unknown> => sql`
  SELECT DISTINCT ON (m.iccid) m.iccid, n.policy_id
  FROM sim_tags m
  JOIN (
    SELECT DISTINCT ON (t.tag_id) t.tag_id, p.policy_id
    FROM lock_policies p
    JOIN tags around ON around.company_id = p.company_id AND around.tag_id = p.group_id
    JOIN tags t ON t.company_id = around.company_id AND t.is_group AND (t.key = around.key OR starts_with(t.key, around.key || '|'))
    WHERE p.company_id = ${companyId} AND NOT p.is_removed
    ORDER BY t.tag_id, length(around.key) DESC
  ) n ON n.tag_id = m.tag_id
  WHERE m.company_id = ${companyId} AND m.place <= 0 ${iccids ? sql`AND m.iccid = ANY(${[...iccids]}::text[])` : sql``}
  ORDER BY m.iccid, m.place DESC`

interface Followed {
  readonly companyId: number
  readonly iccids: readonly string[]
  /** SIMs with a lock of their own give it up */
  readonly withOwn: boolean
}

interface Policy {
  readonly policyId: string
  readonly version: number
  readonly mode: DeviceMode
  readonly values: readonly string[]
  readonly areas: readonly string[]
  readonly geofences: readonly string[]
  readonly emails: readonly string[]
  readonly language: Language
}

/**
 * Gives SIMs the locks of the policies that they should follow, in the caller's transaction.
 * @returns the ICCIDs of SIMs that now follow another policy or version, or none
 */
export async function inheritLocks(
  trx: DatabaseTransaction,
  { companyId, iccids, withOwn }: Followed,
  now: Date,
): Promise<string[]> {
  const sims = iccids.map((iccid) => ({ companyId, iccid }))
  await lockTaggedSims(trx, sims)
  const policies = await readPolicies(trx, companyId)
  const { rows } = await sql<{ iccid: string; policyId: string | null }>`
    SELECT iccid, policy_id AS "policyId" FROM (${differing(companyId, { iccids, withOwn })}) d`.execute(trx)
  for (const [policyId, ofPolicy] of Map.groupBy(rows, (row) => row.policyId)) {
    const some = ofPolicy.map(({ iccid }) => iccid)
    const policy = policyId === null ? undefined : policies.get(policyId)
    if (policy) await follow(trx, { companyId, iccids: some }, policy, now)
    else await takeOff(trx, { companyId, iccids: some }, now)
  }
  return rows.map(({ iccid }) => iccid)
}

/** Locks the policies, so that none changes before the SIMs have its lock. */
async function readPolicies(trx: DatabaseTransaction, companyId: number): Promise<ReadonlyMap<string, Policy>> {
  const { rows } = await sql<Policy>`
    SELECT policy_id AS "policyId", version, device_mode AS mode, device_values AS values, area_values AS areas,
      geofences::text[] AS geofences, emails, language
    FROM lock_policies WHERE company_id = ${companyId} ORDER BY policy_id FOR SHARE`.execute(trx)
  return new Map(rows.map((row) => [row.policyId, row]))
}

type SimsOfCompany = Pick<Followed, 'companyId' | 'iccids'>

function follow(trx: DatabaseTransaction, { companyId, iccids }: SimsOfCompany, policy: Policy, now: Date) {
  const { policyId, version, mode, values, areas, geofences, emails, language } = policy
  const lock = { device: { mode, values }, area: { ...areaLockOf(areas), geofences }, emails, keepsHeld: true }
  const changes = iccids.map((iccid) => ({ companyId, iccid, ...lock, policy: { policyId, version } }))
  return setLocks(trx, changes, { actor: LOCK_ACTOR, detail: {}, language }, now)
}

async function takeOff(trx: DatabaseTransaction, { companyId, iccids }: SimsOfCompany, now: Date): Promise<void> {
  const nothing = { device: NO_DEVICE_LOCK, area: { ...areaLockOf([]), geofences: [] }, policy: null }
  const changes = iccids.map((iccid) => ({ companyId, iccid, ...nothing }))
  await setLocks(trx, changes, { actor: LOCK_ACTOR, detail: {}, language: 'es' }, now)
  await sql`DELETE FROM sim_locks WHERE company_id = ${companyId} AND iccid = ANY(${[...iccids]}::text[])`.execute(trx)
}
