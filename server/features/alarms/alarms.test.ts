import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  type AlarmBody,
  alarmList,
  changeAlarm,
  createAlarm,
  deleteAlarm,
  exportAlarms,
  exportNotices,
  getAlarmCompanies,
  getAlarmPlans,
  getAlarms,
  getNotices,
  noticeList,
  restoreAlarm,
  tryAlarm,
  watchNotices,
} from '#contract/alarms/alarms.calls.ts'
import { listAudit } from '#contract/audit/audit.calls.ts'
import type { Call } from '#contract/call.ts'
import { decodeList, decodeTsv } from '#contract/list-codec.ts'
import { BYTES_PER_MB } from '#domain/usage.ts'
import { writeNotices } from '#server/alarm-engine/write-notices.ts'
import type { Ctx } from '#server/context.ts'
import { openTable } from '#server/files/table-reader.ts'
import { auditRows } from '#test/audit-rows.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { readPage, readRows } from '#test/read-list.ts'
import { watchNotices as newsOfNotices } from './watch-notices.ts'

/** Andes's first six SIMs, with what they used in November, October, September and August, megabytes. */
const USED = [
  [10, 10, 10, 10],
  [90, 120, 10, 10],
  [120, 130, 10, 900],
  [130, 10, 110, 10],
  [5, 10, 10, 10],
  [200, 400, 300, 200],
] as const
const DAYS = ['2026-11-05', '2026-10-05', '2026-09-30', '2026-08-01'] as const

const portal = await startPortal({ now: new Date('2026-11-21T15:00:00Z') })
const sims = portal.fleet.sims.filter(({ companyId }) => companyId === COMPANIES.andes).slice(0, USED.length)
const values = sims.flatMap(({ iccid }, n) =>
  DAYS.map((day, cycle) => ({
    company_id: COMPANIES.andes,
    iccid,
    day,
    data_bytes: Math.round((USED[n]?.[cycle] ?? 0) * BYTES_PER_MB),
  })),
)
await portal.db.insertInto('usage_days').values(values).execute()
await portal.db.updateTable('sim_live').set({ cycle_data_bytes: 0 }).execute()
for (const [n, { iccid }] of sims.entries()) {
  const cycle_data_bytes = Math.round((USED[n]?.[0] ?? 0) * BYTES_PER_MB)
  await portal.db.updateTable('sim_live').set({ cycle_data_bytes }).where('iccid', '=', iccid).execute()
}
afterAll(() => portal.close())

const body = (given: Partial<AlarmBody> = {}): AlarmBody => ({
  company: COMPANIES.andes,
  plan: 'IOT250',
  limit: 5120,
  email: 'ops@andes.test, ana@andes.test',
  active: '1',
  action: '1',
  ...given,
})
const rowsOf = async (call: Call, person: FleetUser, args: object = {}) =>
  decodeTsv((await portal.request(call, person, args)).body)
const alarms = (person: FleetUser = 'ana', query: Record<string, string> = {}) => readRows(portal, getAlarms, person, { query })

test('an alarm is made, listed, changed and deleted, with what the specification says of it [S3.27, S7.44, S7.45, S7.46, S7.47]', async () => {
  const made = await portal.envelope(createAlarm, 'ana', { body: body() })
  expect(made).toMatchObject({ status: true, message: 'Alarma creada', data: { firesNow: 0 } })
  const alarmId = made.data?.alarmId ?? 0
  expect(await alarms()).toMatchObject([
    {
      alarmId,
      company: COMPANIES.andes,
      plan: 'IOT250',
      limit: 5120,
      email: 'ops@andes.test, ana@andes.test',
      active: '1',
      action: '1',
      planTypeName: 'Local',
      planName: 'IoT 250 MB',
      companyName: 'Transportes Andes Sur SpA',
      watchedSims: 20,
      firedSims: 0,
    },
  ])
  await portal.data(changeAlarm, 'ana', { body: { ...body({ plan: '', active: '0', action: '0', limit: 7 }), alarmId } })
  expect(await alarms()).toMatchObject([{ plan: '', planName: '', limit: 7, active: '0', action: '0', watchedSims: 60 }])
  expect(await portal.data(deleteAlarm, 'ana', { params: { id: alarmId } })).toEqual({ restores: 0 })
  expect(await alarms()).toEqual([])
  const audit = await auditRows(portal, { entity: 'alarm' })
  expect(audit.map(({ action }) => action)).toEqual(['alarm.created', 'alarm.changed', 'alarm.deleted'])
  expect(audit[1]).toMatchObject({ before: { limitMb: 5120, isActive: true }, after: { limitMb: 7, isActive: false } })
})

test('an alarm has a name if people give it one, and keeps it when a body of the specification changes it', async () => {
  const { alarmId } = await portal.data(createAlarm, 'ana', { body: body({ name: '  Flota RM ' }) })
  const name = async () => (await alarms()).map((alarm) => alarm.name)
  expect(await name()).toEqual(['Flota RM'])
  await portal.data(changeAlarm, 'ana', { body: { ...body({ limit: 7 }), alarmId } })
  expect(await alarms()).toMatchObject([{ name: 'Flota RM', limit: 7 }])
  await portal.data(deleteAlarm, 'ana', { params: { id: alarmId } })
  await portal.data(restoreAlarm, 'ana', { params: { id: alarmId }, body: {} })
  expect(await name()).toEqual(['Flota RM'])
  await portal.data(changeAlarm, 'ana', { body: { ...body({ name: 'Flota norte' }), alarmId } })
  await portal.data(changeAlarm, 'ana', { body: { ...body({ name: ' ' }), alarmId } })
  expect(await name()).toEqual([''])
  await portal.data(deleteAlarm, 'ana', { params: { id: alarmId } })
  const { rows } = await readPage(portal, listAudit, 'ana', { query: { entity: 'alarm', thing: String(alarmId) } })
  expect(rows.map(({ action, entityName }) => [action, entityName])).toEqual([
    ['alarm.deleted', ''],
    ['alarm.changed', ''],
    ['alarm.changed', 'Flota norte'],
    ['alarm.restored', 'Flota RM'],
    ['alarm.deleted', 'Flota RM'],
    ['alarm.changed', 'Flota RM'],
    ['alarm.created', 'Flota RM'],
  ])
})

test.each(['', ' Flota', 'x'.repeat(61), 'Flota\nRM'])('the database refuses the name %j', async (name) => {
  const at = portal.clock.now
  const alarm = {
    company_id: COMPANIES.andes,
    limit_mb: 1,
    emails: ['a@b.cl'],
    language: 'es',
    is_active: false,
    cuts_data: false,
  }
  const stored = portal.db.insertInto('alarms').values({ ...alarm, name, created_at: at, updated_at: at })
  await expect(stored.execute()).rejects.toThrow(/alarms_name_check/)
})

test('the list is searched by name, plan, company and address, without case or accents, or has the named alarm alone', async () => {
  const make = async (given: Partial<AlarmBody>) => (await portal.data(createAlarm, 'ana', { body: body(given) })).alarmId
  const [cold, all, below] = [
    await make({ name: 'Cadena de frío', email: 'frio@andes.test' }),
    await make({ plan: '', email: 'guardia@andes.test' }),
    await make({ company: COMPANIES.andesNorte, plan: '', email: 'ops@andes.test' }),
  ]
  const found = async (search: string, person: FleetUser = 'ana') =>
    (await alarms(person, { search })).map(({ alarmId }) => alarmId)
  expect(await found('FRIO')).toEqual([cold])
  expect(await found('cadena de')).toEqual([cold])
  expect(await found('iot 250')).toEqual([cold])
  expect(await found('Guardia@')).toEqual([all])
  expect(await found('norte')).toEqual([below])
  expect(await found('%')).toEqual([])
  expect(await found('cadena', 'flota')).toEqual([])
  const alone = { alarm: String(all) }
  expect((await alarms('ana', alone)).map(({ alarmId }) => alarmId)).toEqual([all])
  expect(await alarms('ana', { ...alone, search: 'frio' })).toEqual([])
  expect(await alarms('flota', alone)).toEqual([])
  const ofTree = { company: String(COMPANIES.reseller), subsidiaries: 'true' }
  expect((await alarms('admin', ofTree)).map(({ alarmId }) => alarmId)).toEqual(expect.arrayContaining([cold, all, below]))
  expect(await alarms('admin', { company: String(COMPANIES.reseller) })).toEqual([])
  expect(await alarms('flota', ofTree)).toEqual([])
  for (const id of [cold, all, below]) await portal.data(deleteAlarm, 'ana', { params: { id } })
})

test.each([
  [{ name: 'x'.repeat(61) }, { name: 'Hasta 60 caracteres, en una sola línea' }],
  [{ name: 'Flota\nRM' }, { name: 'Hasta 60 caracteres, en una sola línea' }],
  [{ limit: 0 }, { limit: 'El límite debe ser un número entero de 1 a 1.048.576 MB' }],
  [{ limit: 1.5 }, { limit: 'El límite debe ser un número entero de 1 a 1.048.576 MB' }],
  [{ limit: 1_048_577 }, { limit: 'El límite debe ser un número entero de 1 a 1.048.576 MB' }],
  [{ email: '' }, { email: 'Este campo es requerido' }],
  [{ email: 'ana@andes' }, { email: 'El E-mail no es valido' }],
  [{ email: Array.from({ length: 11 }, (_, n) => `p${n}@a.b`).join(' ') }, { email: 'Escriba 10 E-mails como máximo' }],
  [{ plan: 'NADA' }, { plan: 'No existe ese plan' }],
])('a form with %j is refused at its field', async (given, fields) => {
  const refused = await portal.envelope(createAlarm, 'ana', { body: body(given) })
  expect(refused).toMatchObject({ status: false, code: 'invalid_request', fields })
})

test('alarms are made for the own company and those below, and stay with their company [S6.02]', async () => {
  const below = await portal.data(createAlarm, 'ana', { body: body({ company: COMPANIES.andesNorte }) })
  expect((await portal.envelope(createAlarm, 'ana', { body: body({ company: COMPANIES.pacifico }) })).code).toBe('not_found')
  expect((await portal.envelope(createAlarm, 'luis', { body: body() })).code).toBe('not_allowed')
  const moved = await portal.envelope(changeAlarm, 'ana', { body: { ...body(), alarmId: below.alarmId } })
  expect(moved.fields).toEqual({ company: 'Este campo no se puede cambiar' })
  expect((await portal.envelope(deleteAlarm, 'flota', { params: { id: below.alarmId } })).code).toBe('not_found')
  expect((await alarms('sub')).map(({ alarmId }) => alarmId)).toEqual([below.alarmId])
  expect(await alarms('ana', { company: String(COMPANIES.andes) })).toEqual([])
  await portal.data(deleteAlarm, 'sub', { params: { id: below.alarmId } })
})

test('companies and plans for the form: those that the reader sees, those that SIMs are on [S7.48, S7.49]', async () => {
  expect(await rowsOf(getAlarmCompanies, 'ana')).toEqual([
    ['company', 'companyName', 'sims'],
    [String(COMPANIES.andesNorte), 'Andes Norte', '25'],
    [String(COMPANIES.andes), 'Transportes Andes Sur SpA', '60'],
  ])
  const plans = await rowsOf(getAlarmPlans, 'ana', { params: { companyId: COMPANIES.andesNorte } })
  expect(plans.slice(1).map(([plan, name, type, mb]) => [plan, name, type, mb])).toEqual([
    ['IOT250', 'IoT 250 MB', 'Local', '250'],
    ['SMS', 'Solo SMS', 'Local', '0'],
    ['TEL50', 'Telemetría 50 MB', 'Local', '50'],
  ])
})

test('a trial says for how many SIMs it would have fired in the last three cycles, and would fire now', async () => {
  const trial = await portal.data(tryAlarm, 'ana', { body: { company: COMPANIES.andes, plan: '', limit: 100 } })
  expect(trial).toEqual({
    cycles: [
      { start: '2026-10-01', end: '2026-11-01', sims: 3 },
      { start: '2026-09-01', end: '2026-10-01', sims: 2 },
      { start: '2026-08-01', end: '2026-09-01', sims: 2 },
    ],
    sims: 4,
    watchedSims: 60,
    now: { start: '2026-11-01', overSims: 3, firesNow: 3, restores: 0 },
  })
  const { planCode } = sims[5] ?? { planCode: '' }
  const ofPlan = await portal.data(tryAlarm, 'ana', { body: { company: COMPANIES.andes, plan: planCode, limit: 200 } })
  const expected = sims.filter((sim, n) => sim.planCode === planCode && (USED[n]?.[0] ?? 0) >= 200).length
  expect(ofPlan.now.overSims).toBe(expected)
})

/** An alarm with notices of three SIMs; it holds the last of them. */
async function fireAlarm(): Promise<number> {
  const { alarmId } = await portal.data(createAlarm, 'ana', { body: body({ plan: '', limit: 100 }) })
  const alarm = { companyId: COMPANIES.andes, alarmId, planCode: '', limitMb: 100, cutsData: true }
  for (const [minute, n] of [1, 2, 5].entries()) {
    const usedBytes = Math.round((USED[n]?.[0] ?? 0) * BYTES_PER_MB)
    const kind = n === 1 ? ('warning' as const) : ('limit' as const)
    const notice = { alarm, iccid: sims[n]?.iccid ?? '', cycleStart: '2026-11-01', kind, usedBytes }
    const now = new Date(portal.clock.now.getTime() + minute * 60_000)
    await portal.db.transaction().execute((trx) => writeNotices(trx, [notice], { now, warningPercent: 80 }))
  }
  await portal.db
    .updateTable('alarm_notices')
    .set({ action: 'cut', action_due_at: null })
    .where('iccid', '=', sims[5]?.iccid ?? '')
    .execute()
  return alarmId
}

test('what alarms said is listed newest first, by filters and pages, and as files [S7.50]', async () => {
  const alarmId = await fireAlarm()
  const list = (query: Record<string, string> = {}, person: FleetUser = 'ana') =>
    readPage(portal, getNotices, person, { query })
  const { rows } = await list()
  expect(rows).toMatchObject([
    {
      alarmId,
      icc: sims[5]?.iccid,
      kind: 'limit',
      used: 200 * BYTES_PER_MB,
      limit: 100,
      mail: 'waiting',
      action: 'cut',
      canRestore: true,
      label: sims[5]?.label,
    },
    {
      icc: sims[2]?.iccid,
      kind: 'limit',
      action: 'due',
      companyName: 'Transportes Andes Sur SpA',
      plan: '',
      cycleStart: '2026-11-01',
    },
    { icc: sims[1]?.iccid, kind: 'warning', action: 'none', restoredAt: null, muted: false, canRestore: false },
  ])
  expect((await list({ kind: 'warning' })).rows).toHaveLength(1)
  expect((await list({ action: 'cut', alarm: String(alarmId) })).rows).toHaveLength(1)
  expect((await list({ icc: sims[2]?.iccid ?? '' })).rows).toHaveLength(1)
  expect((await list({ from: '2026-11-22' })).rows).toEqual([])
  expect((await list({}, 'flota')).rows).toEqual([])
  const first = await list({ limit: '2' })
  const second = await list({ limit: '2', cursor: String(first.next) })
  expect([...first.rows, ...second.rows].map(({ icc }) => icc)).toEqual(rows.map(({ icc }) => icc))
  const trial = await portal.data(tryAlarm, 'ana', { body: { alarmId, company: COMPANIES.andes, plan: '', limit: 150 } })
  expect(trial.now).toMatchObject({ overSims: 1, firesNow: 0, restores: 0 })
  expect(await alarms()).toMatchObject([
    { alarmId, firedSims: 2, warnedSims: 1, cutSims: 2, firedByDay: '0,0,0,0,0,0,0,0,0,0,0,0,0,3' },
  ])
  expect(new Set(rows.map(({ alarmName }) => alarmName))).toEqual(new Set(['']))
  await portal.db.updateTable('alarms').set({ name: 'Flota RM' }).where('alarm_id', '=', alarmId).execute()
  expect(new Set((await list()).rows.map(({ alarmName }) => alarmName))).toEqual(new Set(['Flota RM']))
})

test('alarms come as a file in the words of their reader, those of their companies', async () => {
  const file = async (format: string, person: FleetUser = 'ana') =>
    (await portal.request(exportAlarms, person, { query: { format } })).body.replace('\uFEFF', '')
  const [head, row] = (await file('csv')).split('\r\n')
  expect(head).toBe(
    'Número;Alarma;Empresa;Plan;Tipo;Grupo;Límite (MB);Al llegar al límite;E-mails;SIMs incluidas;En el límite en este ciclo;' +
      'Cerca del límite en este ciclo;Con datos cortados;Estado',
  )
  expect(row).toMatch(
    /^\d+;Flota RM;Transportes Andes Sur SpA;Todos los planes;;;100;Corta los datos;ops@andes.test, ana@andes.test;60;2;1;2;Activa$/,
  )
  for (const person of ['ana', 'flota', 'admin'] as const)
    expect(decodeList(alarmList, decodeTsv(await file('tsv', person)))).toEqual(await alarms(person))
})

test('the list comes as a file in the words of its reader', async () => {
  const file = (format: string) => portal.request(exportNotices, 'ana', { query: { format } })
  const csv = (await file('csv')).body.replace('\uFEFF', '').split('\r\n')
  expect(csv[0]).toBe(
    'Fecha;Alarma;Nombre de la alarma;Empresa;Plan;ICC;Etiqueta;Tipo;Usado (MB);Límite (MB);Correo;Acción;Restablecido',
  )
  expect(csv[1]).toContain(';Flota RM;Transportes Andes Sur SpA;')
  expect(csv[1]).toContain(';Todos los planes;')
  expect(csv[1]).toContain(';Límite;200;100;En espera;Datos cortados;')
  const tsv = decodeList(noticeList, decodeTsv((await file('tsv')).body))
  expect(tsv).toHaveLength(3)
  const path = join(portal.services.config.DATA_DIR, 'alarmas.xlsx')
  await writeFile(path, (await file('xlsx')).rawPayload)
  const table = await openTable(path)
  const read: string[][] = []
  for await (const { rows } of table.batches()) read.push(...rows.map(({ cells }) => [...cells]))
  expect(read).toHaveLength(4)
  expect(read[1]?.[5]).toBe(sims[5]?.iccid)
})

test('readers of the list are notified of its changes', async () => {
  const response = await portal.request(watchNotices, 'ana', { query: { seconds: '0' } })
  expect(response.headers['content-type']).toContain('text/event-stream')
  expect(response.body).toMatch(/data: \{"at":"2026-11-21T/)
})

test('readers of the list are notified when a mail was sent', async () => {
  const mail = await portal.db
    .insertInto('mails')
    .values({
      kind: 'alarm',
      language: 'es',
      company_id: COMPANIES.andes,
      address: 'guardia@andes.test',
      subject: 'Límite',
      text: 'Límite',
      html: 'Límite',
      state: 'queued',
      created_at: portal.clock.now,
      due_at: portal.clock.now,
    })
    .returning('mail_id')
    .executeTakeFirstOrThrow()
  const actor = { companyId: COMPANIES.andes, companyIds: [COMPANIES.andes] }
  const readableCells = [portal.services.cells.home]
  const news = newsOfNotices({ ...portal.services, now: portal.clock.now, actor, readableCells } as unknown as Ctx, 60)
  expect((await news.next()).done).toBe(false)
  await portal.db.updateTable('mails').set({ state: 'sent' }).where('mail_id', '=', mail.mail_id).execute()
  expect((await news.next()).done).toBe(false)
  await news.return(undefined)
})
