import type { CallData, CallInput } from '#contract/call.ts'
import type { listSavedViews, saveView } from '#contract/sims/views.calls.ts'
import { AppError } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import { WithMessage } from '#server/http/answers.ts'
import { audit } from '#server/records/audit.ts'

type SavedView = CallData<typeof listSavedViews>[number]

const viewsOf = (ctx: Ctx, db = ctx.db) =>
  db.selectFrom('saved_views').where('company_id', '=', ctx.actor.companyId).where('user_id', '=', ctx.actor.userId)

/** The named list states of the reader, by name. */
export function listViews(ctx: Ctx): Promise<SavedView[]> {
  return viewsOf(ctx).select(['view_id as viewId', 'name', 'query']).orderBy('name').execute()
}

/** Saves a state of the list under a name, replacing an existing one. */
export function saveViewAs(ctx: Ctx, { name, query }: CallInput<typeof saveView>['body']): Promise<WithMessage<SavedView>> {
  return inTransaction(ctx, async (trx) => {
    const before = await viewsOf(ctx, trx).select('query').where('name', '=', name).executeTakeFirst()
    const view = await trx
      .insertInto('saved_views')
      .values({ company_id: ctx.actor.companyId, user_id: ctx.actor.userId, name, query, created_at: ctx.now })
      .onConflict((conflict) => conflict.columns(['company_id', 'user_id', 'name']).doUpdateSet({ query }))
      .returning(['view_id as viewId', 'name', 'query'])
      .executeTakeFirstOrThrow()
    const entry = { action: 'view.saved', entity: 'saved_view', entityId: String(view.viewId) }
    await audit(trx, ctx, { ...entry, before, after: { name, query } })
    return new WithMessage(view, { es: `Vista «${name}» guardada`, en: `View “${name}” saved` })
  })
}

/** Deletes a view of the reader. */
export function deleteViewById(ctx: Ctx, viewId: number): Promise<WithMessage<null>> {
  return inTransaction(ctx, async (trx) => {
    const gone = await trx
      .deleteFrom('saved_views')
      .where('company_id', '=', ctx.actor.companyId)
      .where('user_id', '=', ctx.actor.userId)
      .where('view_id', '=', viewId)
      .returning(['name', 'query'])
      .executeTakeFirst()
    if (!gone) throw new AppError('not_found')
    await audit(trx, ctx, { action: 'view.deleted', entity: 'saved_view', entityId: String(viewId), before: gone })
    return new WithMessage(null, { es: `Vista «${gone.name}» eliminada`, en: `View “${gone.name}” deleted` })
  })
}
