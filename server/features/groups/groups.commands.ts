import { sql } from 'kysely'
import type { CallData, CallInput } from '#contract/call.ts'
import { GROUP_SENTENCES } from '#contract/groups/group-messages.ts'
import type { createGroup, editGroup, moveSimToGroup } from '#contract/groups/groups.calls.ts'
import { FAILURE_SENTENCES } from '#contract/operations/operation-messages.ts'
import { GROUP_DEPTH_MAX, groupKey, isWithin, keyAfterGroup, namesOfPath, ownName, pathAbove, pathOf } from '#domain/groups.ts'
import { followGroups, followMovedGroup } from '#server/alarm-engine/follow-groups.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { retryDeadlock } from '#server/db/retry-deadlock.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'
import { WithMessage } from '#server/http/answers.ts'
import { refuseTaken } from '#server/http/refuse-taken.ts'
import { audit } from '#server/records/audit.ts'
import { addMissingGroups, changeGroups, refusedGroups } from '#server/records/change-groups.ts'
import { isOnSims, lockSimsOfTag, takeTagOffSims } from '#server/records/change-tags.ts'
import { requireSim } from '#server/records/find-sim.ts'
import { areInRules, lockRules, renameInRules } from '#server/records/group-rules.ts'
import { inheritTags } from '#server/records/inherit-tags.ts'
import { requireAllowed } from '#server/records/sim-refusal.ts'
import { tagsAndGroupsOfSim } from '#server/records/tag-names.ts'
import { saveActivationPlans } from './activation-plans.ts'
import { beginSpreading, saveGroupTags, spreadTags } from './group-tags.ts'
import { type GroupRow, selectGroups } from './groups.queries.ts'
import { refreshRule } from './refresh-rules.ts'
import { saveRule } from './save-rule.ts'

/** How long a person waits for the SIMs of a group by rule: some 50 000 have joined by then, the others join in the background. */
const FOLLOWED_MS = 4_000

/** SIMs per transaction while a group is deleted: short enough not to block other writers. */
const BATCH = 20_000

/** Moves a SIM to a group, or out of its group. */
export async function moveSim(
  ctx: Ctx,
  icc: string,
  { group }: CallInput<typeof moveSimToGroup>['body'],
): Promise<WithMessage<CallData<typeof moveSimToGroup>>> {
  const sim = await requireSim(ctx, icc)
  requireAllowed(ctx, sim, 'group')
  const { companyId, iccid } = sim
  const change = { companyId, iccid, group: group ?? '' }
  const move = async (trx: DatabaseTransaction) => {
    await requireRoom(trx, change, 'group')
    const [changed] = await changeGroups(trx, [change], { actor: ctx.actor.email, detail: {} }, ctx.now)
    if (changed) await followGroups(trx, [changed], followedAt(ctx))
    if (!changed) {
      const { group: present } = await tagsAndGroupsOfSim(trx, sim)
      return { group: present, previous: present }
    }
    const { from, to } = changed
    const entry = { action: 'sim.grouped', entity: 'sim', entityId: iccid, companyId }
    await audit(trx, ctx, { ...entry, before: { group: from }, after: { group: to } })
    return { group: to, previous: from }
  }
  return new WithMessage(await retryDeadlock(() => inTransaction(ctx, move)), GROUP_SENTENCES.moved)
}

/** @throws AppError invalid when the company would have too many groups, or the group is one by rule, or inside one */
async function requireRoom(
  trx: DatabaseTransaction,
  added: { companyId: number; group: string },
  field: 'group' | 'path',
): Promise<void> {
  const refusal = (await refusedGroups(trx, [added]))(added)
  if (refusal === 'group_by_rule' && field === 'path') throw invalidField(field, GROUP_SENTENCES.ruleOnFirstLevel)
  if (refusal) throw invalidField(field, FAILURE_SENTENCES[refusal])
}

/** Creates a group of a company in scope, and those around it that are missing. */
export async function createGroupOf(
  ctx: Ctx,
  { company, path, ...settings }: CallInput<typeof createGroup>['body'],
): Promise<WithMessage<GroupRow>> {
  const create = async (trx: DatabaseTransaction) => {
    await lockRules(trx, company)
    await requireCompany(ctx, trx, company)
    if (await groupAt(trx, company, path)) throw invalidField('path', GROUP_SENTENCES.pathTaken)
    await requireRoom(trx, { companyId: company, group: path }, 'path')
    await addMissingGroups(trx, [{ companyId: company, group: path }], ctx.now)
    const group = await groupAt(trx, company, path)
    if (!group) throw new Error(`the group ${path} of company ${company} was not created`)
    const after = await saveSettings(ctx, trx, { group, isNew: true }, settings)
    await audit(trx, ctx, { ...entryOf(group), action: 'group.created', after: auditedOf(after, group) })
    return after
  }
  const created = await retryDeadlock(() => inTransaction(ctx, create))
  return new WithMessage(await followRule(ctx, created), GROUP_SENTENCES.created)
}

/** It is not deleted until the transaction ends. */
async function requireCompany({ actor }: Ctx, trx: DatabaseTransaction, companyId: number): Promise<void> {
  const company = await trx
    .selectFrom('companies as c')
    .select('c.company_id')
    .where('c.company_id', '=', companyId)
    .where(inScope(scopeOf(actor), sql`c.company_id`))
    .forKeyShare()
    .executeTakeFirst()
  if (!company) throw new AppError('not_found')
}

const groupAt = (trx: DatabaseTransaction, companyId: number, path: string): Promise<GroupRow | undefined> =>
  selectGroups(trx).where('t.company_id', '=', companyId).where('t.key', '=', groupKey(path)).executeTakeFirst()

/**
 * A group in the reader's scope.
 * @throws AppError not_found, also for another tenant's
 */
async function requireGroup(
  { actor }: Ctx,
  db: Database | DatabaseTransaction,
  groupId: number,
  lock?: 'locked',
): Promise<GroupRow> {
  const group = await selectGroups(db)
    .where('t.tag_id', '=', groupId)
    .where(inScope(scopeOf(actor), sql`t.company_id`))
    .$if(lock === 'locked', (found) => found.forUpdate())
    .executeTakeFirst()
  if (!group) throw new AppError('not_found', { sentence: GROUP_SENTENCES.unknown })
  return group
}

/** The groups inside of one, locked, without itself. */
const groupsInside = (trx: DatabaseTransaction, { companyId, path }: GroupRow): Promise<GroupRow[]> =>
  selectGroups(trx)
    .where('t.company_id', '=', companyId)
    .where('t.key', '>', `${groupKey(path)}|`)
    .where('t.key', '<', keyAfterGroup(groupKey(path)))
    .orderBy('t.key')
    .forUpdate()
    .execute()

const entryOf = ({ groupId, companyId }: GroupRow) => ({ entity: 'group', entityId: String(groupId), companyId })

/** What the audit log says of a group beside another state of it: its path, and the settings that differ. */
const auditedOf = ({ path, rule, activationPlans, tags }: GroupRow, other: GroupRow) => ({
  path,
  ...(rule !== other.rule && { rule }),
  ...(activationPlans !== other.activationPlans && { activationPlans }),
  ...(tags !== other.tags && { tags }),
})

/** What SIMs inherit from a group. @returns the group with it; lists that stay are the same objects */
async function saveSettings(
  ctx: Ctx,
  trx: DatabaseTransaction,
  { group, isNew }: { readonly group: GroupRow; readonly isNew: boolean },
  { rule, activationPlans, tags }: Omit<CallInput<typeof editGroup>['body'], 'path'>,
): Promise<GroupRow> {
  const ruled = { ...group, rule: await saveRule(trx, { group, isNew, tags }, rule, ctx.now) }
  if (ruled.rule && activationPlans?.length) throw invalidField('activationPlans', GROUP_SENTENCES.ruleWithoutPlans)
  return {
    ...ruled,
    activationPlans: await saveActivationPlans(ctx, trx, group, activationPlans),
    tags: await saveGroupTags(trx, ruled, tags, ctx.now),
  }
}

/** The SIMs of a group by rule follow its rule before the answer, those of a very large one after it. @returns the group with as many as it has then */
async function followRule(ctx: Ctx, group: GroupRow): Promise<GroupRow> {
  if (group.rule === null) return group
  await refreshRule(ctx, group, FOLLOWED_MS)
  const counted = await selectGroups(ctx.db)
    .where('t.company_id', '=', group.companyId)
    .where('t.tag_id', '=', group.groupId)
    .executeTakeFirst()
  return counted ?? group
}

/**
 * Gives a group another path: another name, or a place inside another group. Those inside it come along. And other settings, which its
 * SIMs have when this ends.
 */
export async function editGroupById(
  ctx: Ctx,
  groupId: number,
  { path: requested, ...settings }: CallInput<typeof editGroup>['body'],
): Promise<WithMessage<GroupRow>> {
  const edit = async (trx: DatabaseTransaction) => {
    const { companyId } = await requireGroup(ctx, trx, groupId)
    await lockRules(trx, companyId)
    const before = await requireGroup(ctx, trx, groupId, 'locked')
    if (before.rule && namesOfPath(requested).length > 1) throw invalidField('path', GROUP_SENTENCES.ruleOnFirstLevel)
    const path = before.path === requested ? requested : await moveGroup(ctx, trx, before, requested)
    const after = { ...(await saveSettings(ctx, trx, { group: before, isNew: false }, settings)), path }
    const isSame =
      path === before.path &&
      after.rule === before.rule &&
      after.activationPlans === before.activationPlans &&
      after.tags === before.tags
    if (isSame) return before
    const entry = { ...entryOf(before), action: 'group.edited' }
    await audit(trx, ctx, { ...entry, before: auditedOf(before, after), after: auditedOf(after, before) })
    return after
  }
  const editAndFollow = async (): Promise<GroupRow> => {
    const group = await retryDeadlock(() => inTransaction(ctx, edit))
    await spreadTags(ctx, group)
    return followRule(ctx, group)
  }
  const edited = await editAndFollow().catch(refuseTaken('path', GROUP_SENTENCES.pathTaken))
  return new WithMessage(edited, GROUP_SENTENCES.edited)
}

/** @returns its path as it is written now */
async function moveGroup(ctx: Ctx, trx: DatabaseTransaction, before: GroupRow, requested: string): Promise<string> {
  const inside = await groupsInside(trx, before)
  requirePlace(before, inside, requested)
  const path = await insideAbove(ctx, trx, { companyId: before.companyId, path: requested })
  for (const group of [before, ...inside]) {
    const to = movedPath(group.path, before.path, path)
    await rename(trx, group, to)
    await renameInRules(trx, before.companyId, { kind: 'groups', from: group.path, to })
  }
  await followMovedGroup(trx, { companyId: before.companyId, from: before.path, to: path }, followedAt(ctx))
  if (pathAbove(before.path) !== pathAbove(path)) await beginSpreading(trx, before)
  return path
}

/** The path as it is written inside of the group above it, which is made where it is missing. */
async function insideAbove(
  ctx: Ctx,
  trx: DatabaseTransaction,
  { companyId, path }: Pick<GroupRow, 'companyId' | 'path'>,
): Promise<string> {
  const above = pathAbove(path)
  if (above === undefined) return path
  await requireRoom(trx, { companyId, group: above }, 'path')
  await addMissingGroups(trx, [{ companyId, group: above }], ctx.now)
  const written = await groupAt(trx, companyId, above)
  return pathOf([written?.path ?? above, ownName(path)])
}

const followedAt = ({ now, config }: Ctx) => ({ now, warningPercent: config.ALARM_WARNING_PERCENT })

const depthOf = (path: string): number => namesOfPath(path).length

function requirePlace(group: GroupRow, inside: readonly GroupRow[], path: string): void {
  const above = pathAbove(path)
  if (above !== undefined && isWithin(above, group.path)) throw invalidField('path', GROUP_SENTENCES.insideItself)
  const deepest = Math.max(...[group, ...inside].map((one) => depthOf(one.path)))
  if (depthOf(path) + deepest - depthOf(group.path) > GROUP_DEPTH_MAX) throw invalidField('path', GROUP_SENTENCES.tooDeep)
}

const movedPath = (path: string, from: string, to: string): string =>
  pathOf([...namesOfPath(to), ...namesOfPath(path).slice(depthOf(from))])

async function rename(trx: DatabaseTransaction, { companyId, groupId }: GroupRow, path: string): Promise<void> {
  await trx
    .updateTable('tags')
    .set({ name: path, key: groupKey(path) })
    .where('company_id', '=', companyId)
    .where('tag_id', '=', groupId)
    .execute()
}

/** Deletes a group, its SIMs first: interrupted, it has fewer; repeated, it goes on. */
export async function deleteGroupById(ctx: Ctx, groupId: number): Promise<WithMessage<null>> {
  const { companyId, sims } = await requireGroup(ctx, ctx.db, groupId)
  const key = { companyId, tagId: groupId }
  const takeOut = async (trx: DatabaseTransaction): Promise<boolean> => {
    await lockRules(trx, companyId)
    const iccids = await lockSimsOfTag(trx, key, BATCH)
    const group = await requireGroup(ctx, trx, groupId, 'locked')
    await requireUnused(trx, group)
    const left = await takeTagOffSims(trx, key, iccids)
    const simsLeft = left.map((iccid) => ({ companyId, iccid }))
    await inheritTags(trx, simsLeft)
    if (await isOnSims(trx, key)) return false
    await trx.deleteFrom('tags').where('company_id', '=', companyId).where('tag_id', '=', groupId).execute()
    const before = { path: group.path, ...(group.rule && { rule: group.rule }), sims }
    await audit(trx, ctx, { ...entryOf(group), action: 'group.deleted', before })
    return true
  }
  for (;;) {
    if (await retryDeadlock(() => inTransaction(ctx, takeOut))) return new WithMessage(null, GROUP_SENTENCES.deleted)
  }
}

/** @throws AppError conflict when groups are inside, or alarms, locks or rules are for it */
async function requireUnused(trx: DatabaseTransaction, group: GroupRow): Promise<void> {
  if ((await groupsInside(trx, group)).length > 0) throw new AppError('conflict', { sentence: GROUP_SENTENCES.hasGroups })
  const ofGroup = sql`company_id = ${group.companyId} AND group_id = ${group.groupId}`
  const alarms = await sql`SELECT FROM alarms WHERE ${ofGroup} LIMIT 1`.execute(trx)
  if (alarms.rows.length > 0) throw new AppError('conflict', { sentence: GROUP_SENTENCES.hasAlarms })
  // an alarm that was deleted a while ago goes with its group
  await sql`DELETE FROM deleted_alarms WHERE ${ofGroup}`.execute(trx)
  const locks = await sql`SELECT FROM lock_policies WHERE ${ofGroup} LIMIT 1`.execute(trx)
  if (locks.rows.length > 0) throw new AppError('conflict', { sentence: GROUP_SENTENCES.hasLock })
  if (await areInRules(trx, group.companyId, { kind: 'groups', names: [group.path] }))
    throw new AppError('conflict', { sentence: GROUP_SENTENCES.inRule })
}
