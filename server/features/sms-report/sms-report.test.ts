import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { decodeList, decodeTsv } from '#contract/list-codec.ts'
import { exportSmsReport, getSmsReport, smsReportList } from '#contract/sms-report/sms-report.calls.ts'
import { openTable } from '#server/files/table-reader.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { readPage } from '#test/read-list.ts'

let andesIcc: string
let norteIcc: string
let pacificoIcc: string
const at = (minutes: number): Date => new Date(Date.UTC(2026, 10, 20, 12, minutes))

const simOf = (companyId: number): string => portal.fleet.sims.find((sim) => sim.companyId === companyId)?.iccid ?? ''

const portal = await startPortal()
;[andesIcc, norteIcc, pacificoIcc] = [simOf(COMPANIES.andes), simOf(COMPANIES.andesNorte), simOf(COMPANIES.pacifico)] as [
  string,
  string,
  string,
]
const message = (n: number, companyId: number, iccid: string, more: object = {}) => ({
  company_id: companyId,
  iccid,
  direction: 'out',
  text: `Mensaje ${n}`,
  segments: 1,
  state: 'delivered',
  platform: 'portal',
  user_id: portal.fleet.people.ana.userId,
  actor: 'ana@andes.test',
  reference: `r-${n}`,
  at: at(n),
  settled_at: at(n + 1),
  ...more,
})
await portal.db
  .insertInto('sms_messages')
  .values([
    // five at the same moment: a page may end between them
    ...[1, 2, 3, 4, 5].map((n) => message(n, COMPANIES.andes, andesIcc, { at: at(0) })),
    message(6, COMPANIES.andes, andesIcc, { state: 'failed', cause: 'absent_subscriber', text: 'Año; "ñandú"\t=1+1' }),
    message(7, COMPANIES.andesNorte, norteIcc, {
      user_id: null,
      actor: 'regla',
      platform: 'rule',
      state: 'sent',
      settled_at: null,
    }),
    message(8, COMPANIES.andesNorte, norteIcc, {
      direction: 'in',
      state: 'received',
      platform: '',
      user_id: null,
      actor: '',
      at: new Date('2026-11-22T02:30:00Z'),
    }),
    message(9, COMPANIES.pacifico, pacificoIcc, { user_id: null, actor: 'flota@pacifico.test' }),
  ])
  .execute()
afterAll(() => portal.close())

type Query = Record<string, string>
const report = (person: FleetUser, query: Query = {}) => readPage(portal, getSmsReport, person, { query })
const texts = async (person: FleetUser, query: Query = {}): Promise<string[]> =>
  (await report(person, query)).rows.map(({ message }) => message)
const file = (format: string, person: FleetUser = 'ana', query: Query = {}) =>
  portal.request(exportSmsReport, person, { query: { format, ...query } })

test('messages are listed newest first, with sender, platform and state [S3.39]', async () => {
  const { rows } = await report('ana')
  expect(rows.map(({ message }) => message).slice(0, 3)).toEqual(['Mensaje 8', 'Mensaje 7', 'Año; "ñandú"\t=1+1'])
  expect(rows[0]).toMatchObject({
    icc: norteIcc,
    label: expect.stringMatching(/^Camión/),
    platform: 'device',
    result: 'received',
    user: '',
  })
  expect(rows[1]).toMatchObject({ platform: 'rule', result: 'sent', user: 'regla', settledAt: null })
  expect(rows[2]).toMatchObject({
    icc: andesIcc,
    platform: 'portal',
    result: 'failed',
    cause: 'El dispositivo no está disponible',
    user: 'ana@andes.test',
    segments: 1,
  })
})

test('everyone sees the messages of their own companies, the root company all', async () => {
  expect((await texts('ana')).length).toBe(8)
  expect(await texts('flota')).toEqual(['Mensaje 9'])
  expect((await texts('admin')).length).toBe(9)
})

test.each(['ana', 'admin'] as const)(
  'pages of %s leave nothing out and repeat nothing, also between messages of one moment',
  async (person) => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { rows, next } = await report(person, { limit: '2', ...(cursor ? { cursor } : {}) })
      seen.push(...rows.map(({ message }) => message))
      cursor = typeof next === 'string' ? next : undefined
    } while (cursor)
    expect(seen).toEqual(await texts(person))
  },
)

test('each filter keeps what it says', async () => {
  expect(await texts('ana', { result: 'sent' })).toEqual(['Mensaje 7'])
  expect(await texts('ana', { platform: 'device' })).toEqual(['Mensaje 8'])
  expect(await texts('ana', { platform: 'rule' })).toEqual(['Mensaje 7'])
  expect(await texts('ana', { icc: norteIcc })).toEqual(['Mensaje 8', 'Mensaje 7'])
  expect(await texts('ana', { icc: pacificoIcc })).toEqual([])
  expect((await texts('ana', { mine: 'true' })).length).toBe(6)
  // 02:30 UTC of the 22nd is the 21st in Santiago
  expect(await texts('ana', { from: '2026-11-21', to: '2026-11-21' })).toEqual(['Mensaje 8'])
  expect(await texts('ana', { from: '2026-11-22' })).toEqual([])
  expect((await texts('ana', { to: '2026-11-20' })).length).toBe(7)
})

test('a wrong day or result is refused at its field', async () => {
  for (const query of [{ from: '2026-13-01' }, { result: 'lost' }]) {
    const response = await portal.request(getSmsReport, 'ana', { query })
    expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, Object.keys(query)])
  }
})

test('the CSV has words and headings, and nothing that a spreadsheet would run', async () => {
  const response = await file('csv', 'ana', { result: 'failed' })
  expect(response.headers['content-disposition']).toContain('.csv')
  const [header, line] = response.body.replace('\uFEFF', '').split('\r\n')
  expect(header).toBe('Fecha;ICC;Etiqueta;Resultado;Causa;Mensaje;Segmentos;Plataforma;Usuario;Empresa;Confirmado')
  expect(line).toContain(';No enviado;El dispositivo no está disponible;"Año; ""ñandú""\t=1+1";1;Portal;ana@andes.test;')
  const english = await portal.request(
    exportSmsReport,
    'ana',
    { query: { format: 'csv' } },
    { headers: { 'accept-language': 'en' } },
  )
  expect(english.body.replace('\uFEFF', '').split('\r\n')[0]).toBe(
    'Date,ICC,Label,Result,Cause,Message,Segments,Platform,User,Company,Confirmed',
  )
})

test('the sheet can be read back, the tab-separated form is that of the list', async () => {
  const sheet = await file('xlsx')
  const path = join(portal.services.config.DATA_DIR, 'report.xlsx')
  await writeFile(path, sheet.rawPayload)
  const rows: string[][] = []
  for await (const batch of (await openTable(path)).batches()) rows.push(...batch.rows.map(({ cells }) => [...cells]))
  expect([rows.length, rows[1]?.[5], rows[1]?.[3]]).toEqual([9, 'Mensaje 8', 'Recibido'])
  const tsv = await file('tsv')
  expect(decodeList(smsReportList, decodeTsv(tsv.body))).toEqual((await report('ana')).rows)
})
