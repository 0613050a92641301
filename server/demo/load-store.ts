import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readPicture } from '#domain/picture-format.ts'
import type { Database } from '#server/db/database.ts'
import { DEMO_CATEGORIES, DEMO_PRODUCTS, type DemoPicture } from './store.ts'

/** The store's categories, brands, pictures and products. */
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
  const pictures = await loadPictures(db, now)
  const idOf = <T extends { readonly name: string }>(rows: readonly T[], name: string, of: (row: T) => number): number => {
    const row = rows.find((one) => one.name === name)
    if (!row) throw new Error(`the demo's store has no ${name}`)
    return of(row)
  }
  await db
    .insertInto('products')
    .values(
      DEMO_PRODUCTS.map(({ category, brand, name, picture, price, currency, description, isActive = true }) => ({
        category_id: idOf(categories, category, ({ category_id }) => category_id),
        brand_id: idOf(brands, brand, ({ brand_id }) => brand_id),
        name,
        description,
        price_minor: price,
        currency,
        picture_id: pictures.get(picture) ?? null,
        is_active: isActive,
        ...times,
      })),
    )
    .execute()
}

/** The drawings, each once, by its name. */
async function loadPictures(db: Database, now: Date): Promise<ReadonlyMap<DemoPicture, string>> {
  const names = [...new Set(DEMO_PRODUCTS.map(({ picture }) => picture))]
  const rows = await Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(import.meta.dirname, 'pictures', `${name}.webp`))
      const facts = readPicture(content)
      if (!facts) throw new Error(`the demo's ${name} is no picture`)
      const picture_id = createHash('sha256').update(content).digest('hex')
      const { mediaType: media_type, width, height } = facts
      return { name, row: { picture_id, media_type, width, height, content, created_at: now } }
    }),
  )
  await db
    .insertInto('pictures')
    .values(rows.map(({ row }) => row))
    .execute()
  return new Map(rows.map(({ name, row }) => [name, row.picture_id]))
}
