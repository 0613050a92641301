import { sql } from 'kysely'
import type { CallData, CallInput } from '#contract/call.ts'
import { GROUP_SENTENCES } from '#contract/groups/group-messages.ts'
import { FAILURE_SENTENCES } from '#contract/operations/operation-messages.ts'
import { TAG_SENTENCES } from '#contract/tags/tag-messages.ts'
import type { editTag, tagSim } from '#contract/tags/tags.calls.ts'
import { tagKey } from '#domain/tags.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { retryDeadlock } from '#server/db/retry-deadlock.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'
import { WithMessage } from '#server/http/answers.ts'
import { refuseTaken } from '#server/http/refuse-taken.ts'
import { audit } from '#server/records/audit.ts'
import { changeTags, isOnSims, lockSimsOfTag, lockTaggedSims, takeTagOffSims } from '#server/records/change-tags.ts'
import { requireSim } from '#server/records/find-sim.ts'
import { areInRules, lockRules, renameInRules } from '#server/records/group-rules.ts'
import { requireAllowed } from '#server/records/sim-refusal.ts'
import { refusedTagChanges } from '#server/records/tag-limits.ts'
import { tagsAndGroupsOfSim } from '#server/records/tag-names.ts'
import { selectTags, type TagRow } from './tags.queries.ts'

/** SIMs per transaction while a tag is deleted: short enough not to block other writers. */
const BATCH = 20_000

/** Puts tags on a SIM and takes others off it. */
export async function changeTagsOfSim(
  ctx: Ctx,
  icc: string,
  { add, remove }: CallInput<typeof tagSim>['body'],
): Promise<WithMessage<CallData<typeof tagSim>>> {
  const sim = await requireSim(ctx, icc)
  requireAllowed(ctx, sim, 'tag')
  const { companyId, iccid } = sim
  const change = { companyId, iccid, add, remove }
  const save = async (trx: DatabaseTransaction) => {
    // of two at once the second one sees what the first has put on
    await lockTaggedSims(trx, [change])
    const refusal = (await refusedTagChanges(trx, [change])).get(iccid)
    if (refusal) throw invalidField('add', FAILURE_SENTENCES[refusal])
    const [changed] = await changeTags(trx, [change], { actor: ctx.actor.email, detail: {} }, ctx.now)
    const { added = [], removed = [] } = changed ?? {}
    if (changed) {
      const after = { ...(added.length > 0 && { added }), ...(removed.length > 0 && { removed }) }
      await audit(trx, ctx, { action: 'sim.tagged', entity: 'sim', entityId: iccid, companyId, after })
    }
    const { tags } = await tagsAndGroupsOfSim(trx, sim)
    return { tags, added: [...added], removed: [...removed] }
  }
  return new WithMessage(await retryDeadlock(() => inTransaction(ctx, save)), TAG_SENTENCES.saved)
}

/**
 * A tag in the reader's scope.
 * @throws AppError not_found, also for another tenant's
 */
async function requireTag({ actor }: Ctx, db: Database | DatabaseTransaction, tagId: number, lock?: 'locked'): Promise<TagRow> {
  const tag = await selectTags(db)
    .where('t.tag_id', '=', tagId)
    .where(inScope(scopeOf(actor), sql`t.company_id`))
    .$if(lock === 'locked', (found) => found.forUpdate())
    .executeTakeFirst()
  if (!tag) throw new AppError('not_found', { sentence: TAG_SENTENCES.unknown })
  return tag as TagRow
}

const entryOf = ({ tagId, companyId }: TagRow) => ({ entity: 'tag', entityId: String(tagId), companyId })

/** Renames a tag or gives it another colour. */
export async function editTagById(
  ctx: Ctx,
  tagId: number,
  { name, colour }: CallInput<typeof editTag>['body'],
): Promise<WithMessage<TagRow>> {
  const edit = async (trx: DatabaseTransaction) => {
    const { companyId } = await requireTag(ctx, trx, tagId)
    await lockRules(trx, companyId)
    const before = await requireTag(ctx, trx, tagId, 'locked')
    const after = { ...before, name, colour }
    if (before.name === name && before.colour === colour) return after
    await trx
      .updateTable('tags')
      .set({ name, key: tagKey(name), colour })
      .where('company_id', '=', companyId)
      .where('tag_id', '=', tagId)
      .execute()
    await renameInRules(trx, companyId, { kind: 'tags', from: before.name, to: name })
    const entry = { ...entryOf(before), action: 'tag.edited', before: { name: before.name, colour: before.colour } }
    await audit(trx, ctx, { ...entry, after: { name, colour } })
    return after
  }
  const work = retryDeadlock(() => inTransaction(ctx, edit))
  return new WithMessage(await work.catch(refuseTaken('name', TAG_SENTENCES.nameTaken)), TAG_SENTENCES.edited)
}

/** Deletes a tag, from its SIMs first: interrupted, it has fewer; repeated, it goes on. */
export async function deleteTagById(ctx: Ctx, tagId: number): Promise<WithMessage<null>> {
  const { companyId, sims } = await requireTag(ctx, ctx.db, tagId)
  const takeOff = async (trx: DatabaseTransaction): Promise<boolean> => {
    await lockRules(trx, companyId)
    const iccids = await lockSimsOfTag(trx, { companyId, tagId }, BATCH)
    const tag = await requireTag(ctx, trx, tagId, 'locked')
    if (await areInRules(trx, companyId, { kind: 'tags', names: [tag.name] }))
      throw new AppError('conflict', { sentence: GROUP_SENTENCES.inRule })
    await takeTagOffSims(trx, tag, iccids)
    if (await isOnSims(trx, tag)) return false
    await trx.deleteFrom('tags').where('company_id', '=', companyId).where('tag_id', '=', tagId).execute()
    await audit(trx, ctx, { ...entryOf(tag), action: 'tag.deleted', before: { name: tag.name, colour: tag.colour, sims } })
    return true
  }
  for (;;) {
    if (await retryDeadlock(() => inTransaction(ctx, takeOff))) return new WithMessage(null, TAG_SENTENCES.deleted)
  }
}
