import type { Database } from '#server/db/database.ts'
import { DEMO_CATEGORIES, DEMO_PRODUCTS } from './store.ts'

/** The store's categories, brands and products, without pictures: the page draws each by what it is. */
export async function loadStore(db: Database, now: Date): Promise<void> {
  const times = { created_at: now, updated_at: now }
  const categories = await db
    .insertInto('categories')
    .values(DEMO_CATEGORIES.map((name, index) => ({ name, position: index + 1, ...times })))
    .returning(['category_id', 'name'])
    .execute()
  const brands = await db
    .insertInto('brands')
    .values([...new Set(DEMO_PRODUCTS.map(({ brand }) => brand))].map((name) => ({ name })))
    .returning(['brand_id', 'name'])
    .execute()
  const idOf = <T extends { readonly name: string }>(rows: readonly T[], name: string, of: (row: T) => number): number => {
    const row = rows.find((one) => one.name === name)
    if (!row) throw new Error(`the demo's store has no ${name}`)
    return of(row)
  }
  await db
    .insertInto('products')
    .values(
      DEMO_PRODUCTS.map(({ category, brand, name, price, currency, description, english, isActive = true }) => ({
        category_id: idOf(categories, category, ({ category_id }) => category_id),
        brand_id: idOf(brands, brand, ({ brand_id }) => brand_id),
        name,
        description,
        description_en: english,
        price_minor: price,
        currency,
        is_active: isActive,
        ...times,
      })),
    )
    .execute()
}
