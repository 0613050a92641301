import { type RawBuilder, sql } from 'kysely'
import type { CallInput } from '#contract/call.ts'
import type { getHardware } from '#contract/store/hardware.calls.ts'
import { STORE_SENTENCES } from '#contract/store/store-messages.ts'
import { AppError } from '#server/app-error.ts'
import type { Ctx } from '#server/context.ts'
import { wholeList } from '#server/db/raw-rows.ts'
import { administersPortal } from '#server/db/scope.ts'
import { likeText } from '#server/db/text-search.ts'
import type { ListPageAnswer } from '#server/http/answers.ts'

/** Products that are sold, in a visible category. */
const SOLD = sql`p.is_active AND c.is_active`

/** The store's hardware by category, with the quantities in the reader's cart. */
export async function hardwarePage(
  ctx: Ctx,
  { category, search }: CallInput<typeof getHardware>['query'],
): Promise<ListPageAnswer> {
  const like = `%${likeText(search ?? '')}%`
  return productPage(ctx, [
    ...(administersPortal(ctx.actor) ? [] : [SOLD]),
    ...(category ? [sql`p.category_id = ${category}`] : []),
    ...(search ? [sql`(p.name || E'\n' || b.name || E'\n' || p.description || E'\n' || p.description_en) ILIKE ${like}`] : []),
  ])
}

/**
 * The products of a brand.
 * @throws AppError not_found for an unknown brand
 */
export async function brandProductPage(ctx: Ctx, brandId: number, category: number | undefined): Promise<ListPageAnswer> {
  const brand = await ctx.db.selectFrom('brands').select('brand_id').where('brand_id', '=', brandId).executeTakeFirst()
  if (!brand) throw new AppError('not_found', { sentence: STORE_SENTENCES.unknownBrand })
  const ofCategory = category ? [sql`p.category_id = ${category}`] : []
  return productPage(ctx, [SOLD, sql`p.brand_id = ${brandId}`, ...ofCategory])
}

async function productPage(ctx: Ctx, conditions: readonly RawBuilder<unknown>[]): Promise<ListPageAnswer> {
  const { companyId, userId } = ctx.actor
  const products = sql`
    SELECT p.product_id, p.name, p.description, p.brand_id, b.name, p.category_id, c.name, p.currency, p.price_minor,
      coalesce(l.quantity, 0), coalesce(l.quantity, 0) * p.price_minor, coalesce(p.picture_id, ''), ${SOLD}, p.description_en
    FROM products p
    JOIN categories c ON c.category_id = p.category_id
    JOIN brands b ON b.brand_id = p.brand_id
    LEFT JOIN requests r ON r.company_id = ${companyId} AND r.user_id = ${userId} AND r.state = 'draft'
    LEFT JOIN request_lines l ON l.company_id = r.company_id AND l.request_id = r.request_id AND l.product_id = p.product_id
    WHERE ${sql.join([sql`true`, ...conditions], sql` AND `)}
    ORDER BY c.position, lower(p.name), p.product_id`
  return wholeList(ctx, products)
}

/** Brands with products, by name. */
export function brandPage(ctx: Ctx): Promise<ListPageAnswer> {
  const brands = sql`
    SELECT b.brand_id, b.name, count(*) FROM products p
    JOIN brands b ON b.brand_id = p.brand_id
    JOIN categories c ON c.category_id = p.category_id
    WHERE ${SOLD} GROUP BY b.brand_id ORDER BY lower(b.name)`
  return wholeList(ctx, brands)
}
