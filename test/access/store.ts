import { sql } from 'kysely'
import { COMPANIES } from '../fleet.ts'
import type { Portal } from '../portal.ts'
import { createRequest, createStoreFixtures, freshIccid, PICTURE, PICTURE_ID, STORE_ID } from '../store-fixtures.ts'
import { type Arguments, nothing, type RuleArea } from './rule.ts'

/** Requests of Andes, each at the step that its call takes; made before the sweep. */
const REQUESTS = {
  cancel: { requestId: 4701, state: 'submitted' },
  approve: { requestId: 4702, state: 'submitted' },
  reject: { requestId: 4703, state: 'submitted' },
  prepare: { requestId: 4704, state: 'approved' },
  ship: { requestId: 4705, state: 'preparing' },
  deliver: { requestId: 4706, state: 'shipped' },
  close: { requestId: 4707, state: 'delivered' },
  assign: { requestId: 4708, state: 'preparing', sims: 2 },
  assignFile: { requestId: 4709, state: 'preparing', sims: 2 },
} as const
const onRequest =
  (name: keyof typeof REQUESTS, more: Arguments = {}) =>
  () => ({ params: { id: String(REQUESTS[name].requestId) }, ...more })
const hardware = {
  hardwareName: 'RUT241',
  hardwareDescription: '',
  brandName: 'Teltonika',
  categoryId: STORE_ID,
  currency: 'CLP',
  price: 1_000,
  picture: PICTURE_ID,
  active: true,
}

async function createDevice({ db, clock }: Portal): Promise<void> {
  await sql`
    INSERT INTO hardware_items (company_id, item_id, kind, product_type, product, acquired_at, updated_at)
    VALUES (${COMPANIES.andes}, 4711, 'device', 'Routers Andes', 'Router Andes', ${clock.now}, ${clock.now})`.execute(db)
}

/** The store: what it sells, what is asked for, and what customers have of it. */
export const STORE: RuleArea = {
  prepare: async (portal) => {
    await createStoreFixtures(portal.db, portal.clock.now)
    for (const request of Object.values(REQUESTS)) await createRequest(portal.db, portal.clock.now, request)
    await createDevice(portal)
  },
  rules: {
    'GET /hys/list': { rightly: nothing, elsewhere: 'own' },
    'GET /hys/counts': { rightly: nothing, elsewhere: 'own' },
    'GET /hys/totals': { rightly: nothing, elsewhere: 'own' },
    'GET /hys/count': { rightly: () => ({ query: { search: 'router' } }), elsewhere: 'own' },
    'GET /hys/export': { rightly: () => ({ query: { format: 'tsv' } }), elsewhere: 'own' },
    'GET /hys/filters': { rightly: nothing, elsewhere: 'own' },
    'POST /hys/editCustom': { rightly: () => ({ body: { hysId: 4711, customField1: 'Andes' } }), elsewhere: 'not_found' },
    'GET /categories/list': { rightly: nothing, elsewhere: 'everyone' },
    'POST /categories': { rightly: () => ({ body: { categoryName: 'Antenas' } }), elsewhere: 'not_found' },
    'PUT /categories': {
      rightly: () => ({ body: { categoryId: STORE_ID, categoryName: 'Routers', active: true } }),
      elsewhere: 'not_found',
    },
    // with the one that the call before has made
    'POST /categories/newOrder': { rightly: () => ({ body: { categoryIds: [STORE_ID, 1] } }), elsewhere: 'not_found' },
    'GET /categories/selectList': { rightly: nothing, elsewhere: 'everyone' },
    'GET /hardware/list': { rightly: nothing, elsewhere: 'everyone' },
    'POST /hardware': { rightly: () => ({ body: hardware }), elsewhere: 'not_found' },
    'POST /hardware/edit': { rightly: () => ({ body: { ...hardware, hardwareId: STORE_ID } }), elsewhere: 'not_found' },
    'POST /hardware/pictures': { rightly: () => ({ body: PICTURE }), elsewhere: 'not_found' },
    'GET /hardware/pictures/{picture}': { rightly: () => ({ params: { picture: PICTURE_ID } }), elsewhere: 'everyone' },
    'GET /store/brandList': { rightly: nothing, elsewhere: 'everyone' },
    'GET /store/productList/{brand}': { rightly: () => ({ params: { brand: String(STORE_ID) } }), elsewhere: 'everyone' },
    'GET /requests/cart': { rightly: nothing, elsewhere: 'own' },
    'POST /requests/cart': { rightly: () => ({ body: { lines: [{ hardwareId: STORE_ID, quantity: 1 }] } }), elsewhere: 'own' },
    'PUT /requests/cart': { rightly: () => ({ body: { hardwareId: STORE_ID, quantity: 1 } }), elsewhere: 'own' },
    'DELETE /requests/cart': { rightly: nothing, elsewhere: 'own' },
    // what the call before has put into the cart
    'POST /requests/submit': {
      rightly: () => ({
        body: { deliveryAddress: 'Ruta 5', totals: [{ currency: 'CLP', onceMinor: 1_000, monthlyMinor: 0 }] },
      }),
      elsewhere: 'own',
    },
    'GET /requests/list': { rightly: nothing, elsewhere: 'own' },
    'GET /requests/counts': { rightly: nothing, elsewhere: 'own' },
    'GET /requests/export': { rightly: () => ({ query: { format: 'tsv' } }), elsewhere: 'own' },
    'GET /requests/detail/{id}': { rightly: onRequest('assign'), elsewhere: 'not_found' },
    'GET /requests/{id}/sims/export': { rightly: onRequest('assign', { query: { format: 'tsv' } }), elsewhere: 'not_found' },
    'GET /requests/{id}': { rightly: onRequest('assign'), elsewhere: 'not_found' },
    'GET /requests/{id}/assignChoices': { rightly: onRequest('assign'), elsewhere: 'not_found' },
    'POST /requests/{id}/cancel': { rightly: onRequest('cancel', { body: {} }), elsewhere: 'not_found' },
    'POST /requests/{id}/approve': { rightly: onRequest('approve', { body: {} }), elsewhere: 'not_found' },
    'POST /requests/{id}/reject': { rightly: onRequest('reject', { body: { note: 'Sin stock' } }), elsewhere: 'not_found' },
    'POST /requests/{id}/prepare': { rightly: onRequest('prepare', { body: {} }), elsewhere: 'not_found' },
    'POST /requests/{id}/ship': { rightly: onRequest('ship', { body: {} }), elsewhere: 'not_found' },
    'POST /requests/{id}/deliver': { rightly: onRequest('deliver', { body: {} }), elsewhere: 'not_found' },
    'POST /requests/{id}/close': { rightly: onRequest('close', { body: {} }), elsewhere: 'not_found' },
    'POST /requests/{id}/assign': {
      rightly: onRequest('assign', { body: { lineNo: 1, apnId: 1, icc: [freshIccid(1)] } }),
      elsewhere: 'not_found',
    },
    // the one that the call before has assigned
    'DELETE /requests/{id}/sims/{icc}': {
      rightly: () => ({ params: { id: String(REQUESTS.assign.requestId), icc: freshIccid(1) } }),
      elsewhere: 'not_found',
    },
    'POST /requests/{id}/assignFile': {
      rightly: onRequest('assignFile', { query: { lineNo: '1', apnId: '1' }, body: `ICC\n${freshIccid(2)}\n` }),
      elsewhere: 'not_found',
    },
  },
}
