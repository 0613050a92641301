import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { luhnDigit } from '#domain/identifiers.ts'
import { isEnded } from '#domain/request-life-cycle.ts'
import { REQUEST_PATH, type RequestState } from '#domain/requests.ts'
import type { Database } from '#server/db/database.ts'
import { COMPANIES } from './fleet.ts'
import { pngOf } from './png.ts'

/** An ICCID that no SIM of the small fleet has. */
export function freshIccid(n: number): string {
  const digits = `8956030999${String(n).padStart(8, '0')}`
  return digits + luhnDigit(digits)
}

/** What stands in the store before tests: a category, a brand, a picture and two products of CLP 1 000 and USD 25,00. */
export const STORE_ID = 4711
export const PICTURE = pngOf(64, 48)
export const PICTURE_ID = createHash('sha256').update(PICTURE).digest('hex')

export async function createStoreFixtures(db: Database, now: Date): Promise<void> {
  const times = { created_at: now, updated_at: now }
  await db
    .insertInto('categories')
    .values({ category_id: STORE_ID, name: 'Routers', position: 1, ...times })
    .execute()
  await db.insertInto('brands').values({ brand_id: STORE_ID, name: 'Teltonika' }).execute()
  const picture = { picture_id: PICTURE_ID, media_type: 'image/png', width: 64, height: 48, content: PICTURE, created_at: now }
  await db.insertInto('pictures').values(picture).execute()
  const product = { category_id: STORE_ID, brand_id: STORE_ID, ...times }
  await db
    .insertInto('products')
    .values([
      { ...product, product_id: STORE_ID, name: 'RUT241', price_minor: 1_000, currency: 'CLP', picture_id: PICTURE_ID },
      { ...product, product_id: STORE_ID + 1, name: 'UG65', price_minor: 2_500, currency: 'USD', picture_id: null },
    ])
    .execute()
}

interface GivenRequest {
  readonly requestId: number
  readonly state: RequestState
  /** SIMs on IOT250, as line 1; pieces of hardware otherwise */
  readonly sims?: number
  readonly companyId?: number
}

/** A request of Andes that ana made, at some step of its life. */
export async function createRequest(
  db: Database,
  now: Date,
  { requestId, state, sims = 0, companyId = COMPANIES.andes }: GivenRequest,
): Promise<void> {
  const at = REQUEST_PATH.indexOf(state as (typeof REQUEST_PATH)[number])
  const path: RequestState[] = at < 0 ? ['draft', 'submitted', state] : ['draft', ...REQUEST_PATH.slice(0, at + 1)]
  await db.transaction().execute(async (trx) => {
    await sql`
      INSERT INTO requests (company_id, request_id, user_id, requester, state, step_no, type, sim_quantity, delivery_address, created_at,
        submitted_at, resolved_at, updated_at)
      VALUES (${companyId}, ${requestId}, 0, 'ana@andes.test', ${state}, ${path.length}, ${sims > 0 ? 'sims' : 'hardware'}, ${sims},
        'Ruta 5 Sur', ${now}, ${now}, ${isEnded(state) ? now : null}, ${now})`.execute(trx)
    for (const [index, to] of path.entries()) {
      await sql`
        INSERT INTO request_steps (company_id, request_id, step_no, from_state, to_state, at, actor, note)
        VALUES (${companyId}, ${requestId}, ${index + 1}, ${path[index - 1] ?? null}, ${to}, ${now}, 'ana@andes.test',
          ${to === 'rejected' ? 'Sin stock' : ''})`.execute(trx)
    }
    const item = sims > 0 ? { plan_code: 'IOT250', quantity: sims } : { product_id: STORE_ID, quantity: 2 }
    const frozen = { name: sims > 0 ? 'IoT 250 MB' : 'Teltonika RUT241', unit_minor: 1_000, currency: 'CLP' }
    await trx
      .insertInto('request_lines')
      .values({ company_id: companyId, request_id: requestId, line_no: 1, ...item, ...frozen })
      .execute()
  })
}
