import { sql } from 'kysely'
import { GROUP_SENTENCES } from '#contract/groups/group-messages.ts'
import type { SimGroupRule } from '#contract/groups/groups.calls.ts'
import { COMPANY_RULES_MAX, comesAndGoes, isChangedByCut, setFilters } from '#domain/group-rules.ts'
import { groupKey, namesOfPath } from '#domain/groups.ts'
import { tagKey } from '#domain/tags.ts'
import { invalidField } from '#server/app-error.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { rulesOf } from '#server/records/group-rules.ts'
import type { GroupRow } from './groups.queries.ts'

/** The call that saves compares at once; if its process dies, a worker does so after this. */
const DUE_MS = 10_000

interface SavedGroup {
  readonly group: GroupRow
  readonly isNew: boolean
  /** those that it will give; undefined: as before */
  readonly tags: readonly string[] | undefined
}

/**
 * Makes a new group one by rule, or gives one by rule another rule. Its SIMs follow by `refreshRule`, after the transaction.
 * @returns the rule that it has now; null of a fixed group
 * @throws AppError invalid_request at the field rule
 */
export async function saveRule(
  trx: DatabaseTransaction,
  { group, isNew, tags = group.tags }: SavedGroup,
  requested: SimGroupRule | undefined,
  now: Date,
): Promise<SimGroupRule | null> {
  if (requested === undefined) return group.rule
  if (!isNew && group.rule === null) throw invalidField('rule', GROUP_SENTENCES.ruleOfFixed)
  const rule = setFilters(requested)
  if (group.rule && (await isSameRule(trx, group.rule, rule))) return group.rule
  if (namesOfPath(group.path).length > 1) throw invalidField('path', GROUP_SENTENCES.ruleOnFirstLevel)
  const { companyId, groupId } = group
  await requireNoCircle(trx, { ...group, tags: [...tags] }, rule)
  await requireFittingAlarms(trx, group, rule)
  const place = isNew ? await freePlace(trx, companyId) : sql`rule_place`
  await sql`
    UPDATE tags SET rule = ${JSON.stringify(rule)}::jsonb, rule_place = ${place}, rule_due_at = ${new Date(now.getTime() + DUE_MS)}
    WHERE company_id = ${companyId} AND tag_id = ${groupId}`.execute(trx)
  return rule
}

async function isSameRule(trx: DatabaseTransaction, one: SimGroupRule, other: SimGroupRule): Promise<boolean> {
  const { rows } = await sql<{ same: boolean }>`
    SELECT ${JSON.stringify(one)}::jsonb = ${JSON.stringify(other)}::jsonb AS same`.execute(trx)
  return rows[0]?.same ?? false
}

/** A rule that names what rules give would hold SIMs because they are in it. The group itself is one by rule now. */
async function requireNoCircle(
  trx: DatabaseTransaction,
  { companyId, groupId, tags }: GroupRow,
  rule: SimGroupRule,
): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    SELECT t.key FROM tags t WHERE t.company_id = ${companyId} AND (t.rule IS NOT NULL OR t.tag_id = ${groupId})
    UNION ALL
    SELECT given.key FROM tags t JOIN group_tags g ON g.company_id = t.company_id AND g.group_id = t.tag_id
    JOIN tags given ON given.company_id = g.company_id AND given.tag_id = g.tag_id
    WHERE t.company_id = ${companyId} AND t.rule IS NOT NULL AND t.tag_id <> ${groupId}`.execute(trx)
  const ofRules = new Set([...rows.map(({ key }) => key), ...tags.map(tagKey)])
  if (rule.groups?.some((path) => ofRules.has(groupKey(path)))) throw invalidField('rule', GROUP_SENTENCES.ruleByRule)
  if (rule.tags?.some((name) => ofRules.has(tagKey(name)))) throw invalidField('rule', GROUP_SENTENCES.ruleByGivenTag)
}

/** An alarm that was deleted a while ago and no longer fits goes. */
async function requireFittingAlarms(
  trx: DatabaseTransaction,
  { companyId, groupId }: GroupRow,
  rule: SimGroupRule,
): Promise<void> {
  const [goes, changes] = [comesAndGoes(rule), isChangedByCut(rule)]
  if (!goes && !changes) return
  const unfit = sql`company_id = ${companyId} AND group_id = ${groupId} AND (${goes} OR cuts_data)`
  const { rows } = await sql`SELECT FROM alarms WHERE ${unfit} LIMIT 1`.execute(trx)
  if (rows.length > 0) throw invalidField('rule', goes ? GROUP_SENTENCES.alarmComesAndGoes : GROUP_SENTENCES.alarmChangesGroup)
  await sql`DELETE FROM deleted_alarms WHERE ${unfit}`.execute(trx)
}

/** The first number that no rule of the company has, below zero. Its rules are locked. */
async function freePlace(trx: DatabaseTransaction, companyId: number): Promise<number> {
  if ((await rulesOf(trx, companyId)).length >= COMPANY_RULES_MAX) throw invalidField('rule', GROUP_SENTENCES.tooManyRules)
  const { rows } = await sql<{ place: number }>`
    SELECT -n AS place FROM generate_series(1, ${COMPANY_RULES_MAX}::int) n
    WHERE NOT EXISTS (SELECT FROM tags t WHERE t.company_id = ${companyId} AND t.rule_place = -n)
    ORDER BY n LIMIT 1`.execute(trx)
  const [free] = rows
  if (!free) throw new Error(`company ${companyId} has no free place for a rule`)
  return free.place
}
