import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { moveSimToGroup } from '#contract/groups/groups.calls.ts'
import { searchPortal } from '#contract/search/search.calls.ts'
import { tagSim } from '#contract/tags/tags.calls.ts'
import type { Permit } from '#domain/permits.ts'
import { documentNumber } from '#domain/rating/documents.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { moveToFirstCell } from '#test/move-to-first-cell.ts'
import { newcomer } from '#test/newcomers.ts'
import { type Portal, startPortal } from '#test/portal.ts'
import { writeDocument } from '#test/write-document.ts'

const NOTHING = {
  companies: [],
  users: [],
  charges: [],
  operations: [],
  requests: [],
  alarms: [],
  plans: [],
  groups: [],
  tags: [],
}

let portal: Portal
const search = (person: FleetUser, text: string) => portal.data(searchPortal, person, { query: { text } })
const companyNames = async (person: FleetUser, text: string) =>
  (await search(person, text)).companies.map(({ companyName }) => companyName)

const invoice = (companyId: number, month: number, isOpen = false) => {
  const [from, to] = [month, month + 1].map((one) => `2026-${String(one).padStart(2, '0')}-01`) as [string, string]
  const lines = [{ iccid: '', kind: 'price', plan_code: 'IOT250', quantity: 1, unit_minor: 1000 }] as const
  return writeDocument(portal.db, { companyId, cycle: [from, to], currency: 'CLP', lines, isOpen })
}

const operation = async (companyId: number, more: { state?: string; [column: string]: unknown } = {}): Promise<number> => {
  const values = {
    ...{ company_id: companyId, kind: 'hibernate', state: 'finished', source: 'list', actor: 'ana@andes.test' },
    ...{ created_at: portal.clock.now, updated_at: portal.clock.now, total: 7, succeeded: 7 },
    ...more,
  }
  const row = await portal.db.insertInto('operations').values(values).returning('operation_id').executeTakeFirstOrThrow()
  return row.operation_id
}

beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

describe('companies and users', () => {
  test('are found by a part of their name, whatever the accents, those that begin with it first', async () => {
    expect(await companyNames('admin', 'ANDES')).toEqual(['Andes Norte', 'Transportes Andes Sur SpA'])
    expect(await companyNames('admin', 'pacifico')).toEqual(['Pacífico Logística'])
    expect((await search('admin', 'flota')).users).toMatchObject([{ name: 'flota', companyName: 'Pacífico Logística' }])
    expect((await search('admin', '%%')).companies).toEqual([])
  })

  test('are of the own tree only, and name no company above it', async () => {
    expect(await companyNames('ana', 'an')).toEqual(['Andes Norte', 'Transportes Andes Sur SpA'])
    expect(await companyNames('flota', 'andes')).toEqual([])
    expect((await search('flota', 'ana@')).users).toEqual([])
    expect((await search('ana', 'norte')).companies[0]?.above).toBe('Transportes Andes Sur SpA')
    expect((await search('sub', 'norte')).companies[0]?.above).toBe('')
  })
})

describe('invoices', () => {
  const documents: number[] = []
  beforeAll(async () => {
    for (const month of [3, 4, 5, 6, 7, 8]) documents.push(await invoice(COMPANIES.andes, month))
    documents.push(await invoice(COMPANIES.pacifico, 8), await invoice(COMPANIES.andes, 9, true))
  })

  test('are found by their number in any form, by their own company and those above it', async () => {
    const { documentNumber: number = '' } = (await search('admin', '2026-04')).charges[0] ?? {}
    const digits = String(Number(number.slice(2)))
    expect(number).toBe(documentNumber('invoice', Number(digits)))
    for (const text of [number, `f-${digits}`, digits, `factura ${digits}`])
      expect((await search('ana', text)).charges.map(({ documentId }) => documentId)).toEqual([documents[1]])
    expect((await search('flota', number)).charges).toEqual([])
  })

  test('are found by their month or year, the newest five, estimates too', async () => {
    const found = async (person: FleetUser, text: string) => (await search(person, text)).charges.map(({ period }) => period)
    expect(await found('ana', 'agosto 2026')).toEqual(['2026-08'])
    expect(await found('admin', '08/2026')).toEqual(['2026-08', '2026-08'])
    expect(await found('ana', '2026')).toEqual(['2026-09', '2026-08', '2026-07', '2026-06', '2026-05'])
    expect((await search('ana', '2026-09')).charges).toMatchObject([{ documentNumber: '', state: 'open' }])
    expect(await found('flota', 'julio 2026')).toEqual([])
  })

  test('are found by a month without a year, the last one on the day of the reader', async () => {
    const { clock } = portal
    const found = async () => (await search('ana', 'agosto')).charges.map(({ period }) => period)
    const { now } = clock
    try {
      // still July in Santiago
      clock.now = new Date('2026-08-01T03:30:00Z')
      expect(await found()).toEqual([])
      clock.now = new Date('2026-08-01T04:30:00Z')
      expect(await found()).toEqual(['2026-08'])
    } finally {
      clock.now = now
    }
  })
})

describe('operations', () => {
  test('are found by their number, never those of others, nor drafts', async () => {
    const [own, draft] = [await operation(COMPANIES.andes), await operation(COMPANIES.andes, { state: 'draft' })]
    for (const text of [`#${own}`, String(own).padStart(2, '0'), `operación ${own}`])
      expect((await search('ana', text)).operations).toMatchObject([{ operationId: own, kind: 'hibernate', total: 7 }])
    expect((await search('flota', `#${own}`)).operations).toEqual([])
    expect((await search('ana', `#${draft}`)).operations).toEqual([])
  })

  test('are found by kind, failures, state, reason and file, the newest first, none of single SIMs', async () => {
    const reason = 'Parada de invierno'
    const failed = await operation(COMPANIES.andes, { reason, succeeded: 5, failed: 2 })
    const waiting = await operation(COMPANIES.andesNorte, {
      ...{ kind: 'restart', state: 'scheduled', file_name: 'Reinicios Norte.xlsx' },
      ...{ scheduled_at: portal.clock.now, succeeded: 0, pending: 7 },
    })
    await operation(COMPANIES.andes, { reason, succeeded: 5, failed: 2, source: 'single' })
    await operation(COMPANIES.pacifico, { reason, succeeded: 5, failed: 2 })
    const found = async (person: FleetUser, text: string) =>
      (await search(person, text)).operations.map(({ operationId }) => operationId)
    expect(await found('ana', 'hibernaciones fallidas')).toEqual([failed])
    expect(await found('ana', 'failed hibernations')).toEqual([failed])
    expect(await found('ana', 'de INVIERNO')).toEqual([failed])
    expect(await found('ana', 'reinicios programados')).toEqual([waiting])
    expect(await found('ana', 'norte.xlsx')).toEqual([waiting])
    expect((await found('ana', 'operaciones')).slice(0, 2)).toEqual([waiting, failed])
    expect(await found('sub', 'hibernaciones')).toEqual([])
    expect(await found('ana', 'verano')).toEqual([])
  })
})

describe('requests', () => {
  const PATHS: Readonly<Record<string, readonly string[]>> = {
    draft: ['draft'],
    submitted: ['draft', 'submitted'],
    shipped: ['draft', 'submitted', 'approved', 'preparing', 'shipped'],
  }
  const request = async (person: FleetUser, companyId: number, more: object = {}): Promise<number> => {
    const { userId: user_id } = portal.fleet.people[person]
    return portal.db.transaction().execute(async (trx) => {
      const at = portal.clock.now
      const values = {
        ...{ company_id: companyId, user_id, requester: `${person} Soto`, state: 'submitted', sim_quantity: 25 },
        ...{ created_at: at, submitted_at: at, updated_at: at },
        ...more,
      }
      const came = PATHS[values.state] ?? []
      const row = await trx
        .insertInto('requests')
        .values({ ...values, step_no: came.length })
        .returning('request_id')
        .executeTakeFirstOrThrow()
      const steps = came.map((to, index) => ({
        ...{ company_id: companyId, request_id: row.request_id, step_no: index + 1, from_state: came[index - 1] ?? null },
        ...{ to_state: to, at, actor: person },
      }))
      for (const step of steps) await trx.insertInto('request_steps').values(step).execute()
      return row.request_id
    })
  }

  test('are found by number, state, who made them and how they are sent; none of others, nor carts', async () => {
    const [own, sent] = [
      await request('ana', COMPANIES.andes),
      await request('sub', COMPANIES.andesNorte, { state: 'shipped', carrier: 'Correos', tracking: 'CX-77' }),
    ]
    await request('ana', COMPANIES.andesNorte, { state: 'draft', submitted_at: null })
    await request('flota', COMPANIES.pacifico)
    const found = async (person: FleetUser, text: string) =>
      (await search(person, text)).requests.map(({ requestId }) => requestId)
    for (const text of [`#${own}`, `solicitud ${own}`, 'solicitudes pendientes', 'ANA soto'])
      expect(await found('ana', text)).toEqual([own])
    expect(await found('ana', 'cx-77')).toEqual([sent])
    expect(await found('ana', 'requests')).toEqual([sent, own])
    expect(await found('sub', `#${own}`)).toEqual([])
    expect(await found('ana', 'pendientes')).toEqual([])
  })
})

describe('alarms', () => {
  test('are found by name, plan, company and address, the newest first, none of others', async () => {
    const alarm = async (companyId: number, plan_code: string | null, email: string, name?: string): Promise<number> => {
      const at = portal.clock.now
      const values = {
        ...{ company_id: companyId, name: name ?? null, plan_code, limit_mb: 200, emails: [email], language: 'es' },
        ...{ is_active: true, cuts_data: false, created_at: at, updated_at: at },
      }
      const row = await portal.db.insertInto('alarms').values(values).returning('alarm_id').executeTakeFirstOrThrow()
      return Number(row.alarm_id)
    }
    const [one, all] = [
      await alarm(COMPANIES.andes, 'IOT250', 'guardia@andes.test'),
      await alarm(COMPANIES.andesNorte, null, 'norte@andes.test', 'Cámaras'),
    ]
    await alarm(COMPANIES.pacifico, 'IOT250', 'guardia@pacifico.test')
    const found = async (person: FleetUser, text: string) => (await search(person, text)).alarms.map(({ alarmId }) => alarmId)
    expect(await found('ana', 'iot250')).toEqual([one])
    expect(await found('ana', 'alarma GUARDIA@')).toEqual([one])
    expect(await found('ana', 'alarmas norte')).toEqual([all])
    expect((await search('ana', 'camaras')).alarms).toMatchObject([{ alarmId: all, name: 'Cámaras' }])
    expect((await search('ana', 'iot250')).alarms).toMatchObject([{ alarmId: one, name: '' }])
    expect(await found('ana', 'alarmas')).toEqual([all, one])
    expect(await found('sub', 'guardia')).toEqual([])
    expect(await found('ana', 'solicitud guardia')).toEqual([])
  })
})

describe('plans', () => {
  test('are those of the own SIMs, and all for administrators', async () => {
    const codes = async (person: FleetUser, text: string) => (await search(person, text)).plans.map(({ planCode }) => planCode)
    expect(await codes('ana', 'telemetria')).toEqual(['TEL50'])
    await portal.db
      .deleteFrom('sim_tallies')
      .where('plan_code', '=', 'TEL50')
      .where('company_id', '=', COMPANIES.pacifico)
      .execute()
    expect(await codes('flota', 'telemetria')).toEqual([])
    expect(await codes('admin', 'tel50')).toEqual(['TEL50'])
  })
})

test('each kind needs its permit; without it nothing is searched', async () => {
  const own = await operation(COMPANIES.andes)
  const texts = { companies: 'andes', users: 'ana', operations: `#${own}`, plans: 'IoT' } as const
  const permitOf = { companies: 'companies', users: 'users', operations: 'sims', plans: 'plans' } as const
  for (const [kind, text] of Object.entries(texts) as [keyof typeof texts, string][]) {
    const others = (Object.values(permitOf) as Permit[]).filter((permit) => permit !== permitOf[kind])
    const [alone, without] = [
      await newcomer(portal, { permits: [permitOf[kind]] }),
      await newcomer(portal, { permits: others }),
    ]
    const found = async ({ ask }: typeof alone) => (await ask(searchPortal, { query: { text } })).json().data[kind]
    expect(await found(alone), kind).not.toEqual([])
    expect(await found(without), kind).toEqual([])
  }
  expect(await search('nadie', 'andes')).toEqual(NOTHING)
})

test('a text of one character is refused with the reason at its field', async () => {
  const response = await portal.request(searchPortal, 'ana', { query: { text: ' a ' } })
  expect(response.statusCode).toBe(400)
  expect(Object.keys(response.json().fields)).toEqual(['text'])
})

describe('over two cells', () => {
  beforeAll(() => moveToFirstCell(portal.services.pool, COMPANIES.pacifico))

  test('documents of both are one list, the newest first, and plans are named once', async () => {
    const { charges } = await search('admin', '2026')
    expect(charges.map(({ period }) => period)).toEqual(['2026-09', '2026-08', '2026-08', '2026-07', '2026-06'])
    expect(new Set(charges.map(({ companyName }) => companyName)).size).toBe(2)
    expect((await search('admin', 'IoT')).plans.map(({ planCode }) => planCode)).toEqual(['IOT250'])
  })
})

describe('groups and tags', () => {
  beforeAll(async () => {
    const simOf = (companyId: number, n: number) =>
      portal.fleet.sims.filter((sim) => sim.companyId === companyId)[n]?.iccid ?? ''
    const tag = (person: FleetUser, icc: string, name: string) =>
      portal.data(tagSim, person, { params: { icc }, body: { add: [name], remove: [] } })
    const { andes, andesNorte, pacifico } = COMPANIES
    await tag('sub', simOf(andesNorte, 0), 'Frío')
    await tag('ana', simOf(andes, 0), 'FRÍO')
    await tag('ana', simOf(andes, 1), 'FRÍO')
    await tag('ana', simOf(andes, 1), 'muy frío')
    await tag('flota', simOf(pacifico, 0), 'Friolento')
    await portal.data(moveSimToGroup, 'ana', { params: { icc: simOf(andes, 2) }, body: { group: 'Zona Ñuble/Camiones' } })
  })

  test('are found by a part of their name, whatever the accents, each once for all companies in scope', async () => {
    expect((await search('ana', 'nuble')).groups).toEqual(['Zona Ñuble', 'Zona Ñuble/Camiones'])
    expect((await search('ana', 'camion')).groups).toEqual(['Zona Ñuble/Camiones'])
    expect((await search('ana', 'FRIO')).tags.map(({ name, sims }) => [name.toLowerCase(), sims])).toEqual([
      ['frío', 3],
      ['muy frío', 1],
    ])
    expect((await search('sub', 'frio')).tags).toEqual([{ name: 'Frío', sims: 1 }])
    // a customer's words are not the operator's
    expect((await search('admin', 'frio')).tags).toEqual([])
    expect((await search('nadie', 'frio')).tags).toEqual([])
  })
})
