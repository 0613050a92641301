import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { callPath } from '#contract/call.ts'
import { logIn } from '#contract/identity/identity.calls.ts'
import {
  applyInventory,
  checkInventory,
  discardInventory,
  getInventoryBadLines,
  getInventoryImport,
  type ImportData,
  uploadInventory,
} from '#contract/inventory/inventory.calls.ts'
import { SIM_COLUMN_WORDS, STATUS_WORDS } from '#contract/sims/sim-words.ts'
import { luhnDigit } from '#domain/identifiers.ts'
import { fieldOfHeader } from '#domain/inventory-columns.ts'
import { parseAdministrativeStatus } from '#domain/inventory-values.ts'
import { ADMINISTRATIVE_STATUS, type AdministrativeStatusName } from '#domain/sim-status.ts'
import { auditRows } from '#test/audit-rows.ts'
import { PASSWORD } from '#test/fleet.ts'
import { API_KEY, startBeside, startPortal } from '#test/portal.ts'
import { lockImport } from './import-lock.ts'

const portal = await startPortal()
afterAll(() => portal.close())

const iccid = (n: number): string => {
  const digits = `8951060${String(n).padStart(12, '0')}`
  return digits + luhnDigit(digits)
}
const fileOf = (from: number, count: number, extra: string[] = []): string =>
  [
    'Mi ICC;Empresa;Plan;APN;Etiqueta',
    ...Array.from({ length: count }, (_, n) => `${iccid(from + n)};Andes Norte;IOT250;1;Camión ${n}`),
    ...extra,
  ].join('\n')

async function upload(content: string, fileName = 'inventario.csv'): Promise<ImportData> {
  const response = await portal.request(uploadInventory, 'admin', { query: { fileName }, body: content })
  expect(response.statusCode, response.body).toBe(200)
  return response.json().data
}

async function waitFor({ importId }: ImportData): Promise<ImportData> {
  for (;;) {
    const data = await portal.data(getInventoryImport, 'admin', { params: { importId } })
    if (data.state !== 'checking' && data.state !== 'applying') return data
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

const check = async ({ importId }: ImportData, mapping: ImportData['columns'][number]['field'][]) =>
  waitFor(await portal.data(checkInventory, 'admin', { params: { importId }, body: { mapping } }))

async function logInBeside(app: FastifyInstance): Promise<string> {
  const payload = { email: portal.fleet.people.admin.email, password: PASSWORD }
  const response = await app.inject({ method: 'POST', url: `/api${logIn.path}`, headers: API_KEY, payload })
  return `${response.cookies[0]?.name}=${response.cookies[0]?.value}`
}

async function partsOf({ importId }: ImportData): Promise<number> {
  return (await portal.db.selectFrom('import_parts').select('part').where('import_id', '=', importId).execute()).length
}

const MAPPING = ['iccid', 'company', 'plan', 'apn', 'customField1'] as const

test('a file is handed in, its mapping corrected, checked, and imported whole', async () => {
  const uploaded = await upload(fileOf(1, 3))
  expect(uploaded).toMatchObject({ state: 'uploaded', format: { kind: 'csv', encoding: 'utf-8', separator: ';' } })
  expect(uploaded.columns.map(({ header, field }) => [header, field])).toEqual([
    ['Mi ICC', null],
    ['Empresa', 'company'],
    ['Plan', 'plan'],
    ['APN', 'apn'],
    ['Etiqueta', 'customField1'],
  ])
  expect(uploaded.columns[4]?.samples).toEqual(['Camión 0', 'Camión 1', 'Camión 2'])
  const params = { importId: uploaded.importId }
  const unmapped = await portal.envelope(checkInventory, 'admin', {
    params,
    body: { mapping: uploaded.columns.map(({ field }) => field) },
  })
  expect(unmapped).toMatchObject({
    status: false,
    code: 'invalid_request',
    fields: { mapping: 'Indique la columna del ICC' },
  })
  const checked = await check(uploaded, [...MAPPING])
  expect(checked).toMatchObject({ state: 'checked', counts: { lines: 3, created: 3, bad: 0 }, badLines: [] })
  const applied = await waitFor(await portal.data(applyInventory, 'admin', { params, body: { mode: 'all' } }))
  expect(applied).toMatchObject({ state: 'applied', counts: { created: 3 }, progress: { phase: 'done' } })
  const audit = await auditRows(portal, { entity: 'import' })
  const who = { actor: 'admin@enlace.test', user_id: portal.fleet.people.admin.userId }
  expect(audit).toMatchObject(['import.uploaded', 'import.checked', 'inventory.imported'].map((action) => ({ ...who, action })))
  expect(await portal.envelope(applyInventory, 'admin', { params, body: { mode: 'all' } })).toMatchObject({ code: 'conflict' })
})

test('bad lines are shown, downloaded in the language of the reader, and left out when asked for', async () => {
  const uploaded = await upload(
    fileOf(100, 2, [`${iccid(1).slice(0, -1)}x;Andes Norte;IOT250;1;"=1+1"`, `${iccid(102)};Nadie;IOT250;1;`]),
  )
  const params = { importId: uploaded.importId }
  const checked = await check(uploaded, [...MAPPING])
  expect(checked.counts).toMatchObject({ lines: 4, created: 2, bad: 2 })
  expect(checked.badLines.map(({ line, field, reason, sentence }) => [line, field, reason, sentence])).toEqual([
    [4, 'iccid', 'not_digits', 'tiene caracteres que no son dígitos'],
    [5, 'company', 'unknown', 'no existe'],
  ])
  expect(await portal.envelope(applyInventory, 'admin', { params, body: { mode: 'all' } })).toMatchObject({ code: 'conflict' })
  const spanish = await portal.request(getInventoryBadLines, 'admin', { params })
  expect(spanish.headers['content-disposition']).toBe('attachment; filename="inventario-lineas-malas.csv"')
  expect(spanish.body).toContain('Línea;Campo;Valor;Motivo;Código\r\n4;ICC;')
  const english = await portal.request(getInventoryBadLines, 'admin', { params }, { headers: { 'accept-language': 'en' } })
  expect(english.body).toContain('5,Company,Nadie,doesn’t exist,unknown')
  const applied = await waitFor(await portal.data(applyInventory, 'admin', { params, body: { mode: 'skipBad' } }))
  expect(applied).toMatchObject({ state: 'applied', counts: { created: 2, bad: 2 } })
  expect((await portal.request(getInventoryBadLines, 'admin', { params })).body).toContain('Nadie')
})

test('a file that is no table is refused with a sentence at the field', async () => {
  for (const [content, sentence] of [
    ['\u0000\u0001', 'No es un archivo CSV, TSV ni XLSX'],
    ['ICC;Plan\n1;"abierto', 'Hay una comilla sin cerrar (línea 2)'],
  ]) {
    const response = await portal.request(uploadInventory, 'admin', { query: { fileName: 'x' }, body: content })
    expect([response.statusCode, response.json().fields.file]).toEqual([400, sentence])
  }
})

test('a file that is too large is refused before it is read', async () => {
  const response = await portal.request(
    uploadInventory,
    'admin',
    { query: { fileName: 'x' }, body: 'x' },
    { headers: { 'content-length': String(600 * 1024 ** 2) } },
  )
  expect([response.statusCode, response.json().code]).toEqual([400, 'body_too_large'])
})

test('a file that one process received is checked and imported by another, which has a disk of its own', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'enlace-beside-'))
  const config = { ...portal.services.config, DATA_DIR: dataDir }
  const beside = await startBeside({ ...portal, services: { ...portal.services, config } })
  // more than two parts
  const uploaded = await upload(
    fileOf(
      40_000,
      1,
      Array.from({ length: 25_000 }, (_, n) => `${n};${'x'.repeat(100)};;;`),
    ),
  )
  const cookie = await logInBeside(beside)
  const post = (path: string, body: object) =>
    beside.inject({ method: 'POST', url: `/api${path}`, headers: { ...API_KEY, cookie }, payload: body })
  const params = { importId: uploaded.importId }
  await post(callPath(checkInventory, params), { mapping: MAPPING })
  const checked = await waitFor(uploaded)
  expect(checked).toMatchObject({ state: 'checked', counts: { lines: 25_001, bad: 25_000 } })
  await post(callPath(applyInventory, params), { mode: 'skipBad' })
  expect(await waitFor(uploaded)).toMatchObject({ state: 'applied', counts: { created: 1 } })
  const left = async () => [await readdir(join(dataDir, 'imports')), await partsOf(uploaded)]
  await expect.poll(left).toEqual([[], 0])
  await beside.close()
  await rm(dataDir, { recursive: true })
})

test('an import whose process died is shown as interrupted', async () => {
  const uploaded = await upload(fileOf(41_000, 1))
  const silentFor = (ms: number) => update.set({ updated_at: new Date(portal.clock.now.getTime() - ms) }).execute()
  const update = portal.db.updateTable('imports').where('import_id', '=', uploaded.importId)
  await update.set({ state: 'checking' }).execute()
  // its thread may be starting on a busy machine
  await silentFor(30_000)
  const read = () => portal.data(getInventoryImport, 'admin', { params: { importId: uploaded.importId } })
  expect((await read()).state).toBe('checking')
  await silentFor(61_000)
  expect((await read()).state).toBe('failed')
})

test('a discarded import is gone, with its file and its tables', async () => {
  const uploaded = await upload(fileOf(200, 2))
  const params = { importId: uploaded.importId }
  await check(uploaded, [...MAPPING])
  expect(await partsOf(uploaded)).toBe(1)
  await portal.data(discardInventory, 'admin', { params })
  expect(await partsOf(uploaded)).toBe(0)
  expect(await portal.envelope(getInventoryImport, 'admin', { params })).toMatchObject({ code: 'not_found' })
  expect(await portal.envelope(discardInventory, 'admin', { params })).toMatchObject({ code: 'not_found' })
})

test('an import whose check has just ended is discarded once the check lets go of it', async () => {
  const uploaded = await upload(fileOf(250, 2))
  await check(uploaded, [...MAPPING])
  const lock = await lockImport(portal.services, uploaded.importId)
  setTimeout(() => void lock?.end(), 200)
  await portal.data(discardInventory, 'admin', { params: { importId: uploaded.importId } })
  expect(lock).toBeDefined()
  expect(await partsOf(uploaded)).toBe(0)
})

test('an import whose SIMs are going to be written is not discarded, also before its thread has begun', async () => {
  const uploaded = await upload(fileOf(260, 2))
  const params = { importId: uploaded.importId }
  await check(uploaded, [...MAPPING])
  const setState = (state: 'applying' | 'checked') =>
    portal.db.updateTable('imports').set({ state }).where('import_id', '=', uploaded.importId).execute()
  await setState('applying')
  expect(await portal.envelope(discardInventory, 'admin', { params })).toMatchObject({ code: 'conflict' })
  await setState('checked')
  const applied = await waitFor(await portal.data(applyInventory, 'admin', { params, body: { mode: 'all' } }))
  expect(applied).toMatchObject({ state: 'applied', counts: { created: 2 } })
  // of what was applied the tables go
  await portal.data(discardInventory, 'admin', { params })
  expect(await partsOf(uploaded)).toBe(0)
})

test('an import can be checked again with another mapping', async () => {
  const uploaded = await upload(fileOf(300, 2))
  expect(await check(uploaded, ['iccid', 'plan', 'company', 'apn', null])).toMatchObject({ counts: { bad: 2 } })
  expect(await check(uploaded, [...MAPPING])).toMatchObject({ counts: { created: 2, bad: 0 } })
})

test('what the list exports is what the import reads, in both languages', () => {
  for (const language of ['es', 'en'] as const) {
    const words = SIM_COLUMN_WORDS[language]
    expect(fieldOfHeader(words.icc)).toBe('iccid')
    expect(
      [words.msisdn, words.imei, words.planCode, words.companyId, words.apnId, words.providerId, words.simTypeId].map(
        fieldOfHeader,
      ),
    ).toEqual(['msisdn', 'imei', 'plan', 'company', 'apn', 'origin', 'simType'])
    expect(
      [words.activationDate, words.device, words.simAdministrativeStatusId, words.customField1, words.customField2].map(
        fieldOfHeader,
      ),
    ).toEqual(['activatedAt', 'device', 'administrativeStatus', 'customField1', 'customField2'])
    for (const [name, word] of Object.entries(STATUS_WORDS[language])) {
      expect([word, parseAdministrativeStatus(word)]).toEqual([word, ADMINISTRATIVE_STATUS[name as AdministrativeStatusName]])
    }
  }
})
