import type { Call } from '#contract/call.ts'
import { CALL_NAMES, CONTRACT } from '#contract/contract.ts'
import { SIM_SORTS } from '#contract/sims/sims.calls.ts'
import type { TestDatabase } from './database.ts'
import { COMPANIES } from './fleet.ts'

/** How a call is asked. */
export interface WalkArguments {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>>
}

/** A call of the contract by its name. @throws where there is none */
export const contractCall = (name: string): Call => {
  const call = CONTRACT.find((one) => CALL_NAMES.get(one) === name)
  if (!call) throw new Error(`there is no call ${name}`)
  return call
}

/** Why a call that only reads is not walked. */
export const NOT_WALKED: Readonly<Record<string, string>> = {
  getDeviceLogin: 'of a terminal that waits, in the directory',
  getOwnDeviceLogin: 'of a terminal that waits, in the directory',
  getClientConfig: 'public: the same for every visitor',
  checkLink: 'public: a link of a mail',
  findSignOn: 'public: a domain of the directory',
  readAgentRequest: 'a client of the directory',
  previewOperation: 'no draft is among the rows; it judges as the preview of a mass call does',
  getMapFile: 'a file of the portal',
  getPicture: 'a file of the catalogue',
  getInventoryBadLines: 'files of imports, of the directory',
  getInventoryImport: 'files of imports, of the directory',
  testAdministrative: 'asks a network',
  testGprs: 'asks a network',
  testGsm: 'asks a network',
}

/** The ways in which each call is asked, by its name: for things of two companies, one of each cell. */
export async function walksOver({ pool }: TestDatabase): Promise<Record<string, WalkArguments[]>> {
  const idsOf = async (query: string): Promise<unknown[]> => (await pool.query<{ id: unknown }>(query)).rows.map(({ id }) => id)
  const ofBoth = (table: string, id: string) =>
    idsOf(`SELECT min(${id}) AS id FROM ${table} WHERE company_id IN (3, 5) GROUP BY company_id ORDER BY company_id`)
  const iccs = await idsOf('SELECT min(iccid) AS id FROM sims WHERE company_id IN (3, 5) GROUP BY company_id ORDER BY 1')
  const ofOperator = await idsOf('SELECT operation_id AS id FROM operations WHERE company_id = 1 ORDER BY 1')
  const operations = [...(await ofBoth('operations', 'operation_id')), ...ofOperator]
  const documents = await ofBoth('charges', 'document_id')
  const requests = await ofBoth('requests', 'request_id')
  const mails = await ofBoth('mails', 'mail_id')
  const endpoints = await ofBoth('webhook_endpoints', 'endpoint_id')
  const messages = await ofBoth('webhook_messages', 'message_id')
  const conversations = await ofBoth('support_conversations', 'conversation_id')
  const users = await ofBoth('users', 'user_id')
  const geofences = await ofBoth('geofences', 'geofence_id::text')
  const anomalies = await ofBoth('anomalies', 'anomaly_id')
  const drafts = await ofBoth('drafts', 'draft_id')
  const networks = await idsOf('SELECT network_id AS id FROM networks')
  const advice = await idsOf('SELECT DISTINCT advice_id AS id FROM plan_advices')
  const plans = await idsOf('SELECT plan_id AS id FROM plans ORDER BY 1')
  const params = (name: string, ids: readonly unknown[]) => ids.map((id) => ({ params: { [name]: id } }))
  const companies = [COMPANIES.operator, COMPANIES.andes, COMPANIES.pacifico]
  const listed = (...queries: Record<string, unknown>[]) =>
    [{}, ...queries].flatMap((query) => [{ query: { limit: 4, ...query } }, { query: { limit: 100, ...query } }])
  const files = (...queries: Record<string, unknown>[]) =>
    [{}, ...queries].flatMap((query) => ['tsv', 'csv', 'xlsx'].map((format) => ({ query: { format, ...query } })))
  const simBodies = [
    ...SIM_SORTS.flatMap((sort) => [false, true].map((descending) => ({ sort, descending, limit: 17 }))),
    ...SIM_SORTS.map((sort) => ({ sort, limit: 10, skip: 25 })),
    ...[
      { companyIds: [5] },
      { companyIds: [3, 5] },
      { planCodes: ['IOT250'] },
      { administrativeStatusIds: [2], gprsStatuses: [1] },
      { planUse: 'over100' },
    ].map((filter) => ({ filter, sort: 'percent', descending: true, limit: 9 })),
    ...['camión', '8956', '56945', 'nada de esto'].flatMap((search) => [
      { filter: { search }, limit: 30 },
      { filter: { search }, sort: 'msisdn', descending: true, limit: 30 },
    ]),
    ...iccs.map((icc) => ({ filter: { icc }, limit: 5 })),
    ...SIM_SORTS.map((sort) => ({ filter: { tags: ['norte', 'ruta 5'] }, sort, limit: 11 })),
    ...SIM_SORTS.map((sort) => ({ filter: { groups: ['flota', 'Guardadas'] }, sort, limit: 11 })),
  ]
  const simFilters = [
    {},
    { planCodes: ['TEL50'] },
    { planUse: 'over100' },
    { search: 'camión' },
    { search: '8956', planCodes: ['SMS'] },
    { icc: iccs[1] },
    { tags: ['Norte'] },
    { groups: ['flota'] },
    { groups: ['Flota/Norte'], tags: ['Norte'] },
    { groups: ['guardadas', 'Flota/Norte'] },
    { companyIds: [COMPANIES.operator], subsidiaries: true },
  ]
  /** the companies of all cells */
  const ofTree = { company: COMPANIES.operator, subsidiaries: 'true' }
  const columns = ['icc', 'msisdn', 'planCode', 'companyId', 'percent', 'consumptionMonthlyData', 'activationDate']
  const sortedFiles = ['csv', 'xlsx'].flatMap((format) => [
    { format, columns, sort: 'percent', descending: true },
    { format, columns, sort: 'group' },
    { format, columns, sort: 'icc', filter: { search: 'camión' } },
  ])
  return {
    listAudit: listed({ company: 5 }, { action: 'view.saved' }, { person: 'ana@andes.test' }),
    exportAudit: files({ action: 'sim.edited' }),
    getAuditChoices: [{}],
    getAddress: [{}],
    getSession: [{}],
    findWorkingCompanies: [{}, { query: { search: 'pac' } }],
    getProfile: [{}],
    getSecondFactor: [{}],
    listLoginSessions: [{}],
    getCompanySignOn: params('companyId', companies),
    getApiKeys: [{}],
    listAgents: [{}],
    getPopup: params('name', ['aviso', '0']),
    getPopupDetail: params('name', ['aviso', 'nada']),
    listPopups: [{}],
    getDashboard: [{}],
    getBell: listed(),
    streamBell: [{ query: { seconds: 0 } }],
    getFleetUsage: [{}, { query: ofTree }],
    streamDashboard: [{ query: { seconds: 0 } }],
    exportSims: sortedFiles.map((body) => ({ body })),
    getSearchParameters: [{}],
    getSim: params('icc', [...iccs, '8956030999999999999']),
    getSimAlarms: params('icc', iccs),
    getSimFacets: simFilters.map((filter) => ({ body: { filter, companies: true, tags: true, groups: true } })),
    mapSims: simFilters.flatMap((filter) => [3, 17].map((zoom) => ({ body: { filter, zoom } }))),
    getSimHistory: params('icc', iccs),
    getSimHours: iccs.map((icc) => ({ params: { icc, day: new Date().toISOString().slice(0, 10) } })),
    listTags: [{}],
    listGroups: [{}],
    listSimNotes: params('icc', iccs),
    getSimLock: params('id', iccs),
    listLockPolicies: [{}],
    listGeofences: [{}, { query: { company: 5 } }],
    getGeofence: params('geofenceId', geofences),
    getSimUsage: params('icc', iccs),
    getSimPositions: params('icc', iccs),
    globalSearch: params('text', ['camión 5', '8956', '0011']),
    searchPortal: [
      'andes',
      'ana',
      String(new Date().getUTCFullYear()),
      'IOT',
      ...operations.map(String),
      ...documents.map(String),
    ]
      .filter((text) => text.length > 1)
      .map((text) => ({ query: { text } })),
    listSavedViews: [{}],
    listSims: [
      ...simBodies,
      ...SIM_SORTS.map((sort) => ({ sort, descending: true })),
      { sort: 'icc', filter: { search: '8956' } },
    ].map((body) => ({ body })),
    searchSims: simBodies.map((body) => ({ body })),
    streamSim: iccs.map((icc) => ({ params: { icc }, query: { seconds: 0 } })),
    getSimActions: params('id', iccs),
    getApn: params('id', iccs),
    getChatSms: params('id', iccs),
    countSms: [{}, { query: { platform: 'portal' } }],
    exportSmsReport: files({ result: 'received' }),
    getSmsReport: listed({ platform: 'portal' }, { icc: iccs[1] }, { result: 'failed' }),
    listAssignees: [{}],
    downloadOperation: operations.flatMap((operationId) =>
      ['csv', 'xlsx'].map((format) => ({ params: { operationId }, query: { format } })),
    ),
    getOperation: params('operationId', [...operations, 999_999]),
    getOperationCauses: params('operationId', [...operations, 999_999]),
    getOperationCost: params('operationId', operations),
    getOperationGroups: params('operationId', operations),
    getPlanChangeCost: params('operationId', operations),
    listOperationItems: operations.map((operationId) => ({ params: { operationId }, query: { limit: 2 } })),
    countOperations: [
      {},
      { query: { single: 'true' } },
      { query: { failed: 'true' } },
      { query: { icc: iccs[1] } },
      { query: ofTree },
    ],
    listOperations: listed(
      ofTree,
      { state: 'running' },
      { state: 'finished' },
      { kind: 'sms' },
      { single: 'true' },
      { icc: iccs[1] },
      { mine: 'true' },
      { from: '2020-01-01', to: '2999-01-01' },
    ),
    exportOperations: files({ state: 'running' }, { state: 'finished' }, { failed: 'true' }, { icc: iccs[1] }, ofTree),
    streamOperations: [{ query: { seconds: 0 } }, ...operations.map((operationId) => ({ query: { seconds: 0, operationId } }))],
    getNetworkRules: [{}],
    listDrifts: listed({ networkId: networks[0] }, { kind: 'state' }),
    listNetworks: [{}],
    getAccounting: [{}],
    listComparisons: [{}],
    getSmppLink: params('networkId', [...networks, 'none']),
    getMail: params('mailId', mails),
    countMails: [{}, { query: { address: 'guardia' } }],
    exportMails: files({ state: 'kept' }),
    listMails: listed({ state: 'failed' }, { address: 'guardia' }),
    countNotices: [{}, { query: { company: 5 } }, { query: { by: 'action' } }],
    exportAlarms: files({ company: 5 }, { search: 'flota' }, ofTree),
    exportNotices: files({ kind: 'limit' }),
    getAlarmCompanies: [{}],
    getAlarmPlans: params('companyId', companies),
    getAlarms: [{}, ...listed({ company: 5 }, { search: 'flota' }, ofTree)],
    getNotices: listed({ kind: 'limit' }, { company: 5 }, { action: 'cut' }, { icc: iccs[1] }),
    listDrafts: listed({ company: 5 }, { kind: 'alarm' }),
    getDraft: params('draftId', [...drafts, 999_999]),
    getRules: listed({ company: 5 }, { search: 'regla 1' }, { trigger: 'device' }),
    getFirings: listed({ company: 5 }, { trigger: 'device' }, { operation: 'none' }, { icc: iccs[1] }),
    countAnomalies: [{}, { query: { company: 5 } }, { query: { device: 'Teltonika FMC130' } }],
    getAnomalies: listed({ company: 5 }, { kind: 'data' }, { device: 'Teltonika FMC130' }, { icc: iccs[1] }),
    exportAnomalies: files({ kind: 'silence' }),
    getAnomalySims: params('id', anomalies),
    getRuleCompany: params('companyId', companies),
    tryRule: companies.map((company) => ({ body: { company, trigger: { kind: 'sessions', count: 1 } } })),
    tryAlarm: companies.map((company) => ({ body: { company, plan: '', limit: 5 } })),
    watchNotices: [{ query: { seconds: 0 } }],
    getCategories: [{}],
    getCategoryChoices: [{}],
    getHardware: [{}],
    getBrands: [{}],
    getProducts: params('brand', [1]),
    getCart: [{}],
    countRequests: [{}, { query: { company: 5 } }, { query: ofTree }],
    exportRequests: files({ status: 'submitted' }),
    exportRequestSims: requests.flatMap((id) => files().map((file) => ({ params: { id }, ...file }))),
    getRequest: params('id', requests),
    getRequestSims: requests.map((id) => ({ params: { id }, query: { limit: 2 } })),
    getRequests: listed({ status: 'cancelled' }, { company: 5 }, ofTree, { order: 'waiting' }),
    getAssignChoices: params('id', requests),
    exportChargeLines: params('documentId', documents),
    exportCharges: files({ state: 'issued' }, { companyId: 5 }),
    getCharge: params('documentId', documents),
    getChargeDay: documents.map((documentId, index) => ({ params: { documentId, icc: iccs[index], day: '2026-11-01' } })),
    getChargeFacets: [
      {},
      { query: { state: 'paid' } },
      { query: { companyId: 5 } },
      { query: { companyId: 1, subsidiaries: 'true' } },
    ],
    getChargeLines: documents.map((documentId) => ({ params: { documentId }, query: { limit: 1 } })),
    getChargeSim: documents.map((documentId, index) => ({ params: { documentId, icc: iccs[index] } })),
    getCharges: listed(
      { state: 'issued' },
      { companyId: 5 },
      { companyId: 1, subsidiaries: 'true' },
      { period: String(new Date().getUTCFullYear()) },
    ),
    getInvoicePdf: params('documentId', documents),
    exportPlans: files({ company: 5 }),
    getOfferedPlans: [{}],
    getPlan: params('id', plans),
    getPlanAdvice: [{}, ...companies.map((company) => ({ query: { company } }))],
    getAdvisedSims: companies.map((company) => ({ query: { company, adviceId: advice[0], planCode: 'TEL50' } })),
    getPlanChoices: params('id', [2]),
    getPlanKinds: [{}],
    getPlanProviders: [{}],
    getPlanTypes: params('id', [1]),
    getPlans: [{}, { query: { sort: 'totalSims', descending: 'true' } }, { query: { company: 5 } }],
    getPools: [{}, { query: { limit: 1 } }, { query: { company: 5 } }],
    countHysTypes: [{}, { query: { search: 'patio' } }],
    countHys: [{ query: { search: 'patio' } }, { query: { search: 'fmc', productType: 'Rastreador' } }],
    exportHys: files({ search: 'patio 1' }),
    getHys: listed({ company: 5 }, { productType: 'Rastreador' }, { search: 'patio' }),
    getHysFilters: [{}],
    getHysTotals: [{}],
    countCompanies: [{}, { query: { search: 'a' } }],
    exportCompanies: files({ search: 'andes' }),
    getCompanies: listed({ parent: 1 }, { search: 'a' }),
    getCompany: params('id', [...companies, 99]),
    getCompanyChoices: [{}, { query: { search: 'pac' } }],
    getCompanyCountries: [{}],
    countUsers: [{}, { query: { company: 5 } }, { query: ofTree }],
    exportUsers: files({ sort: 'company' }),
    getUser: params('id', [...users, 999]),
    getUserCompanies: [{}],
    getUserNames: [{ body: { emails: ['ana@andes.test', 'flota@pacifico.test', 'nobody@andes.test'] } }],
    getUsers: listed({ sort: 'company' }, { company: 5 }, ofTree),
    getPermitList: [{}, { query: { company: 5 } }],
    countConversations: [{}],
    getConversation: params('conversationId', conversations),
    getOwnConversation: [{}],
    getSupportMark: [{}],
    listConversations: ['waiting', 'open', 'mine', 'closed'].flatMap((show) => listed({ show })),
    streamSupportMark: [{ query: { seconds: 0 } }],
    getWebhookMessage: params('messageId', messages),
    listWebhookMessages: endpoints.map((endpointId) => ({ params: { endpointId }, query: { limit: 2 } })),
    listWebhooks: [{}],
  }
}
