import { changeSimPlan, terminateSim } from '#contract/operations/sim-actions.calls.ts'
import { blockSim } from '#contract/sims/sim-status.calls.ts'
import { COMPANIES } from '../fleet.ts'
import type { Portal } from '../portal.ts'
import { setSimType } from '../set-sim-type.ts'
import { andesSim, nothing, type RuleArea } from './rule.ts'

const andesIcc = (portal: Portal) => ({
  params: { icc: portal.fleet.sims.find((sim) => sim.companyId === COMPANIES.andes)?.iccid ?? '' },
})
/** One of type 6, made so before the sweep. */
const onChat = (portal: Portal) => ({ params: { id: andesSim(portal, 2, 5) } })
const onSim = (status: number, n: number) => (portal: Portal) => ({ params: { id: andesSim(portal, status, n) }, body: {} })
const blocking = (n: number) => (portal: Portal) => ({
  params: { id: andesSim(portal, 2, n) },
  body: { reason: 'Fraude' },
})

const TAG_IDS = { edited: 4711, deleted: 4712 }
const onTag = (tagId: number, body?: object) => () => ({ params: { tagId: String(tagId) }, ...(body && { body }) })

const GROUP_IDS = { edited: 4721, deleted: 4722 }
const onGroup = (groupId: number, body?: object) => () => ({ params: { groupId: String(groupId) }, ...(body && { body }) })

const NOTE_ID = '0b54a3c1-6f5e-4f0c-9d58-1f2f7a0a4711'

/** SIMs: lists, searches, details and single actions, and the dashboard. */
export const SIM_RULES: RuleArea = {
  prepare: async (portal) => {
    const { data, db, clock, fleet } = portal
    await setSimType(db, andesSim(portal, 2, 5), { simTypeId: 6 })
    await data(blockSim, 'admin', blocking(7)(portal))
    await data(terminateSim, 'ana', onSim(2, 2)(portal))
    const later = { planCode: 'TEL50', from: 'nextCycle' } as const
    await data(changeSimPlan, 'ana', { params: { id: andesSim(portal, 2, 21) }, body: later })
    const view = {
      company_id: COMPANIES.andes,
      user_id: fleet.people.ana.userId,
      view_id: 4711,
      name: 'Vista de Andes',
      query: '',
      created_at: clock.now,
    }
    await db.insertInto('saved_views').values(view).execute()
    const note = { company_id: COMPANIES.andes, iccid: andesIcc(portal).params.icc, note_id: NOTE_ID, at: clock.now }
    await db
      .insertInto('sim_notes')
      .values({ ...note, author: 'ana@andes.test', text: 'Nota de Andes' })
      .execute()
    const tags = Object.entries(TAG_IDS).map(([name, tag_id]) => ({ tag_id, name: `Andes ${name}`, key: `andes ${name}` }))
    const groups = Object.entries(GROUP_IDS).map(([name, tag_id]) => ({ tag_id, name, key: `|${name}`, is_group: true }))
    await db
      .insertInto('tags')
      .values(
        [...tags, ...groups].map((tag) => ({ ...tag, company_id: COMPANIES.andes, colour: 'blue', created_at: clock.now })),
      )
      .execute()
  },
  rules: {
    'GET /dashboard': { rightly: nothing, elsewhere: 'own' },
    'GET /dashboard/usage': { rightly: nothing, elsewhere: 'own' },
    'GET /sim/searchParameters': { rightly: nothing, elsewhere: 'own' },
    'POST /sim/sims': { rightly: () => ({ body: {} }), elsewhere: 'own' },
    'POST /sim/searchSims': { rightly: () => ({ body: { filter: { search: '895603' } } }), elsewhere: 'own' },
    'GET /sim/globalSearch/{text}': { rightly: () => ({ params: { text: '8956030' } }), elsewhere: 'own' },
    'GET /search': { rightly: () => ({ query: { text: 'andes' } }), elsewhere: 'own' },
    'POST /sim/facets': { rightly: () => ({ body: { companies: true } }), elsewhere: 'own' },
    'POST /sim/map': { rightly: () => ({ body: { zoom: 4 } }), elsewhere: 'own' },
    'GET /sim/{icc}': { rightly: andesIcc, elsewhere: 'not_found' },
    'GET /map/{file}': { rightly: () => ({ params: { file: 'world' } }), elsewhere: 'everyone' },
    'GET /sim/usage/{icc}': { rightly: andesIcc, elsewhere: 'not_found' },
    'GET /sim/positions/{icc}': { rightly: andesIcc, elsewhere: 'not_found' },
    'GET /sim/history/{icc}': { rightly: andesIcc, elsewhere: 'not_found' },
    'POST /sim/export': { rightly: () => ({ body: { format: 'csv', columns: ['icc', 'companyId'] } }), elsewhere: 'own' },
    'GET /sim/views': { rightly: nothing, elsewhere: 'own' },
    'POST /sim/views': { rightly: () => ({ body: { name: 'Mi vista', query: 'status=2' } }), elsewhere: 'own' },
    'POST /sim/activate/{id}': { rightly: onSim(1, 0), elsewhere: 'not_found' },
    'POST /sim/hibernate/{id}': { rightly: onSim(2, 0), elsewhere: 'not_found' },
    'POST /sim/reactivate/{id}': { rightly: onSim(11, 0), elsewhere: 'not_found' },
    'POST /sim/terminate/{id}': { rightly: onSim(2, 1), elsewhere: 'not_found' },
    'POST /sim/withdrawTermination/{id}': { rightly: onSim(2, 2), elsewhere: 'not_found' },
    'POST /sim/withdrawPlan/{id}': { rightly: onSim(2, 21), elsewhere: 'not_found' },
    'POST /sim/plan/{id}': {
      rightly: (portal) => ({ params: { id: andesSim(portal, 2, 8) }, body: { planCode: 'TEL50' } }),
      elsewhere: 'not_found',
    },
    'GET /sim/reset/{id}': {
      rightly: (portal) => ({ params: { id: andesSim(portal, 2, 3) } }),
      elsewhere: 'not_found',
    },
    'GET /sim/actions/{id}': { rightly: (portal) => ({ params: { id: andesSim(portal, 2, 3) } }), elsewhere: 'not_found' },
    'POST /sim/editCustom': {
      rightly: (portal) => ({ body: { icc: andesSim(portal, 2, 4), customField1: 'Camión Andes' } }),
      elsewhere: 'not_found',
    },
    'POST /sim/editFields': {
      rightly: (portal) => ({ body: { edits: [{ icc: andesSim(portal, 2, 4), customField2: 'Patio Andes' }] } }),
      elsewhere: 'not_found',
    },
    'POST /sim/sms': {
      rightly: (portal) => ({ body: { icc: andesSim(portal, 2, 4), message: 'Hola' } }),
      elsewhere: 'not_found',
    },
    'GET /sim/getChatSms/{id}': { rightly: onChat, elsewhere: 'not_found' },
    'POST /sim/readChatSms/{id}': { rightly: (portal) => ({ ...onChat(portal), body: { upTo: 1 } }), elsewhere: 'not_found' },
    'GET /sms/report': { rightly: nothing, elsewhere: 'own' },
    'GET /sms/report/counts': { rightly: nothing, elsewhere: 'own' },
    'GET /sms/report/export': { rightly: () => ({ query: { format: 'tsv' } }), elsewhere: 'own' },
    'GET /sim/apn/{id}': { rightly: (portal) => ({ params: { id: andesSim(portal, 2, 4) } }), elsewhere: 'not_found' },
    'GET /sim/testAdministrative/{id}': {
      rightly: (portal) => ({ params: { id: andesSim(portal, 2, 4) } }),
      elsewhere: 'not_found',
    },
    'GET /sim/testGsm/{id}': { rightly: (portal) => ({ params: { id: andesSim(portal, 2, 4) } }), elsewhere: 'not_found' },
    'GET /sim/testGprs/{id}': { rightly: (portal) => ({ params: { id: andesSim(portal, 2, 4) } }), elsewhere: 'not_found' },
    'GET /dashboard/events': { rightly: () => ({ query: { seconds: '0' } }), elsewhere: 'own' },
    'GET /sim/events/{icc}': {
      rightly: (portal) => ({ params: { icc: andesSim(portal, 2, 4) }, query: { seconds: '0' } }),
      elsewhere: 'not_found',
    },
    'GET /sim/usage/{icc}/{day}': {
      rightly: (portal) => ({ params: { icc: andesSim(portal, 2, 4), day: '2026-11-01' } }),
      elsewhere: 'not_found',
    },
    'POST /sim/block/{id}': { rightly: blocking(6), elsewhere: 'not_found' },
    'POST /sim/unblock/{id}': {
      rightly: (portal) => ({ params: { id: andesSim(portal, 2, 7) }, body: {} }),
      elsewhere: 'not_found',
    },
    'POST /sim/cutData/{id}': { rightly: onSim(2, 17), elsewhere: 'not_found' },
    'POST /sim/restoreData/{id}': { rightly: onSim(10, 0), elsewhere: 'not_found' },
    'GET /sim/tags': { rightly: nothing, elsewhere: 'own' },
    'POST /sim/tags/{icc}': {
      rightly: (portal) => ({ ...andesIcc(portal), body: { add: ['Andes'] } }),
      elsewhere: 'not_found',
    },
    'PUT /tags/{tagId}': { rightly: onTag(TAG_IDS.edited, { name: 'De Andes', colour: 'red' }), elsewhere: 'not_found' },
    'DELETE /tags/{tagId}': { rightly: onTag(TAG_IDS.deleted), elsewhere: 'not_found' },
    'GET /sim/groups': { rightly: nothing, elsewhere: 'own' },
    'POST /sim/group/{icc}': {
      rightly: (portal) => ({ ...andesIcc(portal), body: { group: 'Andes' } }),
      elsewhere: 'not_found',
    },
    'POST /groups': {
      rightly: () => ({ body: { company: COMPANIES.andes, path: 'Andes activas', rule: { administrativeStatusIds: [2] } } }),
      elsewhere: 'not_found',
    },
    'PUT /groups/{groupId}': { rightly: onGroup(GROUP_IDS.edited, { path: 'De Andes' }), elsewhere: 'not_found' },
    'DELETE /groups/{groupId}': { rightly: onGroup(GROUP_IDS.deleted), elsewhere: 'not_found' },
    'GET /sim/notes/{icc}': { rightly: andesIcc, elsewhere: 'not_found' },
    'POST /sim/notes/{icc}': { rightly: (portal) => ({ ...andesIcc(portal), body: { text: 'Nota' } }), elsewhere: 'not_found' },
    'DELETE /sim/notes/{icc}/{noteId}': {
      rightly: (portal) => ({ params: { ...andesIcc(portal).params, noteId: NOTE_ID } }),
      elsewhere: 'not_found',
    },
    'GET /sim/lock/{id}': { rightly: (portal) => ({ params: { id: andesIcc(portal).params.icc } }), elsewhere: 'not_found' },
    'POST /sim/lock/{id}': {
      rightly: (portal) => ({ params: { id: andesIcc(portal).params.icc }, body: { device: { mode: 'learn' } } }),
      elsewhere: 'not_found',
    },
    'DELETE /sim/views/{viewId}': { rightly: () => ({ params: { viewId: '4711' } }), elsewhere: 'not_found' },
  },
}
