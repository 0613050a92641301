import { type RawBuilder, sql } from 'kysely'
import type { SimGroupRule } from '#contract/groups/groups.calls.ts'
import { followGroups } from '#server/alarm-engine/follow-groups.ts'
import type { Services } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { retryDeadlock } from '#server/db/retry-deadlock.ts'
import { narrowScope } from '#server/db/scope.ts'
import { lockTaggedSims } from '#server/records/change-tags.ts'
import { inheritTags } from '#server/records/inherit-tags.ts'
import { allOf, namesGroups, namesTags, presentConditions, searchedSims, simConditions } from '#server/records/sim-filter.ts'
import { countChanges } from '#server/records/tag-counts.ts'

type RuleServices = Pick<Services, 'db' | 'pool' | 'clock' | 'config'>

/** How long after a comparison the next one is due: a person who waits for a change of the group waits so long. */
const EVERY_MS = 15_000
/** A process that dies while it compares has the group compared again after this. */
const CLAIMED_MS = 10 * 60_000
/** SIMs that are found before any are written: some megabytes. More follow in the next comparison, which begins at once. */
const FOUND_MAX = 100_000
/** SIMs per transaction: short enough not to block other writers. */
const BATCH = 5_000

export interface RuleGroup {
  readonly companyId: number
  readonly groupId: number
}

interface ClaimedRule extends RuleGroup {
  readonly path: string
  readonly rule: SimGroupRule
  /** SIMs have tags because of it */
  readonly givesTags: boolean
}

/**
 * Compares the group that has been due for longest with its rule.
 * @returns false when none is due
 */
export async function refreshDueRule(services: RuleServices): Promise<boolean> {
  const now = services.clock()
  // another process that writes to the row at this moment is passed over, and found by the next round
  const { rows } = await sql<RuleGroup>`
    UPDATE tags t SET rule_due_at = ${new Date(now.getTime() + CLAIMED_MS)}
    FROM (
      SELECT d.company_id, d.tag_id FROM tags d WHERE d.rule_due_at <= ${now} ORDER BY d.rule_due_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
    ) due
    WHERE t.company_id = due.company_id AND t.tag_id = due.tag_id
    RETURNING t.company_id AS "companyId", t.tag_id AS "groupId"`.execute(services.db)
  const [group] = rows
  if (!group) return false
  try {
    await refreshRule(services, group)
  } catch (error) {
    // what failed, as by a deadlock with a person's change, must not wait for as long as after a process that died
    await setDue(services, group, EVERY_MS)
    throw error
  }
  return true
}

/**
 * Takes the SIMs that no longer match its rule out of a group and puts those in that do, without a line in their timelines: with them go and
 * come the tags that it gives, and its alarms. Two processes that do it at once do the same.
 * @param withinMs after which what is left is due at once, for the worker; undefined: all of it
 */
export async function refreshRule(
  services: RuleServices,
  group: RuleGroup,
  withinMs = Number.POSITIVE_INFINITY,
): Promise<void> {
  const until = performance.now() + withinMs
  for (;;) {
    const claimed = await ruleOf(services, group)
    if (!claimed) return
    const found = await findDifferences(services, claimed)
    for (let from = 0; from < found.length; from += BATCH) {
      if (performance.now() > until) return setDue(services, group, 0)
      const some = found.slice(from, from + BATCH)
      await retryDeadlock(() => services.db.transaction().execute((trx) => writeDifferences(trx, claimed, some, services)))
    }
    if (found.length < FOUND_MAX) return setDue(services, group, EVERY_MS)
  }
}

async function setDue({ db, clock }: RuleServices, { companyId, groupId }: RuleGroup, inMs: number): Promise<void> {
  await db
    .updateTable('tags')
    .set({ rule_due_at: new Date(clock().getTime() + inMs) })
    .where('company_id', '=', companyId)
    .where('tag_id', '=', groupId)
    .where('rule_due_at', 'is not', null)
    .execute()
}

async function ruleOf({ db }: RuleServices, { companyId, groupId }: RuleGroup): Promise<ClaimedRule | undefined> {
  const { rows } = await sql<ClaimedRule>`
    SELECT t.company_id AS "companyId", t.tag_id AS "groupId", t.name AS path, t.rule,
      EXISTS (SELECT FROM group_tags g WHERE g.company_id = t.company_id AND g.group_id = t.tag_id) AS "givesTags"
    FROM tags t WHERE t.company_id = ${companyId} AND t.tag_id = ${groupId} AND t.rule IS NOT NULL`.execute(db)
  return rows[0]
}

interface Difference {
  readonly iccid: string
  /** it matches the rule, and is not in the group yet; else it is in the group and does not match */
  readonly isJoining: boolean
}

/** Two sides in the order of the same key: a million on both are merged within a second. */
async function findDifferences(services: RuleServices, group: ClaimedRule): Promise<Difference[]> {
  const matching = await matchingSims(services, group)
  const { rows } = await sql<Difference>`
    SELECT coalesce(m.iccid, p.iccid) AS iccid, p.iccid IS NULL AS "isJoining"
    FROM (${matching}) m
    FULL JOIN (SELECT g.iccid FROM sim_tags g WHERE g.company_id = ${group.companyId} AND g.tag_id = ${group.groupId}) p ON p.iccid = m.iccid
    WHERE m.iccid IS NULL OR p.iccid IS NULL LIMIT ${FOUND_MAX}`.execute(services.db)
  return rows
}

/** The SIMs of the group's company, of no other, that match its rule. */
async function matchingSims(services: RuleServices, { companyId, rule }: ClaimedRule): Promise<RawBuilder<unknown>> {
  const { tags, groups, ...others } = rule
  const scope = narrowScope({ kind: 'all' }, [companyId])
  const conditions = [
    sql`l.company_id = ${companyId}`,
    ...simConditions(others, 'live'),
    ...(await presentConditions(services, scope, others, services.clock())),
    ...(tags?.length ? [sql`l.iccid IN (${simsWith(companyId, sql`NOT t.is_group AND ${namesTags(tags)}`)})`] : []),
    // a group by rule of that name is not meant: rules are not made of rules
    ...(groups?.length ? [sql`l.iccid IN (${simsWith(companyId, sql`t.rule IS NULL AND ${namesGroups(groups)}`)})`] : []),
  ]
  if (!rule.search) return sql`SELECT l.iccid FROM sim_live l WHERE ${allOf(conditions)}`
  const { from, where } = searchedSims(scope, rule)
  return sql`
    SELECT l.iccid FROM ${from} JOIN sim_live l ON l.company_id = s.company_id AND l.iccid = s.iccid WHERE ${allOf([...where, ...conditions])}`
}

const simsWith = (companyId: number, which: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  SELECT g.iccid FROM tags t JOIN sim_tags g ON g.company_id = t.company_id AND g.tag_id = t.tag_id
  WHERE t.company_id = ${companyId} AND ${which}`

async function writeDifferences(
  trx: DatabaseTransaction,
  group: ClaimedRule,
  found: readonly Difference[],
  { clock, config }: RuleServices,
): Promise<void> {
  const { companyId, groupId, path, givesTags } = group
  const simsOf = (iccids: readonly string[]) => iccids.map((iccid) => ({ companyId, iccid }))
  await lockTaggedSims(trx, simsOf(found.map(({ iccid }) => iccid)))
  const left = simsOf(await leave(trx, group, iccidsOf(found, false)))
  const joined = simsOf(await join(trx, group, iccidsOf(found, true)))
  // tags before groups, as where SIMs are moved
  if (givesTags) await inheritTags(trx, [...left, ...joined])
  await countChanges(trx, [
    ...left.map((sim) => ({ ...sim, tagId: groupId, change: -1 as const })),
    ...joined.map((sim) => ({ ...sim, tagId: groupId, change: 1 as const })),
  ])
  const changed = [
    ...left.map((sim) => ({ ...sim, from: path, to: '' })),
    ...joined.map((sim) => ({ ...sim, from: '', to: path })),
  ]
  await followGroups(trx, changed, { now: clock(), warningPercent: config.ALARM_WARNING_PERCENT })
}

const iccidsOf = (found: readonly Difference[], isJoining: boolean): string[] =>
  found.filter((one) => one.isJoining === isJoining).map(({ iccid }) => iccid)

/** The group, as long as its rule is the one that was compared. */
const present = ({ companyId, groupId, rule }: ClaimedRule): RawBuilder<unknown> => sql`
  t.company_id = ${companyId} AND t.tag_id = ${groupId} AND t.rule = ${JSON.stringify(rule)}::jsonb`

async function leave(trx: DatabaseTransaction, group: ClaimedRule, iccids: readonly string[]): Promise<string[]> {
  if (iccids.length === 0) return []
  const { rows } = await sql<{ iccid: string }>`
    DELETE FROM sim_tags g USING tags t
    WHERE ${present(group)} AND g.company_id = t.company_id AND g.tag_id = t.tag_id AND g.iccid = ANY(${iccids}::text[])
    RETURNING g.iccid`.execute(trx)
  return rows.map(({ iccid }) => iccid)
}

/** A SIM that left the company meanwhile joins nothing. */
async function join(trx: DatabaseTransaction, group: ClaimedRule, iccids: readonly string[]): Promise<string[]> {
  if (iccids.length === 0) return []
  const { rows } = await sql<{ iccid: string }>`
    WITH joining AS MATERIALIZED (
      SELECT s.company_id, s.iccid, t.rule_place, t.tag_id FROM unnest(${iccids}::text[]) w(iccid)
      JOIN tags t ON ${present(group)}
      JOIN sims s ON s.company_id = t.company_id AND s.iccid = w.iccid COLLATE "C"
    )
    INSERT INTO sim_tags (company_id, iccid, place, tag_id) SELECT company_id, iccid, rule_place, tag_id FROM joining
    ON CONFLICT DO NOTHING RETURNING iccid`.execute(trx)
  return rows.map(({ iccid }) => iccid)
}
