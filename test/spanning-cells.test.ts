import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ZodObject } from 'zod'
import { auditList } from '#contract/audit/audit.calls.ts'
import { type Call, changesSomething, isOfWholePortal } from '#contract/call.ts'
import { CALL_NAMES, CONTRACT } from '#contract/contract.ts'
import { decodeList, decodeTsv } from '#contract/list-codec.ts'
import { NEXT_CURSOR_HEADER, SIM_SORTS } from '#contract/sims/sims.calls.ts'
import { createDatabase, type Database } from '#server/db/database.ts'
import { LIST_FILE_TYPES } from '#server/files/list-file.ts'
import { openZip } from '#server/files/zip-entries.ts'
import { flushAccessLog } from '#server/records/access-log.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { COMPANIES, createFleet, type Fleet, type FleetUser } from './fleet.ts'
import { moveToFirstCell } from './move-to-first-cell.ts'
import { newcomer } from './newcomers.ts'
import { type Portal, startPortal } from './portal.ts'
import { insertRowsOfAllKinds } from './rows-of-all-kinds.ts'
import { setSimType } from './set-sim-type.ts'
import { type AskIn, workingIn } from './working-in.ts'

interface Arguments {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>>
}

/** Two portals with the same rows: in one all companies share a cell, in the other Pacífico has one of its own. */
let together: Portal
let apart: Portal
let source: TestDatabase
/** calls by name, each with the ways in which it is asked */
let walks: Readonly<Record<string, readonly Arguments[]>>

beforeAll(async () => {
  const now = new Date()
  source = await createTestDatabase()
  const fleet = await createFleet(createDatabase(source.pool), now)
  // its rules and networks are there before the rows are
  const first = await startPortal({ prepared: { database: { ...source, drop: async () => undefined }, fleet, now } })
  await insertRowsOfAllKinds(source.pool, now)
  for (const companyId of [COMPANIES.andes, COMPANIES.pacifico]) await allowChat(createDatabase(source.pool), fleet, companyId)
  await locateSims(source)
  walks = await walksOver(source)
  await first.close()
  await source.pool.end()
  const open = async (database: TestDatabase) => startPortal({ prepared: { database, fleet, now } })
  together = await open(await createTestDatabase(source))
  const split = await createTestDatabase(source)
  await moveToFirstCell(split.pool, COMPANIES.pacifico)
  apart = await open(split)
  // each log-in is in the audit log: before anything is compared
  for (const person of READERS) for (const portal of [together, apart]) await portal.request(callNamed('getSession'), person)
})
afterAll(async () => {
  await together.close()
  await apart.close()
  await source.drop()
})

/** The first SIM of a company is of a type that people write messages to. */
/** Around two towns, so that a place has SIMs of several companies; in fractions whose sums are exact. */
const locateSims = ({ pool }: TestDatabase) =>
  pool.query(`UPDATE sim_live SET located_at = updated_at, longitude = -70.5 + (right(iccid, 2)::int % 10) / 64.0,
    latitude = CASE WHEN right(iccid, 1)::int < 5 THEN -33.5 ELSE -12.0 END`)

async function allowChat(db: Database, fleet: Fleet, companyId: number): Promise<void> {
  const iccids = fleet.sims.filter((sim) => sim.companyId === companyId).map(({ iccid }) => iccid)
  await setSimType(db, iccids.toSorted()[0] ?? '', { simTypeId: 6 })
}

const READERS: readonly FleetUser[] = ['admin', 'ana', 'flota']

const callNamed = (name: string): Call => {
  const call = CONTRACT.find((one) => CALL_NAMES.get(one) === name)
  if (!call) throw new Error(`there is no call ${name}`)
  return call
}

/** Why a call that only reads is not walked. */
const NOT_WALKED: Readonly<Record<string, string>> = {
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

/** Things of two companies, one of each cell, as an address names them. */
async function walksOver({ pool }: TestDatabase): Promise<Record<string, Arguments[]>> {
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
    streamOperations: [{ query: { seconds: 0 } }, ...operations.map((operationId) => ({ query: { seconds: 0, operationId } }))],
    getNetworkRules: [{}],
    listDrifts: listed({ networkId: networks[0] }, { kind: 'state' }),
    listNetworks: [{}],
    getAccounting: [{}],
    listComparisons: [{}],
    getSmppLink: params('networkId', [...networks, 'none']),
    getMail: params('mailId', mails),
    countMails: [{}, { query: { address: 'guardia' } }],
    listMails: listed({ state: 'failed' }, { address: 'guardia' }),
    countNotices: [{}, { query: { company: 5 } }],
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

test('every call of the contract that reads is walked, or it is said why not', () => {
  const reading = CONTRACT.filter((call) => !changesSomething(call)).map((call) => CALL_NAMES.get(call) ?? '')
  expect([...Object.keys(walks), ...Object.keys(NOT_WALKED)].sort()).toEqual(reading.sort())
})

/** Marks of rows' versions differ between databases; ids of requests between requests. */
const normalised = (body: string): string =>
  body.replace(/"version":"[^"]*"/g, '"version":""').replace(/req-[0-9a-f]{8}-[0-9a-f]{4}/g, 'req')

const takesCursor = ({ query, body }: Call): boolean =>
  [query, body].some((schema) => schema && 'cursor' in (schema as ZodObject).shape)

/** Calls that answered some way of asking well: the others would be equal without saying anything. */
const answeredWell = new Set<string>()

interface Answered {
  readonly statusCode: number
  readonly type: unknown
  readonly bodies: readonly string[]
}

/** The rows of a sheet: the rest of the file has the time at which it was made. */
async function sheetOf(file: Buffer): Promise<string> {
  const path = join(tmpdir(), `enlace-${randomUUID()}.xlsx`)
  await writeFile(path, file)
  const zip = await openZip(path)
  const sheet = await zip.text('xl/worksheets/sheet1.xml', 1 << 24)
  zip.close()
  await rm(path)
  return sheet
}

const asking =
  (portal: Portal, person: FleetUser): AskIn =>
  (call, args) =>
    portal.request(call, person, args)

/** All pages of a call, one after the other. */
async function answered(ask: AskIn, call: Call, args: Arguments): Promise<Answered> {
  const bodies: string[] = []
  let cursor: string | undefined
  for (let page = 0; page < 200; page++) {
    const place = call.body ? 'body' : 'query'
    const asked = cursor === undefined ? args : { ...args, [place]: { ...args[place], cursor } }
    const query = asked.query && Object.fromEntries(Object.entries(asked.query).map(([name, value]) => [name, String(value)]))
    const response = await ask(call, { ...asked, ...(query && { query }) })
    const { statusCode, rawPayload } = response
    const isSheet = response.headers['content-type'] === LIST_FILE_TYPES.xlsx
    bodies.push(normalised(isSheet ? await sheetOf(rawPayload) : rawPayload.toString(call.file ? 'latin1' : 'utf8')))
    cursor = response.headers[NEXT_CURSOR_HEADER] as string | undefined
    if (cursor === undefined || statusCode !== 200 || !takesCursor(call))
      return { statusCode, type: response.headers['content-type'], bodies }
    bodies.push(cursor)
  }
  throw new Error(`${call.path} has no last page`)
}

const WAYS_OF_ONE_CELL = 3

/** Calls whose answers differ, with both. */
async function differences(person: FleetUser, names: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const name of names) {
    // who reads one cell is asked in some ways only
    for (const args of (walks[name] ?? []).slice(0, person === 'admin' ? undefined : WAYS_OF_ONE_CELL)) {
      const [one, two] = await Promise.all(
        [together, apart].map((portal) => answered(asking(portal, person), callNamed(name), args)),
      )
      if (one?.statusCode === 200) answeredWell.add(name)
      if (JSON.stringify(one) === JSON.stringify(two)) continue
      found.push([`${name} ${JSON.stringify(args)}`, one, two].map((part) => JSON.stringify(part).slice(0, 1500)).join('\n'))
    }
  }
  return found
}

const OF_AUDIT = ['listAudit', 'exportAudit', 'getAuditChoices']

// first, for what the operator reads is in it later, under numbers of its own
test('the audit log is the same whether companies share a cell or not', async () => {
  for (const person of READERS) expect(await differences(person, OF_AUDIT)).toEqual([])
})

for (const person of READERS) {
  test(`${person} reads the same whether companies share a cell or not`, async () => {
    const names = Object.keys(walks).filter((name) => !OF_AUDIT.includes(name))
    expect(await differences(person, names)).toEqual([])
  })
}

test('each call answered with something', () => {
  expect(Object.keys(walks).filter((name) => !answeredWell.has(name))).toEqual([])
})

test('a file without an order has the same rows', async () => {
  for (const body of [
    { format: 'csv', columns: ['icc', 'companyId'] },
    { format: 'csv', columns: ['icc'], filter: { search: '895' } },
  ]) {
    const linesOf = async (portal: Portal) =>
      (await portal.request(callNamed('exportSims'), 'admin', { body })).body.split('\n').sort()
    const lines = await linesOf(together)
    expect(lines.length).toBeGreaterThan(100)
    expect(await linesOf(apart)).toEqual(lines)
  }
})

test('what the operator has read of a company is in its own log', async () => {
  const read = async (portal: Portal, person: FleetUser): Promise<unknown[]> => {
    await flushAccessLog(portal.services)
    const { rawPayload } = await portal.request(callNamed('listAudit'), person, {
      query: { action: 'data.read', limit: '100' },
    })
    const rows = decodeList(auditList, decodeTsv(rawPayload.toString()))
    return rows.map(({ at, companyName, actor, entity, entityId }) => [at, companyName, actor, entity, entityId].join()).sort()
  }
  for (const person of READERS) {
    const entries = await read(together, person)
    expect(entries.length).toBeGreaterThan(2)
    expect(await read(apart, person)).toEqual(entries)
  }
})

/** What an administrator who works in a company does not read as its people do: what is the person's own, and what only administrators do. */
const OTHERWISE: Readonly<Record<'own' | 'administering', readonly string[]>> = {
  own: [
    ...['getSession', 'findWorkingCompanies', 'getProfile', 'listLoginSessions', 'listSavedViews', 'getOwnConversation'],
    // where the reader's last request was sent
    'getCart',
    // which alarms, answers and steps are news depends on who reads
    ...['getBell', 'streamBell', 'getSupportMark', 'streamSupportMark', 'getDashboard', 'streamDashboard'],
  ],
  administering: [
    ...[
      'getAssignChoices',
      'getCompanySignOn',
      'getConversation',
      'listConversations',
      'countConversations',
      'getRequest',
      'getCompany',
    ],
    'getSimActions',
  ],
}

test('an administrator who works in a company reads what its own people read, from its cell', async () => {
  const person = await newcomer(apart, { companyId: COMPANIES.operator, isAdmin: true })
  const ask = await workingIn(apart, person, COMPANIES.pacifico)
  const otherwise = new Set<string>()
  for (const name of Object.keys(walks).filter((one) => !isOfWholePortal(callNamed(one)))) {
    for (const args of (walks[name] ?? []).slice(0, WAYS_OF_ONE_CELL)) {
      const narrowed = await answered(ask, callNamed(name), args)
      if (JSON.stringify(narrowed) !== JSON.stringify(await answered(asking(apart, 'flota'), callNamed(name), args)))
        otherwise.add(name)
      if (narrowed.statusCode === 200 && name !== 'findWorkingCompanies')
        expect(`${name} ${JSON.stringify(narrowed)}`).not.toMatch(/Andes Sur|89560303|89560304/)
    }
  }
  const known = Object.values(OTHERWISE).flat()
  expect([...otherwise].filter((name) => !known.includes(name))).toEqual([])
})

test('the operator changes things of another cell by what a body or an address names', async () => {
  const { iccid = '' } = apart.fleet.sims.find(({ companyId }) => companyId === COMPANIES.pacifico) ?? {}
  const flota = apart.fleet.people.flota.userId
  const items = async () => (await apart.request(callNamed('getHys'), 'flota', { query: { limit: '1' } })).body
  const [, first = ''] = (await items()).split('\n')
  const changes: readonly [string, Arguments][] = [
    ['editCustom', { body: { icc: iccid, customField1: 'Patio del operador' } }],
    ['editHys', { body: { hysId: Number(first.split('\t')[0]), customField1: 'Anotado' } }],
    ['deactivateUser', { params: { id: flota } }],
    ['reactivateUser', { params: { id: flota } }],
    ['beginPortalView', { body: { userId: flota } }],
    ['endPortalView', {}],
  ]
  let headers = {}
  const ask = async (name: string, args: Arguments): Promise<string> => {
    const { statusCode, body, cookies } = await apart.request(callNamed(name), 'admin', args, { headers })
    expect(statusCode, `${name}: ${body}`).toBe(200)
    // a portal view is a session of its own; nothing else that is set names one
    if (name.endsWith('PortalView')) headers = { cookie: cookies.map((cookie) => `${cookie.name}=${cookie.value}`).join('; ') }
    return body
  }
  for (const [name, args] of changes) await ask(name, args)
  const audited = (company: number) => ask('listAudit', { query: { company: String(company), limit: '100' } })
  expect(await audited(COMPANIES.pacifico)).toMatch(/user\.reactivated[\s\S]*user\.deactivated/)
  expect(await audited(COMPANIES.operator)).toContain('portal_view.began')
})
