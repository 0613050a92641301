import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ZodObject } from 'zod'
import { auditList } from '#contract/audit/audit.calls.ts'
import { type Call, changesSomething, isOfWholePortal } from '#contract/call.ts'
import { CALL_NAMES, CONTRACT } from '#contract/contract.ts'
import { decodeList, decodeTsv } from '#contract/list-codec.ts'
import { NEXT_CURSOR_HEADER } from '#contract/sims/sims.calls.ts'
import { createDatabase, type Database } from '#server/db/database.ts'
import { LIST_FILE_TYPES } from '#server/files/list-file.ts'
import { openZip } from '#server/files/zip-entries.ts'
import { flushAccessLog } from '#server/records/access-log.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { COMPANIES, createFleet, type Fleet, type FleetUser } from './fleet.ts'
import { moveToFirstCell } from './move-to-first-cell.ts'
import { newcomer } from './newcomers.ts'
import { type Portal, startPortal } from './portal.ts'
import { contractCall, NOT_WALKED, type WalkArguments, walksOver } from './read-walks.ts'
import { insertRowsOfAllKinds } from './rows-of-all-kinds.ts'
import { setSimType } from './set-sim-type.ts'
import { type AskIn, workingIn } from './working-in.ts'

/** Two portals with the same rows: in one all companies share a cell, in the other Pacífico has one of its own. */
let together: Portal
let apart: Portal
let source: TestDatabase
/** calls by name, each with the ways in which it is asked */
let walks: Readonly<Record<string, readonly WalkArguments[]>>

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
  for (const person of READERS) for (const portal of [together, apart]) await portal.request(contractCall('getSession'), person)
})
afterAll(async () => {
  await together.close()
  await apart.close()
  await source.drop()
})

/** Around two towns, so that a place has SIMs of several companies; in fractions whose sums are exact. */
const locateSims = ({ pool }: TestDatabase) =>
  pool.query(`UPDATE sim_live SET located_at = updated_at, longitude = -70.5 + (right(iccid, 2)::int % 10) / 64.0,
    latitude = CASE WHEN right(iccid, 1)::int < 5 THEN -33.5 ELSE -12.0 END`)

/** The first SIM of a company is of a type that people write messages to. */
async function allowChat(db: Database, fleet: Fleet, companyId: number): Promise<void> {
  const iccids = fleet.sims.filter((sim) => sim.companyId === companyId).map(({ iccid }) => iccid)
  await setSimType(db, iccids.toSorted()[0] ?? '', { simTypeId: 6 })
}

const READERS: readonly FleetUser[] = ['admin', 'ana', 'flota']

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
  const sheet = await text(await zip.stream('xl/worksheets/sheet1.xml', 1 << 24))
  zip.close()
  await rm(path)
  return sheet
}

const asking =
  (portal: Portal, person: FleetUser): AskIn =>
  (call, args) =>
    portal.request(call, person, args)

/** All pages of a call, one after the other. */
async function answered(ask: AskIn, call: Call, args: WalkArguments): Promise<Answered> {
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

/** The ways of asking a call whose answers differ, with both. */
async function differences(person: FleetUser, name: string): Promise<string[]> {
  const found: string[] = []
  // who reads one cell asks in some ways only
  for (const args of (walks[name] ?? []).slice(0, person === 'admin' ? undefined : WAYS_OF_ONE_CELL)) {
    const [one, two] = await Promise.all(
      [together, apart].map((portal) => answered(asking(portal, person), contractCall(name), args)),
    )
    if (one?.statusCode === 200) answeredWell.add(name)
    if (JSON.stringify(one) === JSON.stringify(two)) continue
    found.push([`${name} ${JSON.stringify(args)}`, one, two].map((part) => JSON.stringify(part).slice(0, 1500)).join('\n'))
  }
  return found
}

const OF_AUDIT = ['listAudit', 'exportAudit', 'getAuditChoices']

// first, for what the operator reads is in it later, under numbers of its own
test('the audit log is the same whether companies share a cell or not', async () => {
  for (const person of READERS) for (const name of OF_AUDIT) expect(await differences(person, name)).toEqual([])
})

const WALKED = CONTRACT.filter((call) => !changesSomething(call))
  .map((call) => CALL_NAMES.get(call) ?? '')
  .filter((name) => !(name in NOT_WALKED) && !OF_AUDIT.includes(name))

// a test for each call: an administrator's walk over all of them is the longest of all tests
describe.each(READERS)('%s reads the same whether companies share a cell or not', (person) => {
  test.each(WALKED)('%s', async (name) => {
    expect(await differences(person, name)).toEqual([])
  })
})

test('each call answered with something', () => {
  expect(Object.keys(walks).filter((name) => !answeredWell.has(name))).toEqual([])
})

test('a file without an order has the same rows', async () => {
  for (const body of [
    { format: 'csv', columns: ['icc', 'companyId'] },
    { format: 'csv', columns: ['icc'], filter: { search: '895' } },
  ]) {
    const linesOf = async (portal: Portal) =>
      (await portal.request(contractCall('exportSims'), 'admin', { body })).body.split('\n').sort()
    const lines = await linesOf(together)
    expect(lines.length).toBeGreaterThan(100)
    expect(await linesOf(apart)).toEqual(lines)
  }
})

test('what the operator has read of a company is in its own log', async () => {
  const read = async (portal: Portal, person: FleetUser): Promise<unknown[]> => {
    await flushAccessLog(portal.services)
    const { rawPayload } = await portal.request(contractCall('listAudit'), person, {
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
    ...['getAssignChoices', 'getCompanySignOn', 'getConversation', 'listConversations', 'countConversations', 'getCompany'],
    // whose turn each is
    ...['getRequest', 'getRequests', 'exportRequests'],
    'getSimActions',
  ],
}

test('an administrator who works in a company reads what its own people read, from its cell', async () => {
  const person = await newcomer(apart, { companyId: COMPANIES.operator, isAdmin: true })
  const ask = await workingIn(apart, person, COMPANIES.pacifico)
  const otherwise = new Set<string>()
  for (const name of Object.keys(walks).filter((one) => !isOfWholePortal(contractCall(one)))) {
    for (const args of (walks[name] ?? []).slice(0, WAYS_OF_ONE_CELL)) {
      const narrowed = await answered(ask, contractCall(name), args)
      if (JSON.stringify(narrowed) !== JSON.stringify(await answered(asking(apart, 'flota'), contractCall(name), args)))
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
  const items = async () => (await apart.request(contractCall('getHys'), 'flota', { query: { limit: '1' } })).body
  const [, first = ''] = (await items()).split('\n')
  const changes: readonly [string, WalkArguments][] = [
    ['editCustom', { body: { icc: iccid, customField1: 'Patio del operador' } }],
    ['editHys', { body: { hysId: Number(first.split('\t')[0]), customField1: 'Anotado' } }],
    ['deactivateUser', { params: { id: flota } }],
    ['reactivateUser', { params: { id: flota } }],
    ['beginPortalView', { body: { userId: flota } }],
    ['endPortalView', {}],
  ]
  let headers = {}
  const ask = async (name: string, args: WalkArguments): Promise<string> => {
    const { statusCode, body, cookies } = await apart.request(contractCall(name), 'admin', args, { headers })
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
