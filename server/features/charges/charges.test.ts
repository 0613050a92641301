import { afterAll, beforeAll, expect, test } from 'vitest'
import { creditCharge } from '#contract/charges/charge-actions.calls.ts'
import * as calls from '#contract/charges/charges.calls.ts'
import { decodeList, decodeTsv } from '#contract/list-codec.ts'
import { plainAmount } from '#domain/money.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { type Portal, startPortal } from '#test/portal.ts'
import { readPage } from '#test/read-list.ts'
import { setSims } from '#test/set-sims.ts'
import { type DocumentLine, writeDocument } from '#test/write-document.ts'

let portal: Portal
let andes: number
let iccs: readonly string[]
const OCTOBER = ['2026-10-01', '2026-11-01'] as const
const SEPTEMBER = ['2026-09-01', '2026-10-01'] as const

const price = (iccid: string, unit_minor = 1190): DocumentLine => ({
  ...{ iccid, kind: 'price', plan_code: 'IOT250', quantity: 1, unit_minor, used: 568 * 2 ** 20, included: 250 * 2 ** 20 },
})
const overage = (iccid: string, quantity: number): DocumentLine => ({
  ...{ iccid, kind: 'data_overage', plan_code: 'IOT250', quantity, unit_minor: 71 },
})

beforeAll(async () => {
  portal = await startPortal({ now: new Date('2026-11-21T15:00:00Z') })
  const { db, fleet } = portal
  iccs = fleet.sims.filter(({ companyId }) => companyId === COMPANIES.andes).map(({ iccid }) => iccid)
  await setSims(db, iccs[0] ?? '', { custom_field_1: '=1+1' })
  const lines = [...iccs.slice(0, 7).map((icc) => price(icc)), ...iccs.slice(0, 5).map((icc, n) => overage(icc, 10 * (n + 1)))]
  const pool = { iccid: '', kind: 'pool_overage', plan_code: 'TEL50', quantity: 3, unit_minor: 500 } as const
  const late = { iccid: iccs[0] ?? '', kind: 'data_adjustment', plan_code: 'IOT250', quantity: -2, unit_minor: 71 } as const
  andes = await writeDocument(db, {
    companyId: COMPANIES.andes,
    cycle: OCTOBER,
    currency: 'CLP',
    lines: [...lines, pool, late],
  })
  await writeDocument(db, { companyId: COMPANIES.andes, cycle: SEPTEMBER, currency: 'CLP', lines: lines.slice(0, 1) })
  await writeDocument(db, { companyId: COMPANIES.andesNorte, cycle: OCTOBER, currency: 'CLP', lines: [], isOpen: true })
  await writeDocument(db, { companyId: COMPANIES.pacifico, cycle: OCTOBER, currency: 'USD', lines: [price('8956', 123)] })
})
afterAll(() => portal.close())

type Query = Record<string, string>
const list = (person: FleetUser, query: Query = {}) => readPage(portal, calls.getCharges, person, { query })
const clients = async (person: FleetUser, query: Query = {}) =>
  (await list(person, query)).rows.map(({ client, billingMonth }) => `${client} ${billingMonth}`)

test('everyone who is logged in sees the cycles of their companies, and of no other [S2.11, S3.40]', async () => {
  expect(await clients('nadie')).toEqual([
    'Andes Norte 2026-10',
    'Transportes Andes Sur SpA 2026-10',
    'Transportes Andes Sur SpA 2026-09',
  ])
  expect(await clients('flota')).toEqual(['Pacífico Logística 2026-10'])
  expect(await clients('admin')).toHaveLength(4)
  expect(await clients('flota', { companyId: String(COMPANIES.andes) })).toEqual([])
})

test('a row says which cycle, of whom, how much, and how it stands', async () => {
  const [open, october, september] = (await list('ana')).rows
  expect(open).toMatchObject({ documentNumber: '', state: 'open', dueOn: '2026-11-07' })
  expect(october).toMatchObject({
    ...{ documentId: andes, cycleStart: '2026-10-01', cycleEnd: '2026-10-31', sims: 7, currency: 'CLP', state: 'issued' },
    ...{ total: 7 * 1190 + 150 * 71 + 1500 - 142, dueOn: '2026-12-01' },
  })
  expect(september).toMatchObject({ state: 'overdue', dueOn: '2026-10-31' })
})

test('filters keep what they say, pages leave nothing out, and counts agree with both', async () => {
  expect(await clients('ana', { state: 'overdue' })).toEqual(['Transportes Andes Sur SpA 2026-09'])
  expect(await clients('ana', { period: '2026-10' })).toHaveLength(2)
  expect(await clients('ana', { period: '2025' })).toEqual([])
  const first = await list('ana', { limit: '2' })
  const rest = await list('ana', { limit: '2', cursor: String(first.next) })
  expect([...first.rows, ...rest.rows]).toEqual((await list('ana')).rows)
  const facets = await portal.data(calls.getChargeFacets, 'ana', { query: { state: 'overdue' } })
  expect(facets.states.filter(({ count }) => count > 0)).toEqual([
    { state: 'open', count: 1 },
    { state: 'issued', count: 1 },
    { state: 'overdue', count: 1 },
  ])
  expect(facets.months).toEqual(['2026-10', '2026-09'])
})

test('what is to be paid is summed up by currency, of all cycles, and only of the chosen companies', async () => {
  const total = async (period: string) =>
    (await list('ana', { period })).rows.find(({ companyId }) => companyId === COMPANIES.andes)
  const [october, september] = [await total('2026-10'), await total('2026-09')]
  const facets = await portal.data(calls.getChargeFacets, 'ana', { query: { state: 'paid', period: '2025' } })
  expect(facets.debts).toEqual([
    {
      currency: 'CLP',
      owed: (october?.total ?? 0) + (september?.total ?? 0),
      owedCount: 2,
      overdue: september?.total,
      overdueCount: 1,
      nextDueOn: october?.dueOn,
      nextDue: october?.total,
      estimate: 0,
      estimateLow: 0,
      estimateHigh: 0,
    },
  ])
  const all = await portal.data(calls.getChargeFacets, 'admin', { query: {} })
  expect(all.debts.map(({ currency, owed }) => [currency, owed])).toEqual([
    ['CLP', facets.debts[0]?.owed],
    ['USD', 123],
  ])
  const other = await portal.data(calls.getChargeFacets, 'ana', { query: { companyId: COMPANIES.andesNorte } })
  expect(other.debts).toMatchObject([{ currency: 'CLP', owed: 0, nextDueOn: null }])
})

test('with its subsidiaries a company owes the sum of what each owes, and lists the documents of all of them', async () => {
  const debtOf = async (person: FleetUser, companyId: number, more: Query = {}) => {
    const { debts } = await portal.data(calls.getChargeFacets, person, { query: { companyId: String(companyId), ...more } })
    return debts.map(({ currency, owed, owedCount, estimate }) => ({ currency, owed, owedCount, estimate }))
  }
  const ofTree = { subsidiaries: 'true' }
  const [andesAlone] = await debtOf('admin', COMPANIES.andes)
  const [northAlone] = await debtOf('admin', COMPANIES.andesNorte)
  if (!andesAlone || !northAlone) throw new Error('both have documents')
  const sum = {
    currency: 'CLP',
    owed: andesAlone.owed + northAlone.owed,
    owedCount: andesAlone.owedCount + northAlone.owedCount,
    estimate: andesAlone.estimate + northAlone.estimate,
  }
  expect(await debtOf('admin', COMPANIES.reseller)).toEqual([])
  for (const person of ['admin', 'reseller'] as const) expect(await debtOf(person, COMPANIES.reseller, ofTree)).toEqual([sum])
  expect(await clients('admin', { companyId: String(COMPANIES.reseller), ...ofTree })).toEqual(await clients('reseller'))
  expect(await debtOf('flota', COMPANIES.reseller, ofTree)).toEqual([])
  // nor that it is above the reader's own
  expect(await clients('sub', { companyId: String(COMPANIES.andes), ...ofTree })).toEqual([])
})

test('a document names the invoice of the cycle before in its currency', async () => {
  const one = (documentId: number) => portal.data(calls.getCharge, 'ana', { params: { documentId } })
  const { previousId } = await one(andes)
  const previous = await one(previousId ?? 0)
  expect(previous).toMatchObject({ companyId: COMPANIES.andes, billingMonth: '2026-09', previousId: null })
})

test('sums by kind and plan add up to the total', async () => {
  const charge = await portal.data(calls.getCharge, 'ana', { params: { documentId: andes } })
  expect(charge.concepts.map(({ kind, lines, quantity, unit }) => [kind, lines, quantity, unit])).toEqual([
    ['data_overage', 5, 150, 71],
    ['price', 7, 7, 1190],
    ['pool_overage', 1, 3, 500],
    ['data_adjustment', 1, -2, null],
  ])
  expect(charge.concepts.reduce((sum, { amount }) => sum + amount, 0)).toBe(charge.total)
})

const lines = (documentId: number, query: Query = {}) =>
  readPage(portal, calls.getChargeLines, 'ana', { params: { documentId: String(documentId) }, query })

test('lines come the dearest first, page after page: of a kind and plan, of a plan, of the document', async () => {
  const documentId = await writeDocument(portal.db, {
    companyId: COMPANIES.andes,
    cycle: ['2026-08-01', '2026-09-01'],
    currency: 'CLP',
    lines: [overage(iccs[2] ?? '', 5), overage(iccs[0] ?? '', 5), overage(iccs[1] ?? '', 90), price(iccs[0] ?? '')],
  })
  const inOrder = async (filter: Query) => {
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const { rows, next } = await lines(documentId, { ...filter, limit: '1', ...(cursor ? { cursor } : {}) })
      seen.push(...rows.map(({ icc, kind }) => (kind === 'price' ? -1 : iccs.indexOf(icc))))
      cursor = typeof next === 'string' ? next : undefined
    } while (cursor)
    return seen
  }
  expect(await inOrder({ kind: 'data_overage', plan: 'IOT250' })).toEqual([1, 0, 2])
  expect(await inOrder({ plan: 'IOT250' })).toEqual([1, -1, 0, 2])
  expect(await inOrder({})).toEqual([1, -1, 0, 2])
  expect(await inOrder({ icc: iccs[0] ?? '' })).toEqual([-1, 0])
})

test('a SIM is found in a document by its ICC, and one that is not there is not', async () => {
  const { rows } = await lines(andes, { icc: iccs[0] ?? '' })
  expect(rows.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['price', 1190],
    ['data_overage', 710],
    ['data_adjustment', -142],
  ])
  expect((await lines(andes, { icc: iccs[20] ?? '' })).rows).toEqual([])
})

test('behind a line stand the days of its SIM, and behind a day its sessions', async () => {
  const icc = iccs[0] ?? ''
  const key = { company_id: COMPANIES.andes, iccid: icc }
  const usage = [
    ['2026-09-30', 1],
    ['2026-10-16', 62],
    ['2026-10-31', 5],
    ['2026-11-01', 9],
  ] as const
  await portal.db
    .insertInto('usage_days')
    .values(usage.map(([day, data_bytes]) => ({ ...key, day, data_bytes })))
    .execute()
  // 02:00 UTC of the 17th is still the 16th in Santiago
  const session = {
    ...key,
    session_key: 'a',
    started_at: '2026-10-17T02:00:00Z',
    stopped_at: '2026-10-17T02:40:00Z',
    data_bytes: 51,
  }
  await portal.db.insertInto('data_sessions').values(session).execute()
  const params = { documentId: andes, icc }
  const sim = await portal.data(calls.getChargeSim, 'ana', { params })
  expect(sim.days.map(({ day, dataBytes }) => [day, dataBytes])).toEqual([
    ['2026-10-16', 62],
    ['2026-10-31', 5],
  ])
  expect(sim.rated).toEqual({ usedBytes: 568 * 2 ** 20, includedBytes: 250 * 2 ** 20, isPooled: false })
  expect(sim.lines).toHaveLength(3)
  const { sessions } = await portal.data(calls.getChargeDay, 'ana', { params: { ...params, day: '2026-10-16' } })
  expect(sessions.map(({ dayBytes, records }) => [dayBytes, records])).toEqual([[51, 0]])
  expect((await portal.data(calls.getChargeDay, 'ana', { params: { ...params, day: '2026-10-17' } })).sessions).toEqual([])
})

const CSV = { es: { separator: ';', decimal: ',' }, en: { separator: ',', decimal: '.' } } as const

test.each([
  ['CLP', 'es', [1190, 71]],
  ['USD', 'en', [12_345, 7]],
  ['MXN', 'es', [9_999, 101]],
] as const)('the CSV of %s adds up to the total, in %s', async (currency, language, [unit, extra]) => {
  const written = iccs.slice(0, 9).flatMap((icc, n) => [price(icc, unit), { ...overage(icc, n + 1), unit_minor: extra }])
  const cycle = ['2026-05-01', '2026-06-01'] as const
  const documentId = await writeDocument(portal.db, { companyId: COMPANIES.andes, cycle, currency, lines: written })
  const options = { headers: { 'accept-language': language } }
  const { body } = await portal.request(calls.exportChargeLines, 'ana', { params: { documentId } }, options)
  const [head = '', ...rows] = body.replace('\uFEFF', '').trimEnd().split('\r\n')
  const { separator, decimal } = CSV[language]
  const place = head.split(separator).indexOf(language === 'es' ? 'Monto' : 'Amount')
  const minor = rows.map((row) =>
    Math.round(Number(row.split(separator)[place]?.replace(decimal, '.')) * (currency === 'CLP' ? 1 : 100)),
  )
  const { total } = await portal.data(calls.getCharge, 'ana', { params: { documentId } })
  expect([rows.length, minor.reduce((sum, one) => sum + one, 0)]).toEqual([18, total])
  expect(body).toContain(plainAmount(unit, currency).replace('.', decimal))
})

test('nothing in the CSV is run as a formula, and what is taken back stays a number', async () => {
  const { body } = await portal.request(calls.exportChargeLines, 'ana', { params: { documentId: andes } })
  expect(body).toContain(`${iccs[0]};'=1+1;IOT250;Datos de ciclos anteriores;2026-10-01;;;-2;MB;71;-142;CLP`)
})

test('the list as a file has the words of the reader', async () => {
  const csv = await portal.request(calls.exportCharges, 'ana', { query: { format: 'csv', period: '2026-09' } })
  expect(csv.body).toContain(';Factura;2026-09;2026-09-01;2026-09-30;Transportes Andes Sur SpA;1;1190;CLP;Vencida;')
  const tsv = await portal.request(calls.exportCharges, 'flota', { query: { format: 'tsv' } })
  expect(decodeList(calls.chargeList, decodeTsv(tsv.body))).toEqual((await list('flota')).rows)
})

test('an issued document keeps the names of its day in list, PDF and CSV; an estimate has those of now', async () => {
  const shown = async () => {
    const { rawPayload } = await portal.request(calls.getInvoicePdf, 'ana', { params: { documentId: andes } })
    const { body } = await portal.request(calls.exportCharges, 'ana', { query: { format: 'csv', period: '2026-09' } })
    const row = (await list('ana', { period: '2026-10' })).rows.find(({ documentId }) => documentId === andes)
    return { row, body, pdf: rawPayload.toString('latin1') }
  }
  const before = await shown()
  const renamed = { business_name: 'Otro Nombre SpA', tin: '9-9', country_id: null, time_zone: 'Pacific/Kiritimati' }
  await portal.db.updateTable('companies').set(renamed).execute()
  expect(before.pdf.length).toBeGreaterThan(5_000)
  expect(await shown()).toEqual(before)
  const note = await portal.data(creditCharge, 'admin', { params: { documentId: andes }, body: { reason: 'Prueba' } })
  const { rows } = await list('ana', { period: '2026-10' })
  expect(rows.map(({ documentId, client }) => [documentId, client])).toEqual([
    [note.documentId, 'Transportes Andes Sur SpA'],
    [expect.any(Number), 'Otro Nombre SpA'],
    [andes, 'Transportes Andes Sur SpA'],
  ])
})
