import { sql } from 'kysely'
import type { HardwareBody } from '#contract/store/hardware.calls.ts'
import { STORE_SENTENCES } from '#contract/store/store-messages.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { WithMessage } from '#server/http/answers.ts'
import { audit } from '#server/records/audit.ts'

export async function createHardware(ctx: Ctx, body: HardwareBody): Promise<WithMessage<{ hardwareId: number }>> {
  const hardwareId = await inTransaction(ctx, async (trx) => {
    const { product_id } = await trx
      .insertInto('products')
      .values({ ...(await rowOf(trx, ctx, body)), created_at: ctx.now })
      .returning('product_id')
      .executeTakeFirstOrThrow()
    const after = await auditedOf(trx, product_id)
    await audit(trx, ctx, { action: 'hardware.created', entity: 'hardware', entityId: String(product_id), after })
    return product_id
  })
  return new WithMessage({ hardwareId }, STORE_SENTENCES.hardwareCreated)
}

/** Changes a product; submitted requests keep their values. */
export async function changeHardware(
  ctx: Ctx,
  { hardwareId, ...body }: HardwareBody & { readonly hardwareId: number },
): Promise<WithMessage<{ hardwareId: number }>> {
  await inTransaction(ctx, async (trx) => {
    const before = await auditedOf(trx, hardwareId)
    if (!before) throw new AppError('not_found', { sentence: STORE_SENTENCES.unknownHardware })
    const row = await rowOf(trx, ctx, body)
    await trx.updateTable('products').set(row).where('product_id', '=', hardwareId).execute()
    const after = await auditedOf(trx, hardwareId)
    await audit(trx, ctx, { action: 'hardware.changed', entity: 'hardware', entityId: String(hardwareId), before, after })
  })
  return new WithMessage({ hardwareId }, STORE_SENTENCES.hardwareChanged)
}

/** The values of a product for the audit, under the names of the wire. Locks it. */
const auditedOf = (trx: DatabaseTransaction, productId: number) =>
  trx
    .selectFrom('products as p')
    .innerJoin('brands as b', 'b.brand_id', 'p.brand_id')
    .select([
      'p.name as hardwareName',
      'p.description as hardwareDescription',
      'p.description_en as hardwareDescriptionEn',
      'b.name as brandName',
      'p.category_id as categoryId',
      'p.currency',
      'p.price_minor as price',
      'p.picture_id as picture',
      'p.is_active as active',
    ])
    .where('p.product_id', '=', productId)
    .forUpdate('p')
    .executeTakeFirst()

async function rowOf(trx: DatabaseTransaction, { now }: Ctx, body: HardwareBody) {
  const category = await trx
    .selectFrom('categories')
    .select('category_id')
    .where('category_id', '=', body.categoryId)
    .executeTakeFirst()
  if (!category) throw invalidField('categoryId', STORE_SENTENCES.unknownCategory)
  const picture =
    body.picture === '' ||
    (await trx.selectFrom('pictures').select('picture_id').where('picture_id', '=', body.picture).executeTakeFirst())
  if (!picture) throw invalidField('picture', STORE_SENTENCES.unknownPicture)
  return {
    category_id: body.categoryId,
    brand_id: await brandOf(trx, body.brandName),
    name: body.hardwareName,
    description: body.hardwareDescription,
    description_en: body.hardwareDescriptionEn,
    price_minor: body.price,
    currency: body.currency,
    picture_id: body.picture === '' ? null : body.picture,
    is_active: body.active,
    updated_at: now,
  }
}

/** The brand of that name, ignoring case; created when new. */
async function brandOf(trx: DatabaseTransaction, name: string): Promise<number> {
  await sql`INSERT INTO brands (name) VALUES (${name}) ON CONFLICT DO NOTHING`.execute(trx)
  const { rows } = await sql<{ brandId: number }>`
    SELECT brand_id AS "brandId" FROM brands WHERE lower(name) = lower(${name})`.execute(trx)
  const [brand] = rows
  if (!brand) throw new Error(`no brand of the name ${name}`)
  return brand.brandId
}
