import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { CONTRACT } from '#contract/contract.ts'
import { massCustom, uploadOperationFile } from '#contract/operations/mass-actions.calls.ts'
import { localDay } from '#domain/billing-cycle.ts'
import { openZip } from '#server/files/zip-entries.ts'
import { COMPANIES } from './fleet.ts'
import { type Portal, startPortal } from './portal.ts'
import { setSims } from './set-sims.ts'
import { createRequest, createStoreFixtures } from './store-fixtures.ts'
import { writeDocument } from './write-document.ts'

/** What a spreadsheet would run, or take the beginning of for something else. */
const HOSTILE = ['=HYPERLINK("http://x.test","y")', '+1+cmd|calc', '-1+cmd|calc', '@SUM(1+1)', '\t=1+1', '\r=1+1'] as const
const [formula, plus, minus, at, tab, line] = HOSTILE

let portal: Portal
let folder = ''
let operationId = 0
let documentId = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'enlace-exports-'))
  portal = await startPortal()
  const { db, clock, fleet } = portal
  const andes = COMPANIES.andes
  await sql`UPDATE companies SET business_name = ${formula}`.execute(db)
  await sql`UPDATE plans SET name = ${plus}`.execute(db)
  await setSims(db, sql`s.company_id = ${andes}`, { custom_field_1: at, custom_field_2: tab, device: line })
  await createStoreFixtures(db, clock.now)
  await createRequest(db, clock.now, { requestId: 4701, state: 'submitted' })
  await sql`UPDATE requests SET requester = ${minus}`.execute(db)
  const [iccid = ''] = fleet.sims.filter(({ companyId }) => companyId === andes).map((sim) => sim.iccid)
  await sql`
    INSERT INTO sms_messages (company_id, iccid, direction, text, segments, state, actor, platform, reference, at, settled_at)
    VALUES (${andes}, ${iccid}, 'out', ${formula}, 1, 'delivered', ${plus}, 'portal', 'r-1', ${clock.now}, ${clock.now})`.execute(
    db,
  )
  await sql`
    INSERT INTO hardware_items (company_id, kind, product_type, product, custom_field_1, acquired_at, updated_at)
    VALUES (${andes}, 'device', ${formula}, ${minus}, ${at}, ${clock.now}, ${clock.now})`.execute(db)
  await sql`
    INSERT INTO alarms (company_id, alarm_id, name, limit_mb, emails, language, is_active, cuts_data, created_at, updated_at)
    VALUES (${andes}, 1, ${at}, 100, '{ops@andes.test}', 'es', true, false, ${clock.now}, ${clock.now})`.execute(db)
  await sql`
    INSERT INTO alarm_notices (company_id, alarm_id, iccid, cycle_start, kind, limit_mb, used_bytes, at, action, action_since, changed_at)
    VALUES (${andes}, 1, ${iccid}, '2026-11-01', 'limit', 100, 0, ${clock.now}, 'none', ${clock.now}, ${clock.now})`.execute(db)
  const credit = { iccid, kind: 'price', plan_code: 'IOT250', quantity: 1, unit_minor: -1190, used: 0, included: 0 } as const
  documentId = await writeDocument(db, {
    companyId: andes,
    cycle: ['2026-09-01', '2026-10-01'],
    currency: 'CLP',
    lines: [credit],
  })
  const upload = `ICC;Nota\n${iccid};${formula.replaceAll('"', "'")}\n`
  const { fileId } = (await portal.request(uploadOperationFile, 'ana', { query: { fileName: 'a.csv' }, body: upload })).json()
    .data
  operationId = (await portal.data(massCustom, 'ana', { body: { fileId, customField1: minus, reason: formula } })).operationId
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const CSV = 'text/csv'
type Arguments = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }

/** What an export needs to be asked for, beside its form. */
const ARGUMENTS: Record<string, () => Arguments> = {
  'GET /operations/{operationId}/results': () => ({ params: { operationId: String(operationId) } }),
  'GET /charges/{documentId}/csv': () => ({ params: { documentId: String(documentId) } }),
  'GET /requests/{id}/sims/export': () => ({ params: { id: '4701' } }),
}
/** Made of the lines of an import, by a process beside: its test has them. */
const ELSEWHERE = new Set(['GET /inventory/imports/{importId}/bad-lines'])

/** The list of each export, as the name of its file begins. */
const NAMES: Readonly<Record<string, readonly [es: string, en: string]>> = {
  '/alarm/alarms/export': ['alarmas', 'alarms'],
  '/alarm/notificatedAlarms/export': ['sims-notificadas', 'notified-sims'],
  '/anomaly/anomalies/export': ['fuera-de-lo-comun', 'out-of-the-ordinary'],
  '/audit/export': ['auditoria', 'audit'],
  '/charges/export': ['cobros', 'charges'],
  '/companies/export': ['empresas', 'companies'],
  '/mails/export': ['correos', 'emails'],
  '/hys/export': ['hardware', 'hardware'],
  '/operations/export': ['operaciones', 'operations'],
  '/plans/export': ['planes', 'plans'],
  '/requests/export': ['solicitudes', 'requests'],
  '/requests/{id}/sims/export': ['solicitud-4701-sims', 'request-4701-sims'],
  '/sim/export': ['sims', 'sims'],
  '/sms/report/export': ['sms', 'sms'],
  '/users/export': ['usuarios', 'users'],
}

const keyOf = ({ method, path }: Call): string => `${method} ${path}`
const exportsIn = (type: string) =>
  CONTRACT.filter((call) => call.file?.includes(type) && !ELSEWHERE.has(keyOf(call))).map(
    (call) => [keyOf(call), call] as const,
  )

function ask(call: Call, format: string, language = 'es') {
  const args = ARGUMENTS[keyOf(call)]?.() ?? {}
  const options = { headers: { 'accept-language': language } }
  if (call.method === 'POST') {
    const columns = ['icc', 'customField1', 'customField2', 'device', 'companyId', 'planCode', 'consumptionMonthlyData']
    return portal.request(call, 'ana', { ...args, body: { format, columns } }, options)
  }
  const takesForm = call.query !== undefined && 'format' in call.query.shape
  return portal.request(
    call,
    call.access === 'admin' ? 'admin' : 'ana',
    { ...args, ...(takesForm && { query: { format } }) },
    options,
  )
}

const dated = CONTRACT.filter(({ path }) => path.endsWith('/export')).map((call) => [call.path, call] as const)

test.each(dated)('the file of %s has a name in the language of the reader, and the day', async (path, call) => {
  const fileNames = ['es', 'en'].map(async (language) => (await ask(call, 'csv', language)).headers['content-disposition'])
  // of the companies of both readers
  const day = localDay(portal.clock.now, 'America/Santiago')
  expect(await Promise.all(fileNames)).toEqual(NAMES[path]?.map((name) => `attachment; filename="${name}-${day}.csv"`))
})

test.each(exportsIn(CSV))('%s as CSV: no cell begins as a formula, and numbers below zero stay numbers', async (_, call) => {
  const response = await ask(call, 'csv')
  expect(response.statusCode, response.body.slice(0, 300)).toBe(200)
  const rows: string[][] = parse(response.body, { bom: true, delimiter: [';', ','], relax_column_count: true })
  const cells = rows.flat()
  expect(cells.length).toBeGreaterThan(0)
  for (const cell of cells) expect(cell).not.toMatch(/^(?!-\d+([.,]\d+)?$)[=+\-@\t\r]/)
  if (call.path === '/charges/export') expect(cells).toContain('-1190')
})

test('what is hostile really was in them', async () => {
  const sims = CONTRACT.find((call) => keyOf(call) === 'POST /sim/export')
  if (!sims) throw new Error('no export of SIMs')
  const { body } = await ask(sims, 'csv')
  for (const value of [at, tab, line, plus]) expect(body).toContain(`'${value}`)
  expect(body).toContain(`'${formula.replaceAll('"', '""')}`)
})

test.each(exportsIn(XLSX))('%s as XLSX: no formulas, texts are texts', async (_, call) => {
  const response = await ask(call, 'xlsx')
  expect(response.statusCode, response.body.slice(0, 300)).toBe(200)
  const path = join(folder, `${call.path.replaceAll(/\W/g, '-')}.xlsx`)
  await writeFile(path, response.rawPayload)
  const zip = await openZip(path)
  const sheet = await text(await zip.stream('xl/worksheets/sheet1.xml', 1 << 24))
  zip.close()
  expect(sheet).not.toMatch(/<f[ >]/)
  // a cell is empty, a number, or text in place
  expect(sheet.replaceAll(/<c\/>|<c( s="\d")?><v>[^<]*<\/v><\/c>|<c s="\d" t="inlineStr">/g, '')).not.toMatch(/<c[ >]/)
})
