import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, isForPeople } from '#contract/call.ts'
import { CONTRACT } from '#contract/contract.ts'
import { massHibernation, massTermination } from '#contract/mass-actions.calls.ts'
import { pauseOperation } from '#contract/operations.calls.ts'
import { terminateSim } from '#contract/sim-actions.calls.ts'
import { blockSim } from '#contract/sim-status.calls.ts'
import { formatApiKey } from '#domain/api-keys.ts'
import { PERMITS, type Permit } from '#domain/permits.ts'
import { issueOneTimeLink } from '#server/db/one-time-links.ts'
import { hashOfKey } from '#server/http/api-key.ts'
import { COMPANIES, PASSWORD, type Person } from './fleet.ts'
import { type Portal, startPortal } from './portal.ts'
import { reclassify } from './reclassify.ts'
import { createRequest, createStore, freshIccid, PICTURE, PICTURE_ID, STORE_ID } from './store-things.ts'
import { writeDocument } from './write-document.ts'

type Arguments = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }

/** How a call is made rightly, and how somebody of another company asks for the same thing. */
interface Rule {
  readonly rightly: (portal: Portal) => Arguments
  /** as the other company makes it, where what is right for one is wrong for the other */
  readonly theirs?: Arguments
  /**
   * What another company gets for the same arguments: 'not_found' as if it did not exist; 'own' its own rows and none of
   * Andes's; 'everyone' when the answer is the same for all who are logged in.
   */
  readonly elsewhere: 'not_found' | 'own' | 'everyone'
  /** of the answer when it is made rightly, where something that is missing here is told and nothing done */
  readonly status?: number
}

const andesIcc = (portal: Portal) => ({
  params: { icc: portal.fleet.sims.find((sim) => sim.companyId === COMPANIES.andes)?.iccid ?? '' },
})
const nothing = () => ({})

/** The n-th SIM of Andes in a status, so that each call that changes one has its own. */
const andesSim = (portal: Portal, status: number, n: number): string =>
  portal.fleet.sims.filter((sim) => sim.companyId === COMPANIES.andes && sim.status === status)[n]?.iccid ?? ''
/** One of type 6, made so before the sweep. */
const onChat = (portal: Portal) => ({ params: { id: andesSim(portal, 2, 5) } })
const onSim = (status: number, n: number) => (portal: Portal) => ({ params: { id: andesSim(portal, status, n) }, body: {} })
const blocking = (n: number) => (portal: Portal) => ({
  params: { id: andesSim(portal, 2, n) },
  body: { reason: 'Fraude' },
})
/** As the network is before the sweep; when it was read is put in there. */
const networkSettings = {
  name: 'Movistar Chile',
  enabled: true,
  requestsPerSecond: null,
  maxInFlight: 64,
  timeoutMs: 10_000,
  maxAttempts: 3,
  overrideStatus: null,
  overrideText: '',
  updatedAt: '',
}
const alarm = { company: COMPANIES.andes, plan: '', limit: 1000, email: 'ops@andes.test', active: '1', action: '0' }
/** Terms of a plan that nobody would mind. */
const terms = {
  ...{ planPrice: 990, hibernationFee: 0, data: 100, sms: 0, voice: 0, overageUnit: 1, overagePrice: 0 },
  ...{ smsPrice: 0, voicePrice: 0 },
}
const onPlan =
  (more: object = {}) =>
  () => ({ params: { id: '1' }, ...more })
const newPlan = { planCode: 'SWEEP', planName: 'Barrido', providerId: 1, simTypeId: 2, currency: 'CLP', pooled: false }
const accountingClient = { name: 'GGSN', addresses: '10.20.0.0/24', interimSeconds: 900, disconnectPort: null }
/** Every SIM that the caller has, judged and not touched. */
const onAll =
  (more: object = {}) =>
  () => ({ body: { filter: {}, preview: true, ...more } })

/** Operations of Andes, each in the state that its call needs; made before the sweep. */
const operations = new Map<string, number>()
const onOperation =
  (name: string, more: object = {}) =>
  () => ({
    params: { operationId: String(operations.get(name)) },
    ...more,
  })

/** Andes's invoice of October, made before the sweep. */
let documentId = 0
const onDocument =
  (more: Record<string, string> = {}) =>
  () => ({ params: { documentId: String(documentId), ...more } })

/** A message centre to which nothing is sent here. */
const smppLink = {
  host: '127.0.0.1',
  port: 9,
  isEncrypted: false,
  systemId: 'portal',
  password: 'secret',
  systemType: '',
  source: '',
  addressing: 'msisdn',
  windowSize: 10,
  submitsPerSecond: null,
  wantsInterim: true,
}
const onNetwork = (body?: object) => () => ({ params: { networkId: 'simulated-2' }, ...(body ? { body } : {}) })

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
const onAndes =
  (more: object = {}) =>
  () => ({ params: { companyId: String(COMPANIES.andes) }, ...more })
const signOnSettings = {
  // where nobody answers
  issuer: 'http://127.0.0.1:9',
  clientId: 'enlace',
  clientSecret: 'secret',
  domains: ['andes.test'],
  passwordLogin: true,
}
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

const profile = { userName: 'Nombre', userLastname: 'Apellido', userCountryId: 1 }
/** Of a link to restore a password, made before the sweep. */
let token = ''

const popup = {
  slot: 2,
  titleEs: 'Aviso',
  titleEn: 'News',
  contentEs: 'Hola',
  contentEn: 'Hello',
  startsAt: '2020-01-01T00:00:00Z',
  endsAt: null,
  everyone: true,
  companies: [],
}
const onPopup =
  (more: Arguments = {}) =>
  () => ({ params: { name: 'andes-news' }, ...more })

/** Andes as it is, but for what its own people may change. */
const company = {
  ...{ tin: '', businessName: 'Transportes Andes Sur SpA', fantasyName: '', activity: 'Transporte', representative: '' },
  ...{ billingContact: '', billingEmail: '', phones: '', address: '', city: '', countryId: null, postalCode: '', website: '' },
  ...{ timeZone: 'America/Santiago', cycleAnchorDay: 1, currency: 'CLP', secondFactorRequired: '0', blocked: '0' },
}
const userText = { userEmail: 'nuevo@andes.test', userName: 'Nueva', userLastname: 'Persona', userPhone: '', userTin: '' }
const noRights = { permits: [], canHibernate: '0', admin: '0' }
/** Of Andes, made before the sweep: one to delete and one who is invited. */
const USERS = { deleted: 4711, invited: 4712 }
const onUser = (id: number) => () => ({ params: { id: String(id) }, body: {} })
const onLuis = ({ fleet }: Portal) => ({ params: { id: String(fleet.people.luis.userId) }, body: {} })
const webhook = { url: 'https://hooks.andes.test/enlace', events: ['sms.received'] }
const onWebhook = (endpointId: number, body?: object) => () => ({
  params: { endpointId: String(endpointId) },
  ...(body ? { body } : {}),
})

/** One rule for each call of the contract. A call without one fails the sweep. */
const RULES: Record<string, Rule> = {
  'GET /users/session/': { rightly: nothing, elsewhere: 'own' },
  'POST /users/session/': { rightly: () => ({ body: { email: 'ana@andes.test', password: PASSWORD } }), elsewhere: 'everyone' },
  // nobody has begun to log in, and nobody has an app: how it goes rightly is in second-factor.test.ts
  'POST /users/session/secondFactor': { rightly: () => ({ body: { code: '123456' } }), elsewhere: 'everyone', status: 401 },
  'POST /users/session/secondFactor/begin': { rightly: () => ({ body: {} }), elsewhere: 'everyone', status: 401 },
  'POST /users/session/secondFactor/confirm': {
    rightly: () => ({ body: { code: '123456' } }),
    elsewhere: 'everyone',
    status: 401,
  },
  'GET /users/secondFactor': { rightly: nothing, elsewhere: 'own' },
  'POST /users/secondFactor/begin': { rightly: () => ({ body: { password: PASSWORD } }), elsewhere: 'own' },
  'POST /users/secondFactor/confirm': { rightly: () => ({ body: { code: '000000' } }), elsewhere: 'own', status: 400 },
  'POST /users/secondFactor/recoveryCodes': { rightly: () => ({ body: {} }), elsewhere: 'own', status: 409 },
  'POST /users/secondFactor/remove': { rightly: () => ({ body: {} }), elsewhere: 'own', status: 409 },
  'POST /users/secondFactor/reset/{userId}': {
    rightly: ({ fleet }) => ({ params: { userId: String(fleet.people.luis.userId) } }),
    elsewhere: 'not_found',
  },
  'GET /users/sessions': { rightly: nothing, elsewhere: 'own' },
  'POST /users/sessions/end': { rightly: () => ({ body: { password: PASSWORD } }), elsewhere: 'own' },
  'POST /users/sessions/{sessionId}/end': {
    rightly: () => ({ params: { sessionId: '4711' }, body: { password: PASSWORD } }),
    elsewhere: 'not_found',
  },
  'GET /users/signOn/{domain}': { rightly: () => ({ params: { domain: 'andes.test' } }), elsewhere: 'everyone' },
  'GET /companies/{companyId}/signOn': { rightly: onAndes(), elsewhere: 'not_found' },
  'PUT /companies/{companyId}/signOn': { rightly: onAndes({ body: signOnSettings }), elsewhere: 'not_found' },
  'DELETE /companies/{companyId}/signOn': { rightly: onAndes(), elsewhere: 'not_found' },
  'GET /users/profile': { rightly: nothing, elsewhere: 'own' },
  'PUT /users/profile': {
    rightly: () => ({ body: { ...profile, userEmail: 'ana@andes.test' } }),
    theirs: { body: { ...profile, userEmail: 'flota@pacifico.test' } },
    elsewhere: 'own',
  },
  'PUT /users/password': {
    rightly: () => ({ body: { passCurrent: PASSWORD, newPassword: PASSWORD, repeatNewPassword: PASSWORD } }),
    elsewhere: 'everyone',
  },
  'POST /users/restorePassword': { rightly: () => ({ body: { email: 'ana@andes.test' } }), elsewhere: 'everyone' },
  'GET /users/restoreEmail/{token}': { rightly: () => ({ params: { token } }), elsewhere: 'everyone' },
  'PUT /users/restorePassword': {
    rightly: () => ({ body: { token, newPassword: PASSWORD, repeatNewPassword: PASSWORD } }),
    elsewhere: 'everyone',
  },
  'GET /client-config': { rightly: nothing, elsewhere: 'everyone' },
  'GET /users/address': { rightly: nothing, elsewhere: 'everyone' },
  'GET /apiKeys': { rightly: nothing, elsewhere: 'own' },
  'POST /apiKeys': { rightly: () => ({ body: { name: 'Barrido', permits: ['sims'] } }), elsewhere: 'own' },
  'DELETE /apiKeys/{apiKeyId}': { rightly: () => ({ params: { apiKeyId: String(API_KEY_ID) } }), elsewhere: 'not_found' },
  'GET /popups/{name}': { rightly: () => ({ params: { name: 'andes-news' } }), elsewhere: 'not_found' },
  'POST /popups/{name}/seen': { rightly: () => ({ params: { name: 'andes-news' } }), elsewhere: 'not_found' },
  'GET /popups': { rightly: nothing, elsewhere: 'not_found' },
  'GET /popups/{name}/detail': { rightly: onPopup(), elsewhere: 'not_found' },
  'POST /popups': { rightly: () => ({ body: popup }), elsewhere: 'not_found' },
  'PUT /popups/{name}': { rightly: onPopup({ body: popup }), elsewhere: 'not_found' },
  'POST /popups/{name}/end': { rightly: onPopup(), elsewhere: 'not_found' },
  'GET /audit': { rightly: nothing, elsewhere: 'own' },
  'GET /audit/export': { rightly: () => ({ query: { format: 'tsv' } }), elsewhere: 'own' },
  'GET /audit/choices': { rightly: nothing, elsewhere: 'own' },
  'GET /dashboard': { rightly: nothing, elsewhere: 'own' },
  'GET /sim/searchParameters': { rightly: nothing, elsewhere: 'own' },
  'POST /sim/sims': { rightly: () => ({ body: {} }), elsewhere: 'own' },
  'POST /sim/searchSims': { rightly: () => ({ body: { filter: { search: '895603' } } }), elsewhere: 'own' },
  'GET /sim/globalSearch/{text}': { rightly: () => ({ params: { text: '8956030' } }), elsewhere: 'own' },
  'POST /sim/facets': { rightly: () => ({ body: { companies: true } }), elsewhere: 'own' },
  'GET /sim/{icc}': { rightly: andesIcc, elsewhere: 'not_found' },
  'GET /sim/usage/{icc}': { rightly: andesIcc, elsewhere: 'not_found' },
  'GET /sim/history/{icc}': { rightly: andesIcc, elsewhere: 'not_found' },
  'POST /sim/export': { rightly: () => ({ body: { format: 'csv', columns: ['icc', 'companyId'] } }), elsewhere: 'own' },
  'GET /sim/views': { rightly: nothing, elsewhere: 'own' },
  'POST /sim/views': { rightly: () => ({ body: { name: 'Mi vista', query: 'status=2' } }), elsewhere: 'own' },
  'POST /sim/activate/{id}': { rightly: onSim(1, 0), elsewhere: 'not_found' },
  'POST /sim/hibernate/{id}': { rightly: onSim(2, 0), elsewhere: 'not_found' },
  'POST /sim/reactivate/{id}': { rightly: onSim(11, 0), elsewhere: 'not_found' },
  'POST /sim/terminate/{id}': { rightly: onSim(2, 1), elsewhere: 'not_found' },
  'POST /sim/withdrawTermination/{id}': { rightly: onSim(2, 2), elsewhere: 'not_found' },
  'GET /sim/reset/{id}': {
    rightly: (portal) => ({ params: { id: andesSim(portal, 2, 3) } }),
    elsewhere: 'not_found',
  },
  'GET /sim/actions/{id}': { rightly: (portal) => ({ params: { id: andesSim(portal, 2, 3) } }), elsewhere: 'not_found' },
  'POST /sim/editCustom': {
    rightly: (portal) => ({ body: { icc: andesSim(portal, 2, 4), customField1: 'Camión Andes' } }),
    elsewhere: 'not_found',
  },
  'POST /sim/sms': {
    rightly: (portal) => ({ body: { icc: andesSim(portal, 2, 4), message: 'Hola' } }),
    elsewhere: 'not_found',
  },
  'GET /sim/getChatSms/{id}': { rightly: onChat, elsewhere: 'not_found' },
  'POST /sim/readChatSms/{id}': { rightly: (portal) => ({ ...onChat(portal), body: { upTo: 1 } }), elsewhere: 'not_found' },
  'GET /sms/report': { rightly: nothing, elsewhere: 'own' },
  'GET /sms/report/export': { rightly: () => ({ query: { format: 'tsv' } }), elsewhere: 'own' },
  'GET /networks/{networkId}/smpp': { rightly: onNetwork(), elsewhere: 'everyone' },
  'PUT /networks/{networkId}/smpp': { rightly: onNetwork(smppLink), elsewhere: 'everyone' },
  'DELETE /networks/{networkId}/smpp': { rightly: onNetwork(), elsewhere: 'everyone' },
  'GET /mails': { rightly: nothing, elsewhere: 'not_found' },
  'GET /mails/{mailId}': { rightly: () => ({ params: { mailId: String(MAIL_ID) } }), elsewhere: 'not_found' },
  'POST /mails/{mailId}/send': { rightly: () => ({ params: { mailId: String(MAIL_ID) } }), elsewhere: 'not_found' },
  'POST /mails/test': { rightly: () => ({ body: { address: 'ops@enlace.test' } }), elsewhere: 'not_found' },
  'GET /sim/apn/{id}': { rightly: (portal) => ({ params: { id: andesSim(portal, 2, 4) } }), elsewhere: 'not_found' },
  'GET /sim/testAdministrative/{id}': {
    rightly: (portal) => ({ params: { id: andesSim(portal, 2, 4) } }),
    elsewhere: 'not_found',
  },
  'GET /sim/testGsm/{id}': { rightly: (portal) => ({ params: { id: andesSim(portal, 2, 4) } }), elsewhere: 'not_found' },
  'GET /sim/testGprs/{id}': { rightly: (portal) => ({ params: { id: andesSim(portal, 2, 4) } }), elsewhere: 'not_found' },
  'POST /sim/massiveActivation': { rightly: onAll(), elsewhere: 'own' },
  'POST /sim/massiveHibernation': { rightly: onAll(), elsewhere: 'own' },
  'POST /sim/massiveReactivation': { rightly: onAll(), elsewhere: 'own' },
  'POST /sim/massiveTermination': { rightly: onAll(), elsewhere: 'own' },
  'POST /sim/massiveReset': { rightly: onAll(), elsewhere: 'own' },
  'POST /sim/massiveSms': { rightly: onAll({ message: 'Hola' }), elsewhere: 'own' },
  'POST /sim/massiveCustom': { rightly: onAll({ customField1: 'Bodega' }), elsewhere: 'own' },
  'POST /sim/assignSims': { rightly: onAll({ companyId: COMPANIES.andesNorte }), elsewhere: 'not_found' },
  'GET /sim/assignList': { rightly: nothing, elsewhere: 'own' },
  'POST /operations/files': {
    rightly: () => ({ query: { fileName: 'lineas.csv' }, body: 'ICC;Orden\n8900000000000000000;1\n' }),
    elsewhere: 'own',
  },
  'GET /operations': { rightly: nothing, elsewhere: 'own' },
  'GET /dashboard/events': { rightly: () => ({ query: { seconds: '0' } }), elsewhere: 'own' },
  'GET /sim/events/{icc}': {
    rightly: (portal) => ({ params: { icc: andesSim(portal, 2, 4) }, query: { seconds: '0' } }),
    elsewhere: 'not_found',
  },
  'GET /sim/usage/{icc}/{day}': {
    rightly: (portal) => ({ params: { icc: andesSim(portal, 2, 4), day: '2026-11-01' } }),
    elsewhere: 'not_found',
  },
  'GET /operations/events': { rightly: () => ({ query: { seconds: '0' } }), elsewhere: 'own' },
  'GET /operations/{operationId}': { rightly: onOperation('seen'), elsewhere: 'not_found' },
  'GET /operations/{operationId}/items': { rightly: onOperation('seen'), elsewhere: 'not_found' },
  'GET /operations/{operationId}/results': { rightly: onOperation('seen'), elsewhere: 'not_found' },
  'GET /operations/{operationId}/cost': { rightly: onOperation('seen'), elsewhere: 'not_found' },
  'POST /operations/{operationId}/confirm': { rightly: onOperation('confirm', { body: {} }), elsewhere: 'not_found' },
  'POST /operations/{operationId}/pause': { rightly: onOperation('seen'), elsewhere: 'not_found' },
  'POST /operations/{operationId}/resume': { rightly: onOperation('resume'), elsewhere: 'not_found' },
  'POST /operations/{operationId}/cancel': { rightly: onOperation('cancel'), elsewhere: 'not_found' },
  'POST /operations/{operationId}/retry': { rightly: onOperation('retry'), elsewhere: 'not_found' },
  'POST /operations/{operationId}/withdraw': { rightly: onOperation('withdraw'), elsewhere: 'not_found' },
  'POST /operations/{operationId}/approve': { rightly: onOperation('approve'), elsewhere: 'not_found' },
  'DELETE /operations/{operationId}': { rightly: onOperation('discard'), elsewhere: 'not_found' },
  'POST /inventory/imports': {
    rightly: () => ({ query: { fileName: 'inventario.csv' }, body: 'ICC;Plan\n1;IOT250\n' }),
    elsewhere: 'not_found',
  },
  // the embedded network has no list of its own: how it goes rightly is in soracom-portal.test.ts
  'POST /inventory/networks/{networkId}': {
    rightly: onNetwork({ companyId: COMPANIES.andes, planCode: 'IOT250', apnId: 1 }),
    elsewhere: 'not_found',
    status: 409,
  },
  'GET /inventory/imports/{importId}': { rightly: () => ({ params: { importId: '4711' } }), elsewhere: 'not_found' },
  'GET /inventory/imports/{importId}/bad-lines': { rightly: () => ({ params: { importId: '4711' } }), elsewhere: 'not_found' },
  'POST /inventory/imports/{importId}/check': {
    rightly: () => ({ params: { importId: '4712' }, body: { mapping: ['iccid', 'plan'] } }),
    elsewhere: 'not_found',
  },
  'POST /inventory/imports/{importId}/apply': {
    rightly: () => ({ params: { importId: '4713' }, body: { mode: 'all' } }),
    elsewhere: 'not_found',
  },
  'DELETE /inventory/imports/{importId}': { rightly: () => ({ params: { importId: '4714' } }), elsewhere: 'not_found' },
  'POST /sim/block/{id}': { rightly: blocking(6), elsewhere: 'not_found' },
  'POST /sim/unblock/{id}': {
    rightly: (portal) => ({ params: { id: andesSim(portal, 2, 7) }, body: {} }),
    elsewhere: 'not_found',
  },
  'POST /sim/restoreData/{id}': { rightly: onSim(10, 0), elsewhere: 'not_found' },
  'GET /networks': { rightly: nothing, elsewhere: 'not_found' },
  'PUT /networks/{networkId}': {
    rightly: () => ({ params: { networkId: 'simulated-1' }, body: networkSettings }),
    elsewhere: 'not_found',
  },
  'POST /networks': {
    rightly: () => {
      const { overrideStatus: _status, overrideText: _text, updatedAt: _at, ...limits } = networkSettings
      return { body: { ...limits, networkId: 'new', kind: 'simulated' } }
    },
    elsewhere: 'not_found',
  },
  'DELETE /networks/{networkId}': { rightly: () => ({ params: { networkId: 'spare' } }), elsewhere: 'not_found' },
  'POST /networks/{networkId}/try': { rightly: () => ({ params: { networkId: 'simulated-1' } }), elsewhere: 'not_found' },
  'POST /networks/try': { rightly: () => ({ body: { kind: 'simulated' } }), elsewhere: 'not_found' },
  'GET /networks/rules': { rightly: nothing, elsewhere: 'not_found' },
  'PUT /networks/rules': {
    rightly: () => ({ body: { rules: [{ originId: 1, simTypeId: 2, networkId: 'simulated-1' }] } }),
    elsewhere: 'not_found',
  },
  'GET /networks/drifts': { rightly: nothing, elsewhere: 'not_found' },
  'GET /networks/accounting': { rightly: nothing, elsewhere: 'not_found' },
  'POST /networks/accounting/clients': {
    rightly: () => ({ body: { ...accountingClient, secret: 'enlace-sweep' } }),
    elsewhere: 'not_found',
  },
  'POST /networks/accounting/files': {
    rightly: () => ({ query: { fileName: 'cdr.csv' }, body: 'imsi,session,start,stop,uplink_bytes,downlink_bytes\n' }),
    elsewhere: 'not_found',
  },
  'PUT /networks/accounting/clients/{clientId}': {
    rightly: () => ({ params: { clientId: '4711' }, body: { ...accountingClient, addresses: '10.21.0.0/24' } }),
    elsewhere: 'not_found',
  },
  'DELETE /networks/accounting/clients/{clientId}': {
    rightly: () => ({ params: { clientId: '4712' } }),
    elsewhere: 'not_found',
  },
  'POST /networks/drifts/settle': { rightly: () => ({ body: { goal: 'network', all: true } }), elsewhere: 'not_found' },
  'GET /alarm/alarms': { rightly: nothing, elsewhere: 'own' },
  'GET /alarm/companies': { rightly: nothing, elsewhere: 'own' },
  'GET /alarm/plans/{companyId}': {
    rightly: () => ({ params: { companyId: String(COMPANIES.andes) } }),
    elsewhere: 'not_found',
  },
  'POST /alarm': { rightly: () => ({ body: alarm }), elsewhere: 'not_found' },
  'PUT /alarm': { rightly: () => ({ body: { ...alarm, alarmId: 4711 } }), elsewhere: 'not_found' },
  'DELETE /alarm/{id}': { rightly: () => ({ params: { id: '4712' } }), elsewhere: 'not_found' },
  'POST /alarm/trial': {
    rightly: () => ({ body: { company: COMPANIES.andes, plan: '', limit: 100 } }),
    elsewhere: 'not_found',
  },
  'GET /alarm/notificatedAlarms': { rightly: nothing, elsewhere: 'own' },
  'GET /alarm/notificatedAlarms/export': { rightly: () => ({ query: { format: 'tsv' } }), elsewhere: 'own' },
  'GET /alarm/notificatedAlarms/events': { rightly: () => ({ query: { seconds: '0' } }), elsewhere: 'everyone' },
  'POST /alarm/notices/{id}/restore': { rightly: () => ({ params: { id: '4711' }, body: {} }), elsewhere: 'not_found' },
  'GET /charges': { rightly: nothing, elsewhere: 'own' },
  'GET /charges/facets': { rightly: nothing, elsewhere: 'own' },
  'GET /charges/export': { rightly: () => ({ query: { format: 'tsv' } }), elsewhere: 'own' },
  'GET /charges/{documentId}': { rightly: onDocument(), elsewhere: 'not_found' },
  'GET /charges/{documentId}/lines': { rightly: onDocument(), elsewhere: 'not_found' },
  'GET /charges/{documentId}/csv': { rightly: onDocument(), elsewhere: 'not_found' },
  'GET /charges/{documentId}/pdf': { rightly: onDocument(), elsewhere: 'not_found' },
  'GET /charges/{documentId}/lines/{icc}/days': {
    rightly: (portal) => onDocument({ icc: andesSim(portal, 2, 0) })(),
    elsewhere: 'not_found',
  },
  'GET /charges/{documentId}/lines/{icc}/days/{day}': {
    rightly: (portal) => onDocument({ icc: andesSim(portal, 2, 0), day: '2026-10-16' })(),
    elsewhere: 'not_found',
  },
  'POST /charges/{documentId}/pay': {
    rightly: () => ({ params: { documentId: String(DOCUMENTS[0]) }, body: {} }),
    elsewhere: 'not_found',
  },
  'POST /charges/{documentId}/credit': {
    rightly: () => ({ params: { documentId: String(DOCUMENTS[1]) }, body: { reason: 'Error de cobro' } }),
    elsewhere: 'not_found',
  },
  'GET /plans': { rightly: nothing, elsewhere: 'own' },
  'GET /plans/export': { rightly: () => ({ query: { format: 'tsv' } }), elsewhere: 'own' },
  'GET /plans/pools': { rightly: nothing, elsewhere: 'own' },
  'GET /plans/plan/{id}': { rightly: onPlan(), elsewhere: 'own' },
  'GET /plans/providers': { rightly: nothing, elsewhere: 'everyone' },
  'GET /plans/planTypes/{id}': { rightly: onPlan(), elsewhere: 'everyone' },
  'GET /plans/plans/{id}': { rightly: onPlan(), elsewhere: 'everyone' },
  'GET /plans/kinds': { rightly: nothing, elsewhere: 'not_found' },
  'POST /plans': { rightly: () => ({ body: { ...newPlan, ...terms } }), elsewhere: 'not_found' },
  'PUT /plans/plan/{id}': {
    rightly: onPlan({ body: { planName: 'IoT 250 MB', offered: true } }),
    elsewhere: 'not_found',
  },
  'POST /plans/plan/{id}/terms': { rightly: onPlan({ body: { from: '2099-01-01', ...terms } }), elsewhere: 'not_found' },
  'DELETE /plans/plan/{id}/terms/{from}': {
    rightly: () => ({ params: { id: '1', from: '2098-01-01' } }),
    elsewhere: 'not_found',
  },
  'GET /hys/list': { rightly: nothing, elsewhere: 'own' },
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
  'GET /requests/export': { rightly: () => ({ query: { format: 'tsv' } }), elsewhere: 'own' },
  'GET /requests/detail/{id}': { rightly: onRequest('assign'), elsewhere: 'not_found' },
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
  'GET /companies': { rightly: nothing, elsewhere: 'own' },
  'GET /companies/export': { rightly: () => ({ query: { format: 'tsv' } }), elsewhere: 'own' },
  'GET /companies/choices': { rightly: nothing, elsewhere: 'own' },
  'GET /companies/countries': { rightly: nothing, elsewhere: 'everyone' },
  'GET /companies/company/{id}': { rightly: () => ({ params: { id: String(COMPANIES.andes) } }), elsewhere: 'not_found' },
  'POST /companies/company/': {
    rightly: () => ({ body: { ...company, businessName: 'Barrido', parentId: COMPANIES.andes } }),
    elsewhere: 'not_found',
  },
  // one that is empty goes rightly in companies.test.ts
  'DELETE /companies/company/{id}': {
    rightly: () => ({ params: { id: String(COMPANIES.andesNorte) } }),
    elsewhere: 'not_found',
    status: 409,
  },
  'PUT /companies/company/': { rightly: () => ({ body: { ...company, companyId: COMPANIES.andes } }), elsewhere: 'not_found' },
  'GET /users': { rightly: nothing, elsewhere: 'own' },
  'GET /users/export': { rightly: () => ({ query: { format: 'tsv' } }), elsewhere: 'own' },
  'GET /users/user/{id}': { rightly: onLuis, elsewhere: 'not_found' },
  'POST /users/user/': {
    rightly: () => ({ body: { ...userText, ...noRights, companyId: COMPANIES.andes } }),
    elsewhere: 'not_found',
  },
  'PUT /users/user/': {
    rightly: ({ fleet }) => ({ body: { ...userText, userEmail: 'luis@andes.test', userId: fleet.people.luis.userId } }),
    elsewhere: 'not_found',
  },
  'DELETE /users/user/{id}': { rightly: onUser(USERS.deleted), elsewhere: 'not_found' },
  'POST /users/user/{id}/deactivate': { rightly: onLuis, elsewhere: 'not_found' },
  'POST /users/user/{id}/reactivate': { rightly: onLuis, elsewhere: 'not_found' },
  'POST /users/user/{id}/invite': { rightly: onUser(USERS.invited), elsewhere: 'not_found' },
  'GET /users/companies': { rightly: nothing, elsewhere: 'own' },
  'GET /permits/permitList': { rightly: nothing, elsewhere: 'own' },
  'POST /permits/permit': {
    rightly: ({ fleet }) => ({ body: { ...noRights, permits: ['plans'], userId: fleet.people.luis.userId } }),
    elsewhere: 'not_found',
  },
  // nobody looks as an administrator: how it goes rightly, with a session of its own, is in portal-view.test.ts
  'POST /users/view': {
    rightly: ({ fleet }) => ({ body: { userId: fleet.people.admin.userId } }),
    elsewhere: 'not_found',
    status: 409,
  },
  'DELETE /users/view': { rightly: nothing, elsewhere: 'everyone' },
  'GET /webhooks': { rightly: nothing, elsewhere: 'own' },
  'POST /webhooks': { rightly: () => ({ body: { companyId: COMPANIES.andes, ...webhook } }), elsewhere: 'not_found' },
  'PUT /webhooks/{endpointId}': { rightly: onWebhook(4711, webhook), elsewhere: 'not_found' },
  'POST /webhooks/{endpointId}/secret': { rightly: onWebhook(4711, {}), elsewhere: 'not_found' },
  'POST /webhooks/{endpointId}/ping': { rightly: onWebhook(4711, {}), elsewhere: 'not_found' },
  'GET /webhooks/{endpointId}/messages': { rightly: onWebhook(4711), elsewhere: 'not_found' },
  'GET /webhooks/messages/{messageId}': { rightly: () => ({ params: { messageId: '4711' } }), elsewhere: 'not_found' },
  'POST /webhooks/messages/{messageId}/send': {
    rightly: () => ({ params: { messageId: '4711' }, body: {} }),
    elsewhere: 'not_found',
  },
  'DELETE /webhooks/{endpointId}': { rightly: onWebhook(4712), elsewhere: 'not_found' },
  'DELETE /sim/views/{viewId}': { rightly: () => ({ params: { viewId: '4711' } }), elsewhere: 'not_found' },
}

/** What changes nothing for others: reads by POST, previews, what is the reader's own until it is sent, and settings set as they are. */
const SILENT = [
  // its mail is audited when it is made
  'POST /users/restorePassword',
  'POST /sim/facets',
  'POST /sim/readChatSms/{id}',
  'POST /sim/massiveActivation',
  'POST /sim/massiveHibernation',
  'POST /sim/massiveReactivation',
  'POST /sim/massiveTermination',
  'POST /sim/massiveReset',
  'POST /sim/massiveSms',
  'POST /sim/massiveCustom',
  'POST /sim/assignSims',
  'POST /alarm/trial',
  'PUT /requests/cart',
  'DELETE /requests/cart',
  'POST /users/secondFactor/begin',
  // there are no others, nothing is different, the picture is there: each has its row when it does something
  'POST /users/sessions/end',
  'POST /users/sessions/{sessionId}/end',
  'PUT /networks/{networkId}',
  'PUT /networks/rules',
  'POST /networks/drifts/settle',
  'POST /hardware/pictures',
  'PUT /plans/plan/{id}',
  // by the thread that imports, with what it imports
  'POST /inventory/imports/{importId}/apply',
  'POST /users/view',
  'DELETE /users/view',
  'DELETE /companies/company/{id}',
]

const keyOf = (call: Call) => `${call.method} ${call.path}`
const ruleOf = (call: Call): Rule => {
  const rule = RULES[keyOf(call)]
  if (!rule) throw new Error(`No access rule for ${keyOf(call)}: add one to the sweep`)
  return rule
}

let portal: Portal
beforeAll(async () => {
  // with a mail server that nobody works for here: what is sent waits
  portal = await startPortal({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  await createPopup(portal)
  await reclassify(portal.db, andesSim(portal, 2, 5), { simTypeId: 6 })
  networkSettings.updatedAt = portal.clock.now.toISOString()
  const spare = { network_id: 'spare', name: 'Spare', kind: 'simulated', updated_at: portal.clock.now }
  await portal.db.insertInto('networks').values(spare).execute()
  await portal.data(blockSim, 'admin', blocking(7)(portal))
  await createImports(portal)
  await createMail(portal)
  await createAlarms(portal)
  await createStore(portal.db, portal.clock.now)
  for (const request of Object.values(REQUESTS)) await createRequest(portal.db, portal.clock.now, request)
  await createInvoices(portal)
  await createOperations(portal)
  documentId = await createInvoice(portal)
  token = await issueOneTimeLink(portal.db, portal.fleet.people.sub.userId, 'restore', portal.clock.now)
  await createPlanThings(portal)
  const open = { created_at: portal.clock.now, last_seen_at: portal.clock.now, user_id: portal.fleet.people.ana.userId }
  await sql`INSERT INTO login_sessions (login_session_id, token_hash, user_id, created_at, last_seen_at) OVERRIDING SYSTEM VALUE
    VALUES (4711, ${Buffer.alloc(32)}, ${open.user_id}, ${open.created_at}, ${open.last_seen_at})`.execute(portal.db)
  await createWebhooks(portal)
  const view = {
    company_id: COMPANIES.andes,
    user_id: portal.fleet.people.ana.userId,
    view_id: 4711,
    name: 'Vista de Andes',
    query: '',
    created_at: portal.clock.now,
  }
  await portal.db.insertInto('saved_views').values(view).execute()
  const person = { company_id: COMPANIES.andes, name: 'De Andes' }
  await portal.db
    .insertInto('users')
    .values(Object.entries(USERS).map(([name, user_id]) => ({ ...person, user_id, email: `${name}@andes.test` })))
    .execute()
  await createKeys(portal)
  const client = { name: 'GGSN', secret: '', updated_at: portal.clock.now }
  await portal.db
    .insertInto('radius_clients')
    .values([4711, 4712].map((client_id) => ({ ...client, client_id, addresses: `192.0.2.${client_id - 4700}/32` })))
    .execute()
})
afterAll(() => portal.close())

/** One to revoke; of Andes one for each permit, with all others; and one of Pacífico with all. */
const API_KEY_ID = 4711
const KEYS = new Map<string, string>()

async function createKeys({ db, clock, fleet }: Portal): Promise<void> {
  const insert = async (person: Person, name: string, permits: readonly Permit[], api_key_id?: number) => {
    const key = formatApiKey(randomBytes(32))
    const { userId: user_id, companyId: company_id, email: maker } = fleet.people[person]
    const row = { api_key_id, company_id, user_id, maker, name, hint: '', permits: [...permits], created_at: clock.now }
    await db
      .insertInto('api_keys')
      .values({ ...row, key_hash: hashOfKey(key) })
      .execute()
    KEYS.set(name, key)
  }
  await insert('ana', 'revoked', [], API_KEY_ID)
  await insert('flota', 'pacifico', PERMITS)
  await insert('ana', 'login', PERMITS)
  for (const permit of PERMITS) {
    const others = PERMITS.filter((other) => other !== permit)
    await insert('ana', permit, others)
  }
}

const withKey = (name: string, call: Call) =>
  portal.request(call, undefined, ruleOf(call).rightly(portal), { headers: { 'x-api-key': KEYS.get(name) ?? '' } })

/** Terms that are agreed for later, and a device of Andes. */
async function createPlanThings({ db, clock }: Portal): Promise<void> {
  await sql`INSERT INTO plan_terms (plan_code, valid_from, data_mb) SELECT plan_code, '2098-01-01', 1 FROM plans WHERE plan_id = 1`.execute(
    db,
  )
  await sql`
    INSERT INTO hardware_items (company_id, item_id, kind, product_type, product, acquired_at, updated_at) OVERRIDING SYSTEM VALUE
    VALUES (${COMPANIES.andes}, 4711, 'device', 'Routers Andes', 'Router Andes', ${clock.now}, ${clock.now})`.execute(db)
}

async function createPopup({ db }: Portal): Promise<void> {
  const words = { title_es: 'Aviso', title_en: 'News', content_es: 'Andes', content_en: 'Andes' }
  await db
    .insertInto('popups')
    .values({ name: 'andes-news', slot: 1, for_everyone: false, starts_at: new Date('2020-01-01'), ...words })
    .execute()
  await db.insertInto('popup_targets').values({ popup_name: 'andes-news', company_id: COMPANIES.andes }).execute()
}

/** Two endpoints of Andes, and a message. */
async function createWebhooks({ db, clock }: Portal): Promise<void> {
  await sql`
    INSERT INTO webhook_endpoints (company_id, endpoint_id, url, events, includes_below, is_active, secret, language, created_at, updated_at)
    SELECT ${COMPANIES.andes}, id, 'https://hooks.andes.test/', '{sms.received}', true, true, '', 'es', ${clock.now}, ${clock.now}
    FROM unnest(ARRAY[4711, 4712]) id`.execute(db)
  await sql`
    INSERT INTO webhook_messages (company_id, endpoint_id, message_id, event, items, body, at, due_at) OVERRIDING SYSTEM VALUE
    VALUES (${COMPANIES.andes}, 4711, 4711, 'sms.received', 1, '{"icc":"Andes"}', ${clock.now}, ${clock.now})`.execute(db)
}

const MAIL_ID = 4711
const DOCUMENTS = [4711, 4712]

async function createInvoices({ db, clock }: Portal): Promise<void> {
  await sql`
    INSERT INTO charges (document_id, company_id, cycle_start, cycle_end, state, total_minor, currency, issued_at, document_number)
    OVERRIDING SYSTEM VALUE
    SELECT id, ${COMPANIES.andes}, '2026-01-01'::date + (id - 4711) * 31, '2026-02-01'::date + (id - 4711) * 31, 'issued', 1000, 'CLP',
      ${clock.now}, 'F-' || id FROM unnest(${DOCUMENTS}::int[]) id`.execute(db)
}

async function createMail({ db, clock }: Portal): Promise<void> {
  await sql`
    INSERT INTO mails (mail_id, kind, language, address, subject, text, html, state, created_at, due_at) OVERRIDING SYSTEM VALUE
    VALUES (${MAIL_ID}, 'test', 'es', 'ops@enlace.test', 'Aviso', 'Aviso', '<p>Aviso</p>', 'kept', ${clock.now}, ${clock.now})`.execute(
    db,
  )
}

async function createInvoice({ db, fleet }: Portal): Promise<number> {
  const iccid = fleet.sims.find((sim) => sim.companyId === COMPANIES.andes && sim.status === 2)?.iccid ?? ''
  const lines = [{ iccid, kind: 'price', plan_code: 'IOT250', quantity: 1, unit_minor: 1190, used: 0, included: 0 }] as const
  return writeDocument(db, { companyId: COMPANIES.andes, cycle: ['2026-10-01', '2026-11-01'], currency: 'CLP', lines })
}

/** Two of Andes, one of which holds a SIM's data cut. */
async function createAlarms({ db, clock, fleet }: Portal): Promise<void> {
  await sql`
    INSERT INTO alarms (company_id, alarm_id, limit_mb, emails, language, is_active, cuts_data, created_at, updated_at)
    OVERRIDING SYSTEM VALUE
    SELECT ${COMPANIES.andes}, id, 100, '{ops@andes.test}', 'es', true, true, ${clock.now}, ${clock.now} FROM unnest(ARRAY[4711, 4712]) id`.execute(
    db,
  )
  const iccid = fleet.sims.filter((sim) => sim.companyId === COMPANIES.andes && sim.status === 10)[1]?.iccid
  await sql`
    INSERT INTO alarm_notices (company_id, notice_id, alarm_id, iccid, cycle_start, kind, limit_mb, used_bytes, at, action, action_since,
      changed_at) OVERRIDING SYSTEM VALUE
    VALUES (${COMPANIES.andes}, 4711, 4711, ${iccid}, '2026-01-01', 'limit', 100, 0, ${clock.now}, 'cut', ${clock.now}, ${clock.now})`.execute(
    db,
  )
}

/** Imports at each of their steps; their files are not there, which is told later than these calls answer. */
async function createImports({ db, clock }: Portal): Promise<void> {
  const columns = [
    { header: 'ICC', samples: [] },
    { header: 'Plan', samples: [] },
  ]
  const counts = { lines: 0, created: 0, updated: 0, unchanged: 0, bad: 0, reasons: [] }
  const row = {
    company_id: COMPANIES.operator,
    file_name: 'inventario.csv',
    file_bytes: 0,
    format: JSON.stringify({ kind: 'csv', encoding: 'utf-8', separator: ';', skipLines: 0, columns }),
    counts: JSON.stringify(counts),
    actor: 'admin@enlace.test',
    created_at: clock.now,
    updated_at: clock.now,
  }
  await db
    .insertInto('imports')
    .values(
      [4711, 4712, 4713, 4714].map((import_id) => ({ ...row, import_id, state: import_id === 4712 ? 'uploaded' : 'checked' })),
    )
    .execute()
}

/** Real ones, each on SIMs of its own; no worker runs here, so their lines stay as they are. */
async function createOperations({ data, db, fleet }: Portal): Promise<void> {
  const active = fleet.sims.filter((sim) => sim.companyId === COMPANIES.andes && sim.status === 2).map((sim) => sim.iccid)
  const start = async (name: string, call: typeof massHibernation, n: number, preview = false) => {
    const { operationId } = await data(call, 'ana', { body: { icc: [active[n] ?? ''], preview } })
    operations.set(name, operationId)
  }
  for (const [n, name] of ['seen', 'resume', 'cancel', 'retry'].entries()) await start(name, massHibernation, n + 10)
  for (const [n, name] of ['withdraw', 'approve'].entries()) await start(name, massTermination, n + 15)
  for (const name of ['confirm', 'discard']) await start(name, massHibernation, 18, true)
  await data(pauseOperation, 'ana', { params: { operationId: operations.get('resume') ?? 0 } })
  await data(terminateSim, 'ana', { params: { id: andesSim(portal, 2, 2) }, body: {} })
  await db.transaction().execute(async (trx) => {
    const operation_id = operations.get('retry') ?? 0
    await trx.updateTable('operation_items').set({ state: 'failed' }).where('operation_id', '=', operation_id).execute()
    await trx.deleteFrom('open_changes').where('operation_id', '=', operation_id).execute()
    await trx
      .updateTable('operations')
      .set({ state: 'finished', pending: 0, failed: 1 })
      .where('operation_id', '=', operation_id)
      .execute()
  })
}

/** The one who may make the call, in Andes or (for administrators' calls) above it. */
const allowed = (call: Call): Person => (call.access === 'admin' ? 'admin' : 'ana')

/** What names Andes in an answer: its SIMs, its name, its people. */
function andesTraces(body: string): string[] {
  const marks = [
    'Andes',
    'andes',
    ...portal.fleet.sims.filter((sim) => sim.companyId < COMPANIES.pacifico).map((sim) => sim.iccid),
  ]
  return marks.filter((mark) => body.includes(mark))
}

test('every call has a rule and every rule a call', () => {
  expect(Object.keys(RULES).sort()).toEqual(CONTRACT.map(keyOf).sort())
})

const named = (calls: readonly Call[]) => calls.map((call) => [keyOf(call), call] as const)
const GUARDED = CONTRACT.filter((call) => call.access !== 'public')

test.each(named(CONTRACT))('%s is refused without the client key [S7.02]', async (_, call) => {
  const args = ruleOf(call).rightly(portal)
  const response = await portal.request(call, undefined, args, { headers: { 'x-api-key': 'wrong' } })
  expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_api_key'])
})

test.each(named(GUARDED))('%s is refused to nobody, with the literal that the page knows [S8.02]', async (_, call) => {
  const response = await portal.request(call, undefined, ruleOf(call).rightly(portal))
  expect([response.statusCode, response.json().error]).toEqual([401, 'Client not logged in'])
})

test.each(named(GUARDED.filter((call) => call.access !== 'login')))(
  '%s is refused without the permit [S6.02]',
  async (_, call) => {
    const response = await portal.request(call, call.access === 'admin' ? 'ana' : 'nadie', ruleOf(call).rightly(portal))
    expect([response.statusCode, response.json().code]).toEqual([403, 'not_allowed'])
  },
)

test.each(named(GUARDED.filter((call) => call.access !== 'admin')))(
  '%s shows another company nothing of this one',
  async (_, call) => {
    const { rightly, theirs, elsewhere, status = 200 } = ruleOf(call)
    const response = await portal.request(call, 'flota', theirs ?? rightly(portal))
    if (elsewhere === 'not_found') expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
    else expect(response.statusCode).toBe(status)
    if (elsewhere === 'own') expect(andesTraces(response.body)).toEqual([])
  },
)

const FOR_KEYS = GUARDED.filter((call) => call.access !== 'admin' && !isForPeople(call))

test.each(named(GUARDED.filter((call) => call.access !== 'login' || isForPeople(call))))(
  '%s is refused to an API key without the permit, and to every key where it is for people',
  async (_, call) => {
    const response = await withKey(FOR_KEYS.includes(call) ? call.access : 'login', call)
    expect([response.statusCode, response.json().code]).toEqual([403, 'not_allowed'])
  },
)

/** A restart is a GET that acts, and one a minute. */
const READS = FOR_KEYS.filter((call) => call.method === 'GET' && call.path !== '/sim/reset/{id}')

test.each(named(READS))(
  '%s shows an API key of another company nothing of this one, and one of this company all',
  async (_, call) => {
    const [foreign, own] = [await withKey('pacifico', call), await withKey('login', call)]
    const { elsewhere } = ruleOf(call)
    expect(foreign.statusCode).toBe(elsewhere === 'not_found' ? 404 : 200)
    if (elsewhere === 'own') expect(andesTraces(foreign.body)).toEqual([])
    expect(own.statusCode, own.body.slice(0, 300)).toBe(200)
  },
)

/** Calls that change something without an audit row when made as they are here. */
const unaudited: string[] = []
const auditRows = async (): Promise<number> => {
  const { rows } = await sql<{ rows: number }>`SELECT count(*)::int AS rows FROM audit_log WHERE action <> 'data.read'`.execute(
    portal.db,
  )
  return rows[0]?.rows ?? 0
}
const changes = ({ method, list, file }: Call) => method !== 'GET' && list === undefined && file === undefined

test.each(named(CONTRACT))('%s is answered when made rightly', async (_, call) => {
  const before = await auditRows()
  const response = await portal.request(
    call,
    call.access === 'public' ? undefined : allowed(call),
    ruleOf(call).rightly(portal),
  )
  expect(response.statusCode, response.body.slice(0, 300)).toBe(ruleOf(call).status ?? 200)
  if (response.statusCode === 200 && changes(call) && (await auditRows()) === before) unaudited.push(keyOf(call))
})

test('every call that changes something for others stands in the audit', () => {
  expect(unaudited.filter((key) => !SILENT.includes(key))).toEqual([])
})
