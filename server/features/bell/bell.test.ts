import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { type BellLine, getBell, readBell, setBellKind, streamBell } from '#contract/bell/bell.calls.ts'
import type { CallInput } from '#contract/call.ts'
import { logIn } from '#contract/identity/identity.calls.ts'
import { answerConversation, readOwnConversation, writeToSupport } from '#contract/support/support.calls.ts'
import { beginPortalView } from '#contract/users/portal-view.calls.ts'
import { BELL_COUNT_MAX, BELL_KINDS, type BellKind } from '#domain/bell.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { writeNotices } from '#server/alarm-engine/write-notices.ts'
import { deleteOldBellHours } from '#server/maintenance/delete-old-rows.ts'
import { COMPANIES, type FleetUser, PASSWORD } from '#test/fleet.ts'
import { moveToFirstCell } from '#test/move-to-first-cell.ts'
import { cookieOf, newcomer } from '#test/newcomers.ts'
import { startPortal } from '#test/portal.ts'
import { writeDocument } from '#test/write-document.ts'

const NOW = new Date('2026-11-25T15:30:00Z')
const portal = await startPortal({ now: NOW })
const { db } = portal
afterAll(() => portal.close())

beforeEach(async () => {
  portal.clock.now = NOW
  await sql`TRUNCATE bells, network_incidents`.execute(db)
  await sql`TRUNCATE alarm_hours, alarm_notices, operations, operation_items, charges, requests, request_steps, support_messages,
    support_conversations CASCADE`.execute(db)
})

const bell = (person: FleetUser, query: CallInput<typeof getBell>['query'] | object = {}) =>
  portal.data(getBell, person, { query })
const linesOf = async (person: FleetUser): Promise<BellLine[]> => (await bell(person)).lines
const unread = async (person: FleetUser): Promise<number> => {
  const { body } = await portal.request(streamBell, person, { query: { seconds: '0' } })
  return JSON.parse(/^data: (.*)$/m.exec(body)?.[1] ?? '').unread
}
const read = (person: FleetUser, body: { key?: string; upTo: string }) => portal.data(readBell, person, { body })
const ago = (ms: number): Date => new Date(NOW.getTime() - ms)

const simsOf = (companyId: number) => portal.fleet.sims.filter((sim) => sim.companyId === companyId)

/** SIMs of a company reach its alarm 7, or come near it. */
const reach = (companyId: number, first: number, count: number, at: Date, kind: 'limit' | 'warning' = 'limit') =>
  db.transaction().execute((trx) =>
    writeNotices(
      trx,
      simsOf(companyId)
        .slice(first, first + count)
        .map(({ iccid }) => ({
          alarm: { companyId, alarmId: 7, planCode: 'IOT250', limitMb: 200, cutsData: false },
          ...{ iccid, cycleStart: '2026-11-01', kind, usedBytes: 1 },
        })),
      { now: at, warningPercent: 80 },
    ),
  )

/** An operation of a person of the fleet that has ended. @returns its id */
async function operation(person: FleetUser, more: object = {}): Promise<number> {
  const { userId, companyId, email } = portal.fleet.people[person]
  const values = {
    ...{ company_id: companyId, user_id: userId, actor: email, kind: 'hibernate', state: 'finished', source: 'list' },
    ...{ created_at: ago(HOUR_MS), updated_at: ago(MINUTE_MS), finished_at: ago(MINUTE_MS), total: 7, succeeded: 7 },
    ...more,
  }
  const row = await db.insertInto('operations').values(values).returning('operation_id').executeTakeFirstOrThrow()
  return row.operation_id
}

const invoice = (companyId: number, issuedAt: Date, month = 9) =>
  writeDocument(db, {
    ...{ companyId, cycle: [`2026-${String(month).padStart(2, '0')}-01`, `2026-${month + 1}-01`] as const, currency: 'CLP' },
    lines: [{ iccid: '', kind: 'price', plan_code: 'IOT250', quantity: 1, unit_minor: 1000 }],
    issuedAt,
  })

/** A request that a person submitted, and that another approved. */
async function request(person: FleetUser, approver?: FleetUser, at = ago(MINUTE_MS)): Promise<number> {
  const { userId, companyId, email } = portal.fleet.people[person]
  const steps = [['draft', person], ['submitted', person], ...(approver ? [['approved', approver] as const] : [])] as const
  const state = steps.at(-1)?.[0]
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO requests (company_id, user_id, requester, state, step_no, created_at, submitted_at, updated_at)
      VALUES (${companyId}, ${userId}, ${email}, ${state}, ${steps.length}, ${at}, ${at}, ${at}) RETURNING request_id AS id`.execute(
      trx,
    )
    const id = rows[0]?.id ?? 0
    for (const [n, [to, by]] of steps.entries())
      await sql`
        INSERT INTO request_steps (company_id, request_id, step_no, from_state, to_state, at, user_id, actor)
        VALUES (${companyId}, ${id}, ${n + 1}, ${steps[n - 1]?.[0] ?? null}, ${to}, ${at}, ${portal.fleet.people[by].userId}, '')`.execute(
        trx,
      )
    return id
  })
}

const incident = (started: Date, ended: Date | null) =>
  sql`
    INSERT INTO network_incidents (network_id, started_at, ended_at, worst_status, worst_failure_percent)
    SELECT min(network_id), ${started}, ${ended}, 0, 100 FROM networks`.execute(db)

describe('alarms', () => {
  test('a line has the name of its alarm, and none once the alarm is deleted', async () => {
    await reach(COMPANIES.andes, 0, 2, ago(20 * MINUTE_MS))
    expect(await linesOf('ana')).toMatchObject([{ alarmId: 7, alarmName: '' }])
    await sql`
      INSERT INTO alarms (company_id, alarm_id, name, limit_mb, emails, language, is_active, cuts_data, created_at, updated_at)
      OVERRIDING SYSTEM VALUE
      SELECT id, 7, 'Flota ' || id, 200, '{ops@andes.test}', 'es', true, false, now(), now()
      FROM unnest(ARRAY[${COMPANIES.andes}, ${COMPANIES.pacifico}]::int[]) id`.execute(db)
    expect(await linesOf('ana')).toMatchObject([{ alarmId: 7, alarmName: `Flota ${COMPANIES.andes}` }])
    await sql`DELETE FROM alarms WHERE alarm_id = 7`.execute(db)
    expect(await linesOf('ana')).toMatchObject([{ alarmId: 7, alarmName: '' }])
  })

  test('SIMs that reach one within an hour are one line that grows, and a line of an hour that is read is unread again', async () => {
    await reach(COMPANIES.andes, 0, 1, ago(20 * MINUTE_MS))
    const [one] = await linesOf('ana')
    expect(one).toMatchObject({ kind: 'alarms', what: 'limit', alarmId: 7, planName: 'IoT 250 MB', limitMb: 200, sims: 1 })
    expect(one).toMatchObject({ sim: simsOf(COMPANIES.andes)[0]?.label, companyName: '', isUnread: true })
    expect(await read('ana', { key: one?.key ?? '', upTo: one?.at ?? '' })).toEqual({ unread: 0 })
    await reach(COMPANIES.andes, 1, 22, ago(10 * MINUTE_MS))
    expect(await linesOf('ana')).toMatchObject([{ key: one?.key, sims: 23, sim: '', isUnread: true }])
    await reach(COMPANIES.andes, 23, 2, ago(10 * MINUTE_MS), 'warning')
    await reach(COMPANIES.andes, 25, 3, ago(2 * HOUR_MS))
    expect((await linesOf('ana')).map((line) => line.kind === 'alarms' && [line.what, line.sims])).toEqual([
      ['warning', 2],
      ['limit', 23],
      ['limit', 3],
    ])
    expect(await unread('ana')).toBe(3)
  })

  test('a SIM that has reached it already is not counted twice', async () => {
    await reach(COMPANIES.andes, 0, 5, ago(MINUTE_MS))
    await reach(COMPANIES.andes, 0, 6, ago(MINUTE_MS))
    expect(await linesOf('ana')).toMatchObject([{ sims: 6 }])
  })

  test('are seen by the company and those above it, with its name; not by others, nor by the operator', async () => {
    await reach(COMPANIES.andesNorte, 0, 2, ago(MINUTE_MS))
    expect(await linesOf('ana')).toMatchObject([{ sims: 2, companyName: 'Andes Norte' }])
    for (const person of ['flota', 'nadie', 'admin'] as const) expect(await linesOf(person), person).toEqual([])
  })
})

describe('operations', () => {
  test('are seen by who began them alone, with how they ended', async () => {
    const [done] = [await operation('ana'), await operation('luis')]
    await operation('ana', { succeeded: 4, failed: 3, finished_at: ago(2 * MINUTE_MS) })
    await operation('ana', { succeeded: 0, failed: 7, finished_at: ago(3 * MINUTE_MS) })
    await operation('ana', { state: 'running', succeeded: 0, pending: 7, finished_at: null })
    await operation('ana', { state: 'cancelled', succeeded: 0, cancelled: 7 })
    const lines = await linesOf('ana')
    expect(lines.map(({ what }) => what)).toEqual(['done', 'partly', 'failed'])
    expect(lines[0]).toMatchObject({ operationId: done, operation: 'hibernate', total: 7, failed: 0 })
    expect(await linesOf('reseller')).toEqual([])
  })

  test('on a single SIM are seen when they failed; those of an API key never', async () => {
    await operation('ana', { source: 'single', total: 1, succeeded: 1 })
    await operation('ana', { actor: 'api-key:ERP' })
    expect(await linesOf('ana')).toEqual([])
    const failed = await operation('ana', { source: 'single', total: 1, succeeded: 0, failed: 1 })
    const [sim] = simsOf(COMPANIES.andes)
    await sql`
      INSERT INTO operation_items (company_id, operation_id, line, iccid, sim_company_id, state, due_at, updated_at)
      VALUES (${COMPANIES.andes}, ${failed}, 1, ${sim?.iccid}, ${COMPANIES.andes}, 'failed', ${NOW}, ${NOW})`.execute(db)
    expect(await linesOf('ana')).toMatchObject([{ operationId: failed, what: 'failed', sim: sim?.label }])
  })
})

describe('invoices', () => {
  test('of an hour are one line; the operator, who issues them, sees none', async () => {
    const only = await invoice(COMPANIES.andes, ago(2 * HOUR_MS))
    expect(await linesOf('ana')).toMatchObject([
      { kind: 'invoices', what: 'issued', count: 1, documentId: only, companyName: '' },
    ])
    await invoice(COMPANIES.andesNorte, ago(2 * HOUR_MS - MINUTE_MS))
    expect(await linesOf('ana')).toMatchObject([{ count: 2, documentId: null, documentNumber: '' }])
    for (const person of ['flota', 'admin'] as const) expect(await linesOf(person), person).toEqual([])
  })

  test('are overdue from noon of the day after they were due, until they are paid', async () => {
    const id = await invoice(COMPANIES.andes, new Date('2026-10-25T18:00:00Z'))
    const overdue = async () => (await linesOf('ana')).filter(({ what }) => what === 'overdue')
    // due on the 24th: the 25th is here, its noon is not
    portal.clock.now = new Date('2026-11-25T11:59:00Z')
    expect(await overdue()).toEqual([])
    portal.clock.now = NOW
    expect(await overdue()).toMatchObject([
      { count: 1, documentId: id, at: '2026-11-25T12:00:00.000000+00:00', isUnread: true },
    ])
    expect(await linesOf('admin')).toMatchObject([{ what: 'overdue', companyName: 'Transportes Andes Sur SpA' }])
    expect(await linesOf('flota')).toEqual([])
    await db.updateTable('charges').set({ state: 'paid', paid_at: NOW }).execute()
    expect(await overdue()).toEqual([])
  })
})

test('incidents are seen by administrators; the line moves up and is unread again when one ends', async () => {
  await incident(ago(HOUR_MS), null)
  const [opened] = await linesOf('admin')
  expect(opened).toMatchObject({ kind: 'incidents', what: 'opened', wasDown: true, minutes: 60 })
  await read('admin', { key: opened?.key ?? '', upTo: opened?.at ?? '' })
  expect(await unread('admin')).toBe(0)
  await sql`UPDATE network_incidents SET ended_at = ${ago(15 * MINUTE_MS)}`.execute(db)
  expect(await linesOf('admin')).toMatchObject([{ key: opened?.key, what: 'closed', minutes: 45, isUnread: true }])
  expect(await linesOf('ana')).toEqual([])
})

test('a request is seen by the operator when a customer moved it, and by who ordered when another person did', async () => {
  const [submitted, approved] = [await request('ana'), await request('ana', 'admin', ago(2 * MINUTE_MS))]
  expect(await linesOf('admin')).toMatchObject([
    { kind: 'requests', what: 'submitted', requestId: submitted, by: 'ana', companyName: 'Transportes Andes Sur SpA' },
  ])
  expect(await linesOf('ana')).toMatchObject([{ what: 'approved', requestId: approved, by: 'admin' }])
  for (const person of ['luis', 'reseller', 'flota'] as const) expect(await linesOf(person), person).toEqual([])
})

test('a conversation is seen by the operator while it waits, and by its person once it is answered; the chat marks it as read', async () => {
  await portal.data(writeToSupport, 'ana', { body: { key: '0123456789abcdef', text: 'La cámara está muda' } })
  const [question] = await linesOf('admin')
  if (question?.kind !== 'conversations') throw new Error('no question')
  expect(question).toMatchObject({ what: 'question', person: 'ana', text: 'La cámara está muda', isUnread: true })
  expect(await linesOf('ana')).toEqual([])
  const { conversationId } = question
  portal.clock.now = new Date(NOW.getTime() + MINUTE_MS)
  await portal.data(answerConversation, 'admin', {
    params: { conversationId },
    body: { key: '0123456789abcdeg', text: 'Reiníciela' },
  })
  expect(await linesOf('admin')).toEqual([])
  expect(await linesOf('ana')).toMatchObject([{ what: 'answer', person: '', text: 'Reiníciela', isUnread: true }])
  for (const person of ['luis', 'reseller', 'flota'] as const) expect(await linesOf(person), person).toEqual([])
  await portal.data(readOwnConversation, 'ana', { body: { upTo: 2 } })
  expect(await linesOf('ana')).toMatchObject([{ what: 'answer', isUnread: false }])
  expect(await unread('ana')).toBe(0)
})

describe('reading', () => {
  test('what a person has read is theirs alone: one line, or all up to a moment, never the future', async () => {
    await operation('ana', { finished_at: ago(3 * MINUTE_MS) })
    await operation('ana', { finished_at: ago(2 * MINUTE_MS) })
    await invoice(COMPANIES.andes, ago(HOUR_MS))
    expect([await unread('ana'), await unread('reseller')]).toEqual([3, 1])
    const [newest, middle] = await linesOf('ana')
    expect(await read('ana', { key: middle?.key ?? '', upTo: middle?.at ?? '' })).toEqual({ unread: 2 })
    expect((await linesOf('ana')).map(({ isUnread }) => isUnread)).toEqual([true, false, true])
    expect(await read('ana', { upTo: middle?.at ?? '' })).toEqual({ unread: 1 })
    expect(await read('ana', { upTo: newest?.at ?? '' })).toEqual({ unread: 0 })
    expect(await unread('reseller')).toBe(1)
    await read('ana', { upTo: '2999-01-01T00:00:00Z' })
    portal.clock.now = new Date(NOW.getTime() + MINUTE_MS)
    await operation('ana', { finished_at: portal.clock.now })
    expect(await unread('ana')).toBe(1)
  })

  test('who has never read anything begins with the last seven days', async () => {
    await operation('ana', { finished_at: ago(8 * DAY_MS) })
    await operation('ana', { finished_at: ago(6 * DAY_MS) })
    expect((await linesOf('ana')).map(({ isUnread }) => isUnread)).toEqual([true, false])
    expect(await unread('ana')).toBe(1)
  })

  test('a moment that is none is refused at its field', async () => {
    const response = await portal.request(readBell, 'ana', { body: { upTo: 'ayer' } })
    expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, ['upTo']])
    const { rows } = await sql`SELECT FROM bells`.execute(db)
    expect(rows).toEqual([])
  })

  test('an administrator who views the portal as a person sees their bell, and marks nothing in it', async () => {
    await operation('ana')
    const entered = await portal.request(logIn, undefined, {
      body: { email: portal.fleet.people.admin.email, password: PASSWORD },
    })
    const asAdmin = { headers: { cookie: cookieOf(entered) } }
    const body = { userId: portal.fleet.people.ana.userId }
    const begun = await portal.request(beginPortalView, undefined, { body }, asAdmin)
    const asAna = { headers: { cookie: cookieOf(begun) } }
    const seen = (await portal.request(getBell, undefined, {}, asAna)).json().data.lines
    expect(seen).toMatchObject([{ kind: 'operations', isUnread: true }])
    const upTo = seen[0].at
    expect((await portal.request(readBell, undefined, { body: { upTo } }, asAna)).statusCode).toBe(403)
    expect(await unread('ana')).toBe(1)
  })
})

test('a kind that is turned off is neither shown nor counted, for that person; turned on it is there again', async () => {
  await operation('reseller')
  await invoice(COMPANIES.andes, ago(HOUR_MS))
  const kindsOf = async (person: FleetUser) => (await linesOf(person)).map(({ kind }) => kind)
  const set = (kind: BellKind, isOn: boolean) => portal.data(setBellKind, 'reseller', { params: { kind }, body: { isOn } })
  await set('operations', false)
  await set('operations', false)
  await set('alarms', false)
  expect(await kindsOf('reseller')).toEqual(['invoices'])
  expect(await unread('reseller')).toBe(1)
  expect((await bell('reseller')).kinds).toContainEqual({ kind: 'operations', isOn: false })
  expect(await kindsOf('ana')).toEqual(['invoices'])
  await set('operations', true)
  expect(await kindsOf('reseller')).toEqual(['operations', 'invoices'])
  expect((await bell('reseller')).kinds).toContainEqual({ kind: 'alarms', isOn: false })
})

test('every kind is turned off and on again', async () => {
  for (const isOn of [false, true]) {
    for (const kind of BELL_KINDS) await portal.data(setBellKind, 'admin', { params: { kind }, body: { isOn } })
    expect((await bell('admin')).kinds).toEqual(BELL_KINDS.map((kind) => ({ kind, isOn })))
  }
})

test('without the permit for a kind there is no line of it, nor a rule for it', async () => {
  await operation('luis')
  await reach(COMPANIES.andes, 0, 1, ago(MINUTE_MS))
  await request('luis', 'admin')
  const { lines, kinds } = await bell('luis')
  expect([lines.map(({ kind }) => kind), kinds.map(({ kind }) => kind)]).toEqual([
    ['operations'],
    ['locks', 'operations', 'invoices', 'conversations'],
  ])
  const { ask } = await newcomer(portal, { permits: [] })
  expect((await ask(getBell)).json().data.lines).toEqual([])
})

describe('pages', () => {
  test('follow each other without a gap or a repetition, also among lines of the same moment', async () => {
    for (let n = 0; n < 7; n++) await operation('ana', { finished_at: ago(n < 5 ? MINUTE_MS : n * MINUTE_MS) })
    await reach(COMPANIES.andes, 0, 3, ago(MINUTE_MS))
    await invoice(COMPANIES.andes, ago(MINUTE_MS))
    const all = (await linesOf('ana')).map(({ key }) => key)
    expect(all).toHaveLength(9)
    const keys: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof bell>> = await bell('ana', { limit: 2, ...(cursor === null ? {} : { cursor }) })
      keys.push(...page.lines.map(({ key }) => key))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(keys).toEqual(all)
  })

  test('a cursor of another list is refused', async () => {
    const response = await portal.request(getBell, 'ana', { query: { cursor: 'WyIxIl0' } })
    expect(response.statusCode).toBe(400)
  })

  test('end after 90 days, and counts of alarms are deleted then', async () => {
    await operation('ana', { finished_at: ago(91 * DAY_MS) })
    await reach(COMPANIES.andes, 0, 1, ago(91 * DAY_MS))
    await reach(COMPANIES.andes, 1, 1, ago(89 * DAY_MS))
    expect(await linesOf('ana')).toMatchObject([{ kind: 'alarms', sims: 1 }])
    await deleteOldBellHours(db, NOW)
    const { rows } = await sql`SELECT at FROM alarm_hours`.execute(db)
    expect(rows).toEqual([{ at: ago(89 * DAY_MS) }])
  })

  test('the unread count ends at a bound', async () => {
    for (let n = 0; n < BELL_COUNT_MAX + 5; n++) await operation('ana', { finished_at: ago(n * 1000) })
    expect(await unread('ana')).toBe(BELL_COUNT_MAX)
  })
})

describe('over two cells', () => {
  test('an operation with parts in both is one line, once its last part has ended; overdue invoices of a day are one line', async () => {
    const first = await operation('admin', { spans_cells: true, total: 3, succeeded: 3 })
    await invoice(COMPANIES.andes, new Date('2026-10-25T18:00:00Z'))
    await invoice(COMPANIES.pacifico, new Date('2026-10-25T18:00:00Z'))
    await moveToFirstCell(portal.services.pool, COMPANIES.pacifico)
    const { firstSchema } = inject('testPostgres')
    await sql`
      WITH own AS (SELECT * FROM operations WHERE operation_id = ${first})
      INSERT INTO ${sql.table(`${firstSchema}.operations`)} OVERRIDING SYSTEM VALUE SELECT * FROM own`.execute(db)
    const other = (set: object) =>
      db.withSchema(firstSchema).updateTable('operations').set(set).where('operation_id', '=', first).execute()
    await other({ state: 'running', total: 4, succeeded: 1, pending: 3, finished_at: null })
    const lines = () => linesOf('admin')
    expect(await lines()).toMatchObject([{ what: 'overdue', count: 2, documentId: null, companyName: '' }])
    await other({ state: 'finished', succeeded: 3, failed: 1, pending: 0, finished_at: ago(30_000) })
    const at = ago(30_000).toISOString().replace('Z', '000+00:00')
    expect(await lines()).toMatchObject([{ operationId: first, what: 'partly', total: 7, failed: 1, at }, { what: 'overdue' }])
    expect(await unread('admin')).toBe(2)
  })
})
