import { sql } from 'kysely'
import { GROUP_SENTENCES } from '#contract/groups/group-messages.ts'
import { FAILURE_SENTENCES } from '#contract/operations/operation-messages.ts'
import { groupKey, keyAfterGroup } from '#domain/groups.ts'
import { COMPANY_TAGS_MAX, compareTagNames, distinctTags, tagKey } from '#domain/tags.ts'
import { invalidField } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { retryDeadlock } from '#server/db/retry-deadlock.ts'
import { addMissingTags, lockTaggedSims } from '#server/records/change-tags.ts'
import { areInRules } from '#server/records/group-rules.ts'
import { inheritTags } from '#server/records/inherit-tags.ts'
import type { SimKey } from '#server/records/sim-key.ts'
import type { GroupRow } from './groups.queries.ts'

/** SIMs per transaction while they get the tags of their group: short enough not to block other writers. */
const BATCH = 5_000

type GroupKey = Pick<GroupRow, 'companyId' | 'groupId'>

/**
 * Replaces the tags that SIMs of a group have because of it. Its SIMs get them by `spreadTags`, after the transaction.
 * @returns those that it has now
 * @throws AppError invalid_request at the field tags
 */
export async function saveGroupTags(
  trx: DatabaseTransaction,
  group: GroupRow,
  requested: readonly string[] | undefined,
  now: Date,
): Promise<string[]> {
  const { companyId, groupId, tags: before } = group
  const names = requested === undefined ? before : distinctTags(requested).sort(compareTagNames)
  if (names.map(tagKey).join() === before.map(tagKey).join()) return before
  const added = names.map((name) => ({ companyId, name, key: tagKey(name), isAdded: true }))
  await requireRoom(trx, companyId, added)
  // SIMs would be in a rule because of a tag that they have because of a rule
  if (group.rule && (await areInRules(trx, companyId, { kind: 'tags', names })))
    throw invalidField('tags', GROUP_SENTENCES.tagOfRule)
  await addMissingTags(trx, added, now)
  await trx.deleteFrom('group_tags').where('company_id', '=', companyId).where('group_id', '=', groupId).execute()
  if (added.length > 0) {
    const keys = added.map(({ key }) => key)
    const tags = await trx
      .selectFrom('tags')
      .select('tag_id')
      .where('company_id', '=', companyId)
      .where('key', 'in', keys)
      .execute()
    const rows = tags.map(({ tag_id }) => ({ company_id: companyId, group_id: groupId, tag_id }))
    await trx.insertInto('group_tags').values(rows).execute()
  }
  await beginSpreading(trx, group)
  return tagsOfGroup(trx, group)
}

async function requireRoom(trx: DatabaseTransaction, companyId: number, added: readonly { key: string }[]): Promise<void> {
  const { rows } = await sql<{ tags: number }>`
    SELECT count(*)::int AS tags FROM (
      SELECT t.key FROM tags t WHERE t.company_id = ${companyId} AND NOT t.is_group
      UNION SELECT * FROM unnest(${added.map(({ key }) => key)}::text[])
    ) all_tags`.execute(trx)
  if ((rows[0]?.tags ?? 0) > COMPANY_TAGS_MAX) throw invalidField('tags', FAILURE_SENTENCES.too_many_company_tags)
}

async function tagsOfGroup(trx: DatabaseTransaction, { companyId, groupId }: GroupKey): Promise<string[]> {
  const rows = await trx
    .selectFrom('group_tags as g')
    .innerJoin('tags as t', (join) => join.onRef('t.company_id', '=', 'g.company_id').onRef('t.tag_id', '=', 'g.tag_id'))
    .select('t.name')
    .where('g.company_id', '=', companyId)
    .where('g.group_id', '=', groupId)
    .execute()
  return rows.map(({ name }) => name).sort(compareTagNames)
}

/** The SIMs of a group, and of those inside it, do not all have the tags that they should: it has others, or others are around it. */
export const beginSpreading = (trx: DatabaseTransaction, group: GroupKey): Promise<void> => setSpreading(trx, group, true)

async function setSpreading(trx: DatabaseTransaction, { companyId, groupId }: GroupKey, isSpreading: boolean): Promise<void> {
  await trx
    .updateTable('tags')
    .set({ is_spreading: isSpreading })
    .where('company_id', '=', companyId)
    .where('tag_id', '=', groupId)
    .execute()
}

/**
 * Gives the SIMs of a group, and of those inside it, the tags that they should have by now, without a line in each timeline. Does nothing
 * when they have them; interrupted, it is begun again when the group is saved the next time.
 */
export async function spreadTags(ctx: Ctx, group: GroupRow): Promise<void> {
  const groups = await spreadingGroups(ctx, group)
  if (groups.length === 0) return
  for (const groupId of groups) {
    let after = ''
    const spread = (trx: DatabaseTransaction) => spreadBatch(trx, { companyId: group.companyId, groupId }, after)
    do after = await retryDeadlock(() => inTransaction(ctx, spread))
    while (after !== '')
  }
  await inTransaction(ctx, (trx) => setSpreading(trx, group, false))
}

/** The group with those inside it, while its SIMs do not have their tags; none otherwise. */
async function spreadingGroups({ db }: Ctx, { companyId, groupId, path }: GroupRow): Promise<number[]> {
  const { rows } = await sql<{ groupId: number }>`
    SELECT t.tag_id AS "groupId" FROM tags t
    WHERE t.company_id = ${companyId} AND t.is_group AND t.key >= ${groupKey(path)} AND t.key < ${keyAfterGroup(groupKey(path))}
      AND (t.key = ${groupKey(path)} OR starts_with(t.key, ${`${groupKey(path)}|`}))
      AND EXISTS (SELECT FROM tags own WHERE own.company_id = ${companyId} AND own.tag_id = ${groupId} AND own.is_spreading)`.execute(
    db,
  )
  return rows.map((row) => row.groupId)
}

/** @returns the ICCID of the batch's last SIM; '' for the last batch */
async function spreadBatch(trx: DatabaseTransaction, { companyId, groupId }: GroupKey, after: string): Promise<string> {
  const { rows } = await sql<SimKey>`
    SELECT g.company_id AS "companyId", g.iccid FROM sim_tags g
    WHERE g.company_id = ${companyId} AND g.tag_id = ${groupId} AND g.iccid > ${after}
    ORDER BY g.iccid LIMIT ${BATCH}`.execute(trx)
  await lockTaggedSims(trx, rows)
  await inheritTags(trx, rows)
  return rows.length < BATCH ? '' : (rows.at(-1)?.iccid ?? '')
}
