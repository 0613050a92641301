import { sql } from 'kysely'
import type { CallInput } from '#contract/call.ts'
import type { changeCategory as changeCall } from '#contract/store/categories.calls.ts'
import { STORE_SENTENCES } from '#contract/store/store-messages.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { wholeList } from '#server/db/raw-rows.ts'
import { administersPortal } from '#server/db/scope.ts'
import { type ListPageAnswer, WithMessage } from '#server/http/answers.ts'
import { audit } from '#server/records/audit.ts'

/** Categories in order, with the number of offered products. */
export function categoryPage(ctx: Ctx): Promise<ListPageAnswer> {
  const categories = sql`
    SELECT c.category_id, c.name, (SELECT count(*) FROM products p WHERE p.category_id = c.category_id AND p.is_active), c.is_active
    FROM categories c ${administersPortal(ctx.actor) ? sql`` : sql`WHERE c.is_active`} ORDER BY c.position`
  return wholeList(ctx, categories)
}

export const categoryChoices = (ctx: Ctx): Promise<ListPageAnswer> =>
  wholeList(ctx, sql`SELECT category_id, name FROM categories WHERE is_active ORDER BY position`)

/** Creates a category at the end. */
export async function createCategory(ctx: Ctx, name: string): Promise<WithMessage<{ categoryId: number }>> {
  const categoryId = await inTransaction(ctx, async (trx) => {
    await lockCategories(trx)
    await requireFreeName(trx, name, 0)
    const { rows } = await sql<{ categoryId: number }>`
      INSERT INTO categories (name, position, created_at, updated_at)
      SELECT ${name}, coalesce(max(position), 0) + 1, ${ctx.now}, ${ctx.now}
      FROM categories RETURNING category_id AS "categoryId"`.execute(trx)
    const made = rows[0]?.categoryId ?? 0
    await audit(trx, ctx, { action: 'category.created', entity: 'category', entityId: String(made), after: { name } })
    return made
  })
  return new WithMessage({ categoryId }, STORE_SENTENCES.categoryCreated)
}

export async function changeCategory(
  ctx: Ctx,
  { categoryId, categoryName: name, active }: CallInput<typeof changeCall>['body'],
): Promise<WithMessage<{ categoryId: number }>> {
  await inTransaction(ctx, async (trx) => {
    await lockCategories(trx)
    const before = await trx
      .selectFrom('categories')
      .select(['name', 'is_active as isActive'])
      .where('category_id', '=', categoryId)
      .executeTakeFirst()
    if (!before) throw new AppError('not_found', { sentence: STORE_SENTENCES.unknownCategory })
    await requireFreeName(trx, name, categoryId)
    await trx
      .updateTable('categories')
      .set({ name, is_active: active, updated_at: ctx.now })
      .where('category_id', '=', categoryId)
      .execute()
    const after = { name, isActive: active }
    await audit(trx, ctx, { action: 'category.changed', entity: 'category', entityId: String(categoryId), before, after })
  })
  return new WithMessage({ categoryId }, STORE_SENTENCES.categoryChanged)
}

/**
 * Reorders the categories.
 * @throws AppError conflict unless all are given, each once
 */
export async function orderCategories(ctx: Ctx, order: readonly number[]): Promise<WithMessage<null>> {
  await inTransaction(ctx, async (trx) => {
    await lockCategories(trx)
    const rows = await trx.selectFrom('categories').select('category_id').orderBy('position').execute()
    const before = rows.map(({ category_id }) => category_id)
    const isWhole =
      order.length === before.length && new Set(order).size === order.length && before.every((id) => order.includes(id))
    if (!isWhole) throw new AppError('conflict', { sentence: STORE_SENTENCES.orderIncomplete })
    await sql`
      UPDATE categories c SET position = o.position, updated_at = ${ctx.now}
      FROM unnest(${[...order]}::int[]) WITH ORDINALITY AS o(category_id, position)
      WHERE c.category_id = o.category_id AND c.position <> o.position`.execute(trx)
    await audit(trx, ctx, { action: 'categories.ordered', entity: 'category', entityId: '', before, after: order })
  })
  return new WithMessage(null, STORE_SENTENCES.categoriesOrdered)
}

/** Names and positions depend on all categories: changes are serialized. */
async function lockCategories(trx: DatabaseTransaction): Promise<void> {
  await sql`LOCK TABLE categories IN SHARE ROW EXCLUSIVE MODE`.execute(trx)
}

async function requireFreeName(trx: DatabaseTransaction, name: string, besides: number): Promise<void> {
  const { rows } = await sql`
    SELECT FROM categories WHERE lower(name) = lower(${name}) AND category_id <> ${besides}`.execute(trx)
  if (rows.length > 0) throw invalidField('categoryName', STORE_SENTENCES.categoryTaken)
}
